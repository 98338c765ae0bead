import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { ScreenManifest } from '../../schemas/manifest/compiled.ts';
import { type QueryValues, SecretsProvider } from '../core/bindings.ts';

/**
 * What came after the # of the address, as in links of mails: kept here, and taken out of the address
 * before anybody looks over a shoulder or into the history.
 */
export default function SecretQuery({
  declared,
  children,
}: {
  declared: ScreenManifest['query'];
  children: ReactNode;
}) {
  const { hash, search } = useLocation();
  const navigate = useNavigate();
  const [kept, setKept] = useState<QueryValues>({});
  const found = useMemo(() => {
    const given = [...new URLSearchParams(hash.slice(1))].filter(
      ([name]) => declared[name]?.secret,
    );
    return given.length > 0 ? Object.fromEntries(given) : undefined;
  }, [hash, declared]);
  useEffect(() => {
    if (!found) return;
    setKept(found);
    void navigate({ search, hash: '' }, { replace: true });
  }, [found, search, navigate]);
  return <SecretsProvider value={found ?? kept}>{children}</SecretsProvider>;
}

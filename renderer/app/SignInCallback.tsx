import { Button } from '@blueprintjs/core';
import { useEffect, useRef, useState } from 'react';
import { Navigate } from 'react-router-dom';
import { useActions } from '../core/actions.ts';
import { useTranslation } from '../core/translation.ts';
import { usePortal } from './portalContext.ts';
import { forgetReturn } from './returnTo.ts';
import { Splash } from './Splash.tsx';

/** Where the identity provider sends the browser back to. */
export function SignInCallback() {
  const { t } = useTranslation();
  const portal = usePortal();
  const { signIn, signOut } = useActions();
  const [returnTo, setReturnTo] = useState<string>();
  const [failure, setFailure] = useState<unknown>();
  // The code can be redeemed once only, and effects may run twice.
  const hasStarted = useRef(false);

  useEffect(() => {
    if (hasStarted.current) return;
    hasStarted.current = true;
    portal
      .session()
      .life.completeSignIn(window.location.href)
      .then((address) => {
        forgetReturn();
        setReturnTo(address);
      })
      .catch(setFailure);
  }, [portal]);

  if (returnTo) return <Navigate to={returnTo} replace />;
  if (failure === undefined) return <Splash />;
  const code = (failure as { incident?: string }).incident;
  return (
    <main className="message-page">
      <h1>{t('ui:signInFailed.title')}</h1>
      <p role="alert">{t('ui:signInFailed.description')}</p>
      {code !== undefined && <p>{t('ui:signInFailed.incident', { code })}</p>}
      <Button intent="primary" onClick={signIn}>
        {t('ui:signInFailed.again')}
      </Button>
      {/* The provider may know somebody whom the portal doesn't. */}
      <Button onClick={signOut}>{t('ui:menu.signOut')}</Button>
    </main>
  );
}

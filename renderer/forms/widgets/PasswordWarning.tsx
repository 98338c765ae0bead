import { useEffect, useState } from 'react';
import { Icon } from '../../core/Icon.tsx';
import { useTranslation } from '../../core/translation.ts';
import { findWeakness, type Weakness } from '../findWeakness.ts';

const pauseMilliseconds = 400;

interface PasswordWarningProps {
  readonly id: string;
  readonly password: string;
  /** Names that others know. */
  readonly names: readonly string[];
  /** In place of the usual words. */
  readonly message?: string | undefined;
}

/** Says once one pauses that a password is easily guessed; it refuses nothing. */
export function PasswordWarning({ id, password, names, message }: PasswordWarningProps) {
  const { t } = useTranslation();
  const [weakness, setWeakness] = useState<Weakness>();
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(async () => {
      // Without the list, as offline, there is just no warning.
      const found = await findWeakness(password, names).catch(() => undefined);
      if (isCurrent) setWeakness(found);
    }, pauseMilliseconds);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [password, names]);
  // There before it says something, for else it isn't read out.
  return (
    <p id={id} className="password-warning" role="status">
      {weakness && (
        <>
          <Icon name="warning" />
          <span>{message ?? t(`forms:password.${weakness}`)}</span>
        </>
      )}
    </p>
  );
}

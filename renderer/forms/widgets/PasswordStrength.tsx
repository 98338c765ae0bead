import { useTranslation } from 'react-i18next';
import { FormIcon } from '../FormIcon.tsx';

/** What a password needs (specification §5), by locale key. The last five are the server's to know. */
const demands: readonly [string, (password: string) => boolean][] = [
  ['length', (password) => password.length >= 12 && password.length <= 24],
  ['lower', (password) => /\p{Ll}/u.test(password)],
  ['upper', (password) => /\p{Lu}/u.test(password)],
  ['digit', (password) => /\d/.test(password)],
  ['symbol', (password) => /[^\p{L}\p{N}\s]/u.test(password)],
  ['repeat', (password) => password !== '' && !/(.)\1{4}/u.test(password)],
];

/** How much of what is needed a password has, as a bar and as a list. */
export function PasswordStrength({ password }: { password: string }) {
  const { t } = useTranslation();
  const met = demands.filter(([, isMet]) => isMet(password)).length;
  return (
    <div className="password-strength">
      <meter
        min={0}
        max={demands.length}
        low={demands.length - 2}
        high={demands.length - 1}
        optimum={demands.length}
        value={met}
        aria-label={t('forms:password.strength')}
      />
      <ul>
        {demands.map(([key, isMet]) => (
          <li key={key} data-met={isMet(password)}>
            <FormIcon name={isMet(password) ? 'tick' : 'minus'} />
            {t(`forms:password.${key}`)}
            <span className="visually-hidden">
              {t(isMet(password) ? 'forms:password.met' : 'forms:password.unmet')}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

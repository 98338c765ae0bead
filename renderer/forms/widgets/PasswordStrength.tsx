import { passwordRules } from '../../../schemas/passwordPolicy.ts';
import { useTranslation } from '../../core/translation.ts';
import { FormIcon } from '../FormIcon.tsx';

/** By locale key. The last five are the server's to know. */
const demands = Object.entries(passwordRules);

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

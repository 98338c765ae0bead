import { Link } from 'react-router-dom';
import { useTranslation } from '../core/translation.ts';

export function NotFoundPage() {
  const { t } = useTranslation();
  return (
    <div className="message-page">
      <title>{`${t('ui:notFound.title')} – Meterhouse`}</title>
      <h1 tabIndex={-1}>{t('ui:notFound.title')}</h1>
      <p>{t('ui:notFound.description')}</p>
      <p>
        <Link to="/">{t('ui:notFound.home')}</Link>
      </p>
    </div>
  );
}

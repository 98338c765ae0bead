import { useTranslation } from './translation.ts';

interface SkeletonProps {
  /** What it stands in for, which gives its size: a node type, or a line of text. */
  readonly shape: string;
}

/** A quiet stand-in of about the right size while something loads. */
export function Skeleton({ shape }: SkeletonProps) {
  const { t } = useTranslation();
  return (
    <div className={`skeleton skeleton-${shape}`} role="status">
      <span className="visually-hidden">{t('ui:loading')}</span>
    </div>
  );
}

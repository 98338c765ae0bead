import { Icon } from '../../core/Icon.tsx';

interface PanelHeadProps {
  readonly title: string;
  readonly titleId: string;
  readonly isTitleHidden?: boolean;
  readonly closeLabel: string;
  readonly onClose: () => void;
}

/** The title of a panel, and a button in the reader's language that closes it. */
export function PanelHead({
  title,
  titleId,
  isTitleHidden = false,
  closeLabel,
  onClose,
}: PanelHeadProps) {
  return (
    <div className="panel-head">
      <h2 id={titleId} className={isTitleHidden ? 'visually-hidden' : undefined}>
        {title}
      </h2>
      <button
        type="button"
        className="icon-button"
        aria-label={closeLabel}
        title={closeLabel}
        onClick={onClose}
      >
        <Icon name="close" />
      </button>
    </div>
  );
}

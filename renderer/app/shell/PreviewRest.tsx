import { useEffect, useRef, useState } from 'react';
import { formatTime } from '../../core/format.ts';
import { useTranslation } from '../../core/translation.ts';

const minute = 60_000;
const tickMilliseconds = 1000;

interface PreviewRestProps {
  /** When the preview ends by itself. */
  readonly endsAt: string;
  /** Called once it has. */
  readonly onOver?: (() => void) | undefined;
}

/** Until when a preview goes on: read aloud once, when the last minute begins. */
export function PreviewRest({ endsAt, onOver }: PreviewRestProps) {
  const { t, i18n } = useTranslation();
  const left = useSecondsLeft(Date.parse(endsAt), onOver);
  const inMinutes = left * 1000 > minute;
  const relative = new Intl.RelativeTimeFormat(i18n.language);
  const rest = inMinutes
    ? relative.format(Math.ceil(left / 60), 'minute')
    : relative.format(left, 'second');
  return (
    <>
      <span role="timer">{t('ui:preview.rest', { rest, time: formatTime(endsAt) })}</span>
      <span className="visually-hidden" role="status">
        {inMinutes ? '' : t('ui:preview.lastMinute')}
      </span>
    </>
  );
}

function useSecondsLeft(end: number, onOver: (() => void) | undefined): number {
  const [left, setLeft] = useState(() => secondsUntil(end));
  const over = useRef(onOver);
  over.current = onOver;

  useEffect(() => {
    const timer = setInterval(() => {
      setLeft(secondsUntil(end));
      if (secondsUntil(end) > 0) return;
      clearInterval(timer);
      over.current?.();
    }, tickMilliseconds);
    return () => clearInterval(timer);
  }, [end]);

  return left;
}

function secondsUntil(end: number): number {
  return Math.max(0, Math.ceil((end - Date.now()) / 1000));
}

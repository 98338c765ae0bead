import { Alert } from '@blueprintjs/core';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from '../../core/translation.ts';
import { noteActivity } from './lastActivity.ts';

interface IdleWarningProps {
  readonly secondsLeft: number;
  readonly onSignOut: () => void;
}

/** Asks whether to stay signed in; only its buttons answer, so that nothing does so by accident. */
export default function IdleWarning({ secondsLeft, onSignOut }: IdleWarningProps) {
  const { t } = useTranslation();
  const id = useId();
  const [isAnswered, setIsAnswered] = useState(false);
  // Read out once: the seconds would interrupt each other.
  const [spoken] = useState(secondsLeft);
  const title = t('ui:idle.title');
  useEffect(() => {
    const before = document.title;
    document.title = title;
    return () => {
      document.title = before;
    };
  }, [title]);
  return (
    <Alert
      isOpen={!isAnswered}
      intent="primary"
      aria-labelledby={id}
      onOpened={focusAnswer}
      confirmButtonText={t('ui:idle.stay')}
      cancelButtonText={t('ui:idle.signOut')}
      onConfirm={() => {
        setIsAnswered(true);
        noteActivity();
      }}
      onCancel={onSignOut}
    >
      <h2 id={id} className="question-title">
        {title}
      </h2>
      <p aria-hidden="true">{t('ui:idle.text', { count: secondsLeft })}</p>
      <p className="visually-hidden" role="alert">
        {t('ui:idle.text', { count: spoken })}
      </p>
    </Alert>
  );
}

/** Enter then stays, also when the question came while something was typed. */
function focusAnswer(dialog: HTMLElement): void {
  dialog.querySelector<HTMLElement>('.bp6-intent-primary')?.focus();
}

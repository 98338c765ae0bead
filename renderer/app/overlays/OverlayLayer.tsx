import './overlays.css';
import { Alert, Dialog, OverlayToaster, Toast } from '@blueprintjs/core';
import { useId, useState } from 'react';
import { BindingsProvider } from '../../core/bindings.ts';
import { PanelProvider } from '../../core/panel.ts';
import { useTranslation } from '../../core/translation.ts';
import { ScreenPage } from '../ScreenPage.tsx';
import type { OpenPanel, OpenQuestion, OverlayState, Overlays } from './overlays.ts';
import { PanelHead } from './PanelHead.tsx';
import { SlideOver } from './SlideOver.tsx';

const toastMilliseconds = 5000;

/** What lies over the page: toasts, a question, and a screen in a panel. */
export default function OverlayLayer({
  overlays,
  state: { toasts, question, panel },
}: {
  overlays: Overlays;
  state: OverlayState;
}) {
  // A panel that closes slides out with what it showed.
  const [shown, setShown] = useState(panel);
  if (panel && panel !== shown) setShown(panel);
  return (
    <>
      <OverlayToaster position="bottom-right">
        {toasts.map(({ id, text, intent = 'none', timeout = toastMilliseconds, action }) => (
          <Toast
            key={id}
            intent={intent}
            timeout={timeout}
            message={text}
            {...(action && { action })}
            onDismiss={() => overlays.dismissToast(id)}
          />
        ))}
      </OverlayToaster>
      {question && <QuestionDialog question={question} />}
      {shown && <PanelLayer panel={shown} isOpen={panel !== undefined} />}
    </>
  );
}

function QuestionDialog({ question }: { question: OpenQuestion }) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <Alert
      isOpen
      className="question"
      aria-labelledby={id}
      intent={question.intent}
      confirmButtonText={question.accept ?? t('ui:confirm.accept')}
      cancelButtonText={t('ui:confirm.cancel')}
      canEscapeKeyCancel
      canOutsideClickCancel
      onConfirm={() => question.answer(true)}
      onCancel={() => question.answer(false)}
    >
      <h2 id={id} className="question-title">
        {question.title}
      </h2>
      {question.text && <p>{question.text}</p>}
    </Alert>
  );
}

function PanelLayer({ panel, isOpen }: { panel: OpenPanel; isOpen: boolean }) {
  const { t } = useTranslation();
  const screen = (
    <div className="panel-screen">
      <PanelProvider value={panel.close}>
        <BindingsProvider name="route" value={panel.params}>
          <ScreenPage screen={panel.screen} />
        </BindingsProvider>
      </PanelProvider>
    </div>
  );
  const titleId = useId();
  const onClose = () => panel.close(false);
  const shared = { isOpen, onClose };
  const head = { title: t('ui:panel.label'), isTitleHidden: true, closeLabel: t('ui:close') };
  return panel.as === 'modal' ? (
    <Dialog {...shared} aria-labelledby={titleId}>
      <PanelHead {...head} titleId={titleId} onClose={onClose} />
      {screen}
    </Dialog>
  ) : (
    <SlideOver {...shared} {...head}>
      {screen}
    </SlideOver>
  );
}

import type { Panel, Question, ToastMessage } from '../../core/actions.ts';

export interface ShownToast extends ToastMessage {
  readonly id: number;
}

export interface OpenQuestion extends Question {
  readonly answer: (isAccepted: boolean) => void;
}

export interface OpenPanel extends Panel {
  readonly close: (isDone: boolean) => void;
}

/** What lies over the page now. */
export interface OverlayState {
  readonly toasts: readonly ShownToast[];
  readonly question: OpenQuestion | undefined;
  readonly panel: OpenPanel | undefined;
}

/** Toasts, the question and the panel over the page; one question and one panel at a time. */
export interface Overlays {
  toast(message: ToastMessage): void;
  dismissToast(id: number): void;
  /** A question that comes while another waits is answered with no. */
  confirm(question: Question): Promise<boolean>;
  /** Answers once it is closed: whether something was submitted in it. One that is open is closed. */
  open(panel: Panel): Promise<boolean>;
  /** Takes the panel away, and the question as answered with no; toasts stay. */
  clear(): void;
  readonly current: () => OverlayState;
  readonly subscribe: (listener: () => void) => () => void;
}

export function createOverlays(): Overlays {
  let state: OverlayState = { toasts: [], question: undefined, panel: undefined };
  let lastId = 0;
  const listeners = new Set<() => void>();

  function update(part: Partial<OverlayState>) {
    state = { ...state, ...part };
    for (const listener of listeners) listener();
  }

  return {
    toast(message) {
      lastId += 1;
      update({ toasts: [...state.toasts, { ...message, id: lastId }] });
    },
    dismissToast: (id) => update({ toasts: state.toasts.filter((toast) => toast.id !== id) }),
    confirm: async (question) =>
      state.question === undefined &&
      new Promise((resolve) => {
        const answer = (isAccepted: boolean) => {
          update({ question: undefined });
          resolve(isAccepted);
        };
        update({ question: { ...question, answer } });
      }),
    open: async (panel) => {
      state.panel?.close(false);
      return new Promise((resolve) => {
        const close = (isDone: boolean) => {
          update({ panel: undefined });
          resolve(isDone);
        };
        update({ panel: { ...panel, close } });
      });
    },
    clear() {
      state.question?.answer(false);
      state.panel?.close(false);
    },
    current: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

import { ApiError, isEmptyPeriod } from '../../core/callError.ts';

export interface Failure {
  readonly id: number;
  readonly error: unknown;
  /** What failed, where that changes what is said of it. */
  readonly of?: 'download' | undefined;
}

type Listener = (failures: readonly Failure[]) => void;

/** Failed calls that wait to be shown as toasts. */
export interface Failures {
  report(error: unknown, of?: 'download'): void;
  dismiss(id: number): void;
  current(): readonly Failure[];
  subscribe(listener: Listener): () => void;
}

/** A screen's calls often fail together and for one reason, so each reason is shown once at a time. */
export function createFailures(): Failures {
  let failures: readonly Failure[] = [];
  let lastId = 0;
  const listeners = new Set<Listener>();

  function update(next: readonly Failure[]) {
    failures = next;
    for (const listener of listeners) listener(failures);
  }

  return {
    report(error, of) {
      // The login page and the page for blocked accounts already answer these.
      if (error instanceof ApiError && (error.status === 401 || error.status === 423)) return;
      // Said in place, as an empty state.
      if (isEmptyPeriod(error)) return;
      if (failures.some((shown) => reasonOf(shown.error) === reasonOf(error))) return;
      lastId += 1;
      update([...failures, { id: lastId, error, of }]);
    },
    dismiss: (id) => update(failures.filter((failure) => failure.id !== id)),
    current: () => failures,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? `${error.name} ${error.message}` : String(error);
}

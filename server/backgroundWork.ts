import type { Logger } from 'pino';

/** Work that nobody waits for, such as mails after an answer. */
export interface BackgroundWork {
  /** Begins once the present answer is on its way; a failure is logged under `name`. */
  run(name: string, work: () => Promise<void>): void;
  /** Resolves when nothing is under way. */
  idle(): Promise<void>;
}

export function createBackgroundWork(logger: Pick<Logger, 'error'>): BackgroundWork {
  const running = new Set<Promise<void>>();
  return {
    run(name, work) {
      const job = new Promise<void>((resolve) => setImmediate(resolve))
        .then(work)
        .catch((error: unknown) => logger.error({ err: error }, `${name} failed`))
        .finally(() => running.delete(job));
      running.add(job);
    },
    async idle() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}

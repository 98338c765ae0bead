import { AsyncLocalStorage } from 'node:async_hooks';

const store = new AsyncLocalStorage<boolean>();

/** Does work whose transactions PostgreSQL lets change nothing, whatever the code that runs does. */
export function readingOnly<T>(work: () => Promise<T>): Promise<T> {
  return store.run(true, work);
}

/**
 * Writes in the midst of `readingOnly` what is of nobody but who reads, such as the ticket for a
 * file. Not within a transaction of that: the embedded database would wait for itself.
 */
export function writingAside<T>(work: () => Promise<T>): Promise<T> {
  return store.run(false, work);
}

export const isReadingOnly = (): boolean => store.getStore() === true;

/** Of PostgreSQL's error for something that a transaction may only read. */
export const readOnlyTransaction = '25006';

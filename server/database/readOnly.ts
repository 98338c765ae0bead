import { AsyncLocalStorage } from 'node:async_hooks';

const store = new AsyncLocalStorage<true>();

/** Does work whose transactions PostgreSQL lets change nothing, whatever the code that runs does. */
export function readingOnly<T>(work: () => Promise<T>): Promise<T> {
  return store.run(true, work);
}

export const isReadingOnly = (): boolean => store.getStore() === true;

/** Of PostgreSQL's error for something that a transaction may only read. */
export const readOnlyTransaction = '25006';

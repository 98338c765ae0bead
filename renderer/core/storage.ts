/** Storage that a browser may forbid: then nothing is remembered, and nothing breaks. */

const browser = () => localStorage;
/** Outlives a reload, not the tab. */
const tab = () => sessionStorage;

function read(open: () => Storage, key: string): string | undefined {
  try {
    return open().getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

function write(open: () => Storage, key: string, value: string | undefined): void {
  try {
    if (value === undefined) open().removeItem(key);
    else open().setItem(key, value);
  } catch {
    // Forbidden or full: the choice lasts until the page is left.
  }
}

export const readStored = (key: string) => read(browser, key);
/** Undefined forgets it. */
export const writeStored = (key: string, value: string | undefined) => write(browser, key, value);

export const readTab = (key: string) => read(tab, key);
/** Undefined forgets it. */
export const writeTab = (key: string, value: string | undefined) => write(tab, key, value);

import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Rows of one list or table: more would be a book, and keep the browser busy for minutes. */
export const maxPrintedRows = 2000;

/** Whether the page is on its way to paper: what only paper shows is drawn then, and no sooner. */
export function useIsPrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false);
  useEffect(() => {
    const media = window.matchMedia('print');
    // The browser lays the paper out as soon as the listeners have returned.
    const set = (next: boolean) => flushSync(() => setIsPrinting(next));
    const begin = () => set(true);
    const end = () => set(false);
    const follow = () => set(media.matches);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    media.addEventListener('change', follow);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
      media.removeEventListener('change', follow);
    };
  }, []);
  return isPrinting;
}

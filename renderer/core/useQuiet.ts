import { useEffect, useState } from 'react';

const quietMilliseconds = 300;

/** A text once it rests, so that not each letter is asked for. */
export function useQuiet(text: string): string {
  const [quiet, setQuiet] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(text), quietMilliseconds);
    return () => clearTimeout(timer);
  }, [text]);
  return quiet;
}

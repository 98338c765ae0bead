import { useEffect, useState } from 'react';

const typingMilliseconds = 400;

/** What is filled in, once nobody has typed for a moment; the last that was valid stays. */
export function useSettled<Data>(data: Data | undefined): Data | undefined {
  const [settled, setSettled] = useState(data);
  useEffect(() => {
    if (!data) return undefined;
    const timer = setTimeout(() => setSettled(data), typingMilliseconds);
    return () => clearTimeout(timer);
  }, [data]);
  return settled;
}

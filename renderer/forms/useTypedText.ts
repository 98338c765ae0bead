import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

const quietMilliseconds = 250;

interface TypedText {
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly onBlur: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/**
 * Keeps what is typed in the input itself and hands it on when the typing rests, the input is left
 * or Enter submits: a keystroke then costs one input, not a form of hundreds of fields.
 */
export function useTypedText(
  given: string,
  commit: (text: string) => void,
  { trims = true }: { trims?: boolean } = {},
): TypedText {
  const [typed, setTyped] = useState<string>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef({ typed, commit });
  useEffect(() => {
    latest.current = { typed, commit };
  });
  // A field that goes, by its condition or with its step, hands on what was typed last.
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      const { typed: text, commit: handOver } = latest.current;
      if (text !== undefined) handOver(text);
    },
    [],
  );

  const clean = (text: string) => (trims ? text.trim() : text);

  function handOn() {
    clearTimeout(timer.current);
    const { typed: text } = latest.current;
    if (text !== undefined) latest.current.commit(clean(text));
  }

  return {
    value: typed ?? given,
    onChange(text) {
      setTyped(text);
      latest.current = { ...latest.current, typed: text };
      clearTimeout(timer.current);
      timer.current = setTimeout(handOn, quietMilliseconds);
    },
    onBlur() {
      const text = latest.current.typed;
      clearTimeout(timer.current);
      // The validation that follows a blur reads the form's data.
      flushSync(() => {
        if (text !== undefined) commit(clean(text));
        setTyped(undefined);
      });
      latest.current = { ...latest.current, typed: undefined };
    },
    onKeyDown(event) {
      // The submit that follows reads the form's data.
      if (event.key === 'Enter') flushSync(handOn);
    },
  };
}

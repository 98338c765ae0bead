import { InputGroup } from '@blueprintjs/core';
import { useEffect, useRef, useState } from 'react';
import { Icon } from './Icon.tsx';

const debounceMilliseconds = 300;

interface SearchFieldProps {
  readonly placeholder: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Searches when typing pauses. Blanks around the words don't count. */
export function SearchField({ placeholder, value, onChange }: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  const settled = useRef(value);

  // The address changed by other means, such as going back.
  if (value !== settled.current) {
    settled.current = value;
    setTyped(value);
  }

  useEffect(() => {
    const next = typed.trim();
    if (next === settled.current) return undefined;
    const timer = setTimeout(() => {
      settled.current = next;
      onChange(next);
    }, debounceMilliseconds);
    return () => clearTimeout(timer);
  }, [typed, onChange]);

  return (
    <InputGroup
      className="table-search"
      type="search"
      leftElement={<Icon name="search" className="search-icon" />}
      placeholder={placeholder}
      aria-label={placeholder}
      maxLength={100}
      value={typed}
      onValueChange={setTyped}
    />
  );
}

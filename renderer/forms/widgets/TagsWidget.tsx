import type { WidgetProps } from '@rjsf/utils';
import { type KeyboardEvent, useState } from 'react';
import { inputWiring } from '../wiring.ts';
import { Chip } from './Chip.tsx';

const separators = /[,;\r\n]+/;

/** A list of short texts: Enter, a comma or leaving ends one, a pasted list becomes several. */
export function TagsWidget(props: WidgetProps) {
  const { id, value, placeholder, onChange, onBlur } = props;
  const { disabled, autoFocus, ...wiring } = inputWiring(props);
  const [typed, setTyped] = useState('');
  const tags: string[] = Array.isArray(value) ? value.map(String) : [];

  function add(text: string) {
    const added = text.split(separators).map((one) => one.trim());
    const next = [...new Set([...tags, ...added.filter(Boolean)])];
    if (next.length > tags.length) onChange(next);
    setTyped('');
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && typed.trim() !== '') {
      // It ends the tag, and doesn't submit.
      event.preventDefault();
      add(typed);
    } else if (event.key === 'Backspace' && typed === '' && tags.length > 0) {
      onChange(tags.slice(0, -1));
    }
  }

  return (
    <div className="multi-select-box" data-disabled={disabled}>
      {tags.map((tag) => (
        <Chip
          key={tag}
          label={tag}
          onRemove={disabled ? undefined : () => onChange(tags.filter((one) => one !== tag))}
        />
      ))}
      <input
        {...wiring}
        // biome-ignore lint/a11y/noAutofocus: the schema's owner asked for it.
        autoFocus={autoFocus}
        disabled={disabled}
        placeholder={tags.length === 0 ? placeholder : ''}
        value={typed}
        onChange={(event) => {
          const text = event.currentTarget.value;
          if (separators.test(text)) add(text);
          else setTyped(text);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => {
          add(typed);
          onBlur(id, value);
        }}
      />
    </div>
  );
}

import type { WidgetProps } from '@rjsf/utils';
import { useTypedText } from '../useTypedText.ts';
import { inputWiring } from '../wiring.ts';

/** A colour: picked, or typed as #rrggbb. */
export function ColorWidget(props: WidgetProps) {
  const { id, value, label, options, onChange, onBlur } = props;
  const { autoFocus, ...wiring } = inputWiring(props);
  const given = typeof value === 'string' ? value : '';
  const text = useTypedText(given, (next) => onChange(next || options.emptyValue));
  return (
    <div className="form-color">
      <input
        type="color"
        aria-label={label}
        tabIndex={-1}
        disabled={wiring.disabled}
        value={/^#[0-9a-f]{6}$/i.test(given) ? given : '#000000'}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <input
        {...wiring}
        // biome-ignore lint/a11y/noAutofocus: the schema's owner asked for it.
        autoFocus={autoFocus}
        className="bp6-input"
        size={8}
        placeholder="#rrggbb"
        value={text.value}
        onChange={(event) => text.onChange(event.currentTarget.value)}
        onKeyDown={text.onKeyDown}
        onBlur={() => {
          text.onBlur();
          onBlur(id, value);
        }}
      />
    </div>
  );
}

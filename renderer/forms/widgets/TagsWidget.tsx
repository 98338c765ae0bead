import { TagInput } from '@blueprintjs/core';
import type { WidgetProps } from '@rjsf/utils';
import { useTranslation } from 'react-i18next';
import { inputWiring } from '../wiring.ts';

/** A list of short texts: Enter or a comma ends one, a pasted list becomes several. */
export function TagsWidget(props: WidgetProps) {
  const { t } = useTranslation();
  const { id, value, placeholder, onChange, onBlur } = props;
  const { disabled, autoFocus: _never, ...wiring } = inputWiring(props);
  const tags: string[] = Array.isArray(value) ? value.map(String) : [];
  return (
    <TagInput
      fill
      addOnBlur
      addOnPaste
      disabled={disabled}
      separator={/[,;\n\r]/}
      values={tags}
      inputProps={{ ...wiring, onBlur: () => onBlur(id, value) }}
      tagProps={(tag) => ({
        minimal: true,
        removeButtonProps: { 'aria-label': t('forms:remove', { label: String(tag) }) },
      })}
      {...(placeholder && { placeholder })}
      onChange={(values) => {
        const texts = values.map((one) => String(one).trim()).filter(Boolean);
        onChange([...new Set(texts)]);
      }}
    />
  );
}

import type { TFunction } from 'i18next';
import { useCallback } from 'react';
import type { EnumerationName } from '../../schemas/manifest/enumerations.ts';
import type { Text } from '../../schemas/manifest/references.ts';
import { type BindingContext, resolveValue, useBindings } from './bindings.ts';
import { formatPercent } from './numberFormat.ts';
import { useTranslation } from './translation.ts';

/** i18next's translate function. */
export type Translate = TFunction;

/** The label of an enumeration's value; the value itself when it has none. */
export function labelOf(name: EnumerationName | string, value: unknown, t: Translate): string {
  const key = `enums:${name}.${value}`;
  const label = t(key);
  // A key comes back when it has no text. Options cost more than all the rest, so only then.
  return label.startsWith(`${name}.`) ? t(key, { defaultValue: String(value) }) : label;
}

/** Stands for a value: no text has it. */
const gap = '\ufffc';

/** A text with one value in it, looked up once: for what is said of each row of a list. */
export function sentenceOf(t: Translate, key: string, name: string): (value: unknown) => string {
  const parts = t(key, { [name]: gap }).split(gap);
  return (value) => parts.join(String(value));
}

/** A manifest text in words. Bound values that aren't known yet are empty. */
export function resolveText(
  text: Text,
  context: BindingContext,
  t: Translate,
  locale = 'en',
): string {
  if (typeof text === 'string') {
    return text.startsWith('$') ? asText(resolveValue(text, context)) : t(text);
  }
  if ('enumeration' in text) {
    const value = resolveValue(text.value, context);
    return isMissing(value) ? '' : labelOf(text.enumeration, value, t);
  }
  const values = Object.entries(text.values).map(([name, value]) => {
    if (typeof value !== 'object') {
      const found = resolveValue(value, context);
      return [name, Array.isArray(found) ? found.join(', ') : (found ?? '')];
    }
    if ('enumeration' in value) return [name, resolveText(value, context, t)];
    if (value.as === 'percent') {
      const number = resolveValue(value.value, context);
      return [
        name,
        isMissing(number) ? '' : formatPercent(Number(number), { locale, signed: true }),
      ];
    }
    const day = asText(resolveValue(value.value, context)).slice(0, 10).split('-').reverse();
    return [name, day.slice(value.as === 'month' ? 1 : 0).join('.')];
  });
  return t(text.key, Object.fromEntries(values) as Record<string, string>);
}

/** Turns manifest texts into words in the current language; `row` is what `$row` names. */
export function useText(): (text: Text, row?: unknown) => string {
  const { t, i18n } = useTranslation();
  const bindings = useBindings();
  return useCallback(
    (text, row) => resolveText(text, { ...bindings, row }, t, i18n.language),
    [bindings, t, i18n.language],
  );
}

function isMissing(value: unknown): value is null | undefined | '' {
  return value === undefined || value === null || value === '';
}

function asText(value: unknown): string {
  return isMissing(value) ? '' : String(value);
}

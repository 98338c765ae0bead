import type { RJSFValidationError } from '@rjsf/utils';
import type { FormSurroundings } from './wiring.ts';

interface SummaryEntry {
  /** Of the input that it leads to. */
  readonly id: string;
  readonly text: string;
}

/**
 * What is wrong, each fault once, under the names of the fields and in their order: rjsf appends what
 * the server said without names, and again at each look. Faults of no field come last.
 */
export function summarise(
  errors: readonly RJSFValidationError[],
  { idPrefix = 'root', labels = [] }: Partial<Pick<FormSurroundings, 'idPrefix' | 'labels'>> = {},
): SummaryEntry[] {
  const named = errors.map(({ property = '', message, stack, title }) => {
    const path = property.replace(/^\./, '');
    const place = labels.findIndex(({ name }) => name === path.split('.')[0]);
    const label = labels[place]?.label ?? title;
    return {
      id: `${idPrefix}_${path.replaceAll('.', '_')}`,
      text: label && message ? `${label}: ${message}` : (message ?? stack),
      place: place < 0 ? labels.length : place,
    };
  });
  const ordered = named.toSorted((one, other) => one.place - other.place);
  const once = new Map(ordered.map(({ id, text }) => [`${id} ${text}`, { id, text }]));
  return [...once.values()];
}

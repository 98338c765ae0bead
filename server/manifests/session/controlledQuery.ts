import type { ScreenManifest } from '../../../schemas/manifest/compiled.ts';
import type { PlainObject } from './partTree.ts';

/** What a query parameter may be, as the control that sets it has it. */
export type ControlledParameter = Omit<ScreenManifest['query'][string], 'default' | 'secret'>;

/** The query parameters that a compiled part sets, when it is a control: an address can hold anything. */
export function listControlled(part: PlainObject): [name: string, known: ControlledParameter][] {
  const { kind, query, only, none, begin, end, most } = part;
  if (kind === 'choice' && Array.isArray(only) && only.length > 0) {
    return [[String(query), { only: none === undefined ? only : ['', ...only] }]];
  }
  if (kind === 'pick' && typeof most === 'number') return [[String(query), { most }]];
  if (kind === 'period') {
    const [first, last] = [String(begin), String(end)];
    return [
      [first, { isDay: true }],
      [last, { isDay: true, atLeast: first }],
    ];
  }
  return [];
}

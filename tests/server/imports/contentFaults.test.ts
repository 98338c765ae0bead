import pg from 'pg';
import { expect, it } from 'vitest';
import cs from '../../../locales/cs/imports.json' with { type: 'json' };
import pl from '../../../locales/pl/imports.json' with { type: 'json' };
import { findContentFault } from '../../../server/imports/contentFaults.ts';
import { sayIn } from '../../../server/said.ts';

function refusal(code: string, constraint?: string) {
  const error = new pg.DatabaseError('words of the database', 0, 'error');
  return Object.assign(error, { code, constraint });
}

it.each<[Error, RegExp]>([
  [refusal('22003'), /^Baza danych nie przyjmuje jednej z wartości wiersza.*22003/],
  [refusal('23505', 'device_serial'), /^Wiersz jest sprzeczny.*23505, device_serial/],
  [refusal('54000'), /^Wiersz zawiera więcej.*54000/],
  [new RangeError('words of the engine'), /^Wiersza nie można przetworzyć/],
])('what was not to be foreseen is said in the reader’s language: %s', (error, inPolish) => {
  const fault = findContentFault(error);
  expect(fault?.code).toBe('NOT_STORED');
  const said = fault?.said ?? { text: 'faults.badText' };
  expect(sayIn({ imports: pl })(said)).toMatch(inPolish);
  const all = `${fault?.message} ${sayIn({ imports: cs })(said)}`;
  expect(all).not.toMatch(/words of|undefined|\{\{/);
});

it('what another time would not meet is no fault of the line', () => {
  expect(findContentFault(refusal('57P01'))).toBeUndefined();
});

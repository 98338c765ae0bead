import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRefusalLog } from '../../../server/identity/tokenRefusals.ts';

type Line = Readonly<Record<string, unknown>>;
let lines: Line[];
let refuse: ReturnType<typeof createRefusalLog>;

beforeEach(() => {
  vi.useFakeTimers();
  lines = [];
  refuse = createRefusalLog({ warn: (line: unknown) => void lines.push(line as Line) });
});
afterEach(() => {
  vi.useRealTimers();
});
const reasons = () => lines.map(({ reason, more }) => (more ? `${reason} ${more}` : reason));

it('writes a token that comes again and again once a minute, and counts the others', () => {
  for (let call = 0; call < 12; call += 1) refuse('a', 'EXPIRED');
  refuse('b', 'EXPIRED');
  expect(reasons()).toEqual(['EXPIRED', 'EXPIRED']);
  expect(lines[0]?.['incident']).not.toBe(lines[1]?.['incident']);
  vi.advanceTimersByTime(60_000);
  expect(reasons()).toEqual(['EXPIRED', 'EXPIRED', 'EXPIRED 11']);
  refuse('a', 'EXPIRED');
  expect(lines[3]).toEqual(lines[0]);
});

it('writes twenty of a reason in a minute, and a flood of one hides no other', () => {
  for (let call = 0; call < 1000; call += 1) refuse(`forged-${call}`, 'OPAQUE');
  refuse('true', 'AUDIENCE', { subject: 's', username: 'anna' });
  expect(lines).toHaveLength(21);
  expect(lines[20]).toMatchObject({ reason: 'AUDIENCE', subject: 's', username: 'anna' });
  vi.advanceTimersByTime(60_000);
  expect(reasons().slice(21)).toEqual(['OPAQUE 980']);
  vi.advanceTimersByTime(600_000);
  expect(lines).toHaveLength(22);
});

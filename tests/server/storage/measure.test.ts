import { expect, it } from 'vitest';
import { measure } from '../../../server/storage/measure.ts';

const piece = 65_536;
const pieces = 8192;

it.each([
  ['with a signal', new AbortController().signal],
  ['without one', undefined],
])('lets everything go that went through, %s', async (_, signal) => {
  async function* content() {
    for (let count = 0; count < pieces; count += 1) yield Buffer.alloc(piece);
  }
  const limits = { maxBytes: pieces * piece, ...(signal && { signal }) };
  const measuring = measure(content(), limits);
  const { arrayBuffers: before } = process.memoryUsage();
  let maxHeld = 0;
  let bytes = 0;
  for await (const { length } of measuring.pieces) {
    bytes += length;
    maxHeld = Math.max(maxHeld, process.memoryUsage().arrayBuffers - before);
  }
  expect(measuring.measured().bytes).toBe(bytes);
  expect(bytes).toBe(512 << 20);
  // A fifth of what went through would be a leak.
  expect(maxHeld).toBeLessThan(100 << 20);
});

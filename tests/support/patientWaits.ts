import { vi } from 'vitest';
import { patience } from './patience.ts';

// A process that runs several files runs this before each.
const original = Symbol.for('waitFor without patience');
const known = vi as typeof vi & { [original]?: typeof vi.waitFor };
known[original] ??= vi.waitFor;
const waitFor = known[original];

vi.waitFor = (check, options) =>
  waitFor(check, typeof options === 'number' ? options : { timeout: patience, ...options });

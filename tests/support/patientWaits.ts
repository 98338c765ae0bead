import { vi } from 'vitest';
import { patience } from './patience.ts';

const { waitFor } = vi;

vi.waitFor = (check, options) =>
  waitFor(check, typeof options === 'number' ? options : { timeout: patience, ...options });

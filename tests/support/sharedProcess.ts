import { afterAll, vi } from 'vitest';

// Files share a process: what one replaced is not the next one's.
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

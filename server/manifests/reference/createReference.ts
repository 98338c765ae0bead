import type { LoadedFiles } from '../load.ts';

export function createReference(_loaded: LoadedFiles): ReadonlyMap<string, string> {
  return new Map();
}

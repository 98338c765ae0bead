import type { Fault } from '../faults.ts';
import type { LoadedFiles } from '../load.ts';

export function lint(
  _loaded: LoadedFiles,
  _faults: readonly Fault[],
): { faults: Fault[]; warnings: Fault[] } {
  return { faults: [], warnings: [] };
}

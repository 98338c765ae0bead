import type { ImportKind } from '../../schemas/entities/importRun.ts';
import { publish } from '../metrics/events.ts';
import type { ImportRun } from './runs.repository.ts';

/** Publishes how many lines an import has come further, for metrics. */
export function publishLines(kind: ImportKind, before: ImportRun, after: ImportRun): void {
  publish('linesImported', {
    kind,
    accepted: after.accepted - before.accepted,
    duplicates: after.duplicates - before.duplicates,
    rejected: after.rejected - before.rejected,
  });
}

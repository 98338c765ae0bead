import { type ReportStatus, reportStatuses } from '../../../schemas/entities/report.ts';

/** What may become of a report. Whatever isn't here can't happen: every UPDATE asks (moveReport). */
const transitions = {
  /** Kept, and not in the queue yet. */
  AWAITED: ['IN_QUEUE', 'CANCELED'],
  IN_QUEUE: ['STARTED', 'CANCELED'],
  /** Back to the queue when the process that made it ended. */
  STARTED: ['GENERATED', 'FAILED', 'CANCELED', 'IN_QUEUE'],
  /** The file is whole and in its place; whoever wanted a mail may not have it yet. */
  GENERATED: ['FINISHED'],
  FINISHED: [],
  FAILED: ['AWAITED'],
  CANCELED: ['AWAITED'],
} as const satisfies Record<ReportStatus, readonly ReportStatus[]>;

/** From which states a report may come to this one. */
export function statesBefore(to: ReportStatus): ReportStatus[] {
  return reportStatuses.filter((from) => canMove(from, to));
}

export function canMove(from: ReportStatus, to: ReportStatus): boolean {
  return (transitions[from] as readonly ReportStatus[]).includes(to);
}

/** Something is still to happen to it by itself. */
export const unfinished = ['AWAITED', 'IN_QUEUE', 'STARTED'] as const;

/** Nothing happens to it any more, unless somebody wants it made again. */
export const finished = ['FINISHED', 'FAILED', 'CANCELED'] as const;

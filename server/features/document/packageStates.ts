import { type PackageStatus, packageStatuses } from '../../../schemas/entities/document.ts';

/** What may become of a package. Whatever isn't here can't happen: every UPDATE asks (movePackage). */
const transitions = {
  WAITING: ['PROCESSING'],
  /** Back to the queue when the process that made it ended. */
  PROCESSING: ['READY', 'ERROR', 'WAITING'],
  READY: [],
  /** Support has failed jobs tried again. */
  ERROR: ['WAITING'],
} as const satisfies Record<PackageStatus, readonly PackageStatus[]>;

/** From which states a package may come to this one. */
export function statesBefore(to: PackageStatus): PackageStatus[] {
  return packageStatuses.filter((from) =>
    (transitions[from] as readonly PackageStatus[]).includes(to),
  );
}

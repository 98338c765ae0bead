import type { Alert, Urgency, WarningEventKind } from '../../schemas/entities/warning.ts';
import type { Episode } from './detect.ts';

/** A warning that nobody has resolved, as it is stored; instants in UTC ms. */
export interface KnownWarning {
  readonly id: number;
  readonly alert: Alert;
  readonly state: 'ACTIVE' | 'RECENT';
  readonly urgency: Urgency;
  readonly first: number;
  readonly last: number;
  readonly clearedAt: number | null;
  readonly figure: number | null;
  readonly limit: number | null;
}

export interface Reconciled {
  readonly raised: readonly Episode[];
  /** With what they are to be from now on. */
  readonly changed: readonly { readonly known: KnownWarning; readonly episode: Episode }[];
  /** Of which readings say now that there was nothing. */
  readonly withdrawn: readonly KnownWarning[];
}

/**
 * What becomes of a device's warnings of one type when it is looked at anew from an instant on: an
 * episode goes on with the warning that it overlaps, one that overlaps none is raised, and a warning
 * that no episode overlaps is withdrawn. What began before stays, and what was over before `oldest`
 * raises nothing.
 */
export function reconcile(
  known: readonly KnownWarning[],
  episodes: readonly Episode[],
  { from, oldest }: { readonly from: number; readonly oldest: number },
): Reconciled {
  const touched = known
    .filter(({ first }) => first >= from)
    .sort((one, other) => one.first - other.first);
  const left = new Set(touched);
  const raised: Episode[] = [];
  const changed: { known: KnownWarning; episode: Episode }[] = [];
  for (const episode of episodes) {
    const own = touched.find(
      (one) => left.has(one) && one.first <= episode.last && one.last >= episode.first,
    );
    if (own) {
      left.delete(own);
      if (!isAsKnown(own, episode)) changed.push({ known: own, episode });
    } else if (episode.last >= oldest) raised.push(episode);
  }
  return { raised, changed, withdrawn: [...left] };
}

function isAsKnown(known: KnownWarning, episode: Episode): boolean {
  return (
    known.first === episode.first &&
    known.last === episode.last &&
    known.clearedAt === episode.clearedAt &&
    known.urgency === episode.urgency &&
    known.figure === episode.figure &&
    known.limit === episode.limit
  );
}

/** What a change is called in the warning’s history; none for one that merely goes on. */
export function eventsOf(known: KnownWarning, episode: Episode): WarningEventKind[] {
  return [
    ...(episode.urgency > known.urgency ? (['URGENCY'] as const) : []),
    ...(known.clearedAt === null && episode.clearedAt !== null ? (['CLEARED'] as const) : []),
    ...(known.clearedAt !== null && episode.clearedAt === null ? (['RETURNED'] as const) : []),
  ];
}

import type { NavigationEntry } from '../../schemas/manifest/compiled.ts';
import { resolveValue, useBindings } from './bindings.ts';
import { useSource } from './data.ts';
import { DataProvider } from './dataContext.ts';
import { useText } from './text.ts';

type Badge = NonNullable<NavigationEntry['badge']>;

const most = 99;

/** A number beside an entry, asked for again now and then; nothing while there is none. */
export function EntryBadge({ badge }: { badge: Badge }) {
  const milliseconds = badge.seconds * 1000;
  const { data } = useSource(badge.source, { again: () => milliseconds });
  return (
    <DataProvider value={{ data, isPending: false }}>
      <Count badge={badge} />
    </DataProvider>
  );
}

function Count({ badge }: { badge: Badge }) {
  const text = useText();
  const count = Number(resolveValue(badge.value, useBindings()) ?? 0);
  if (!(count > 0)) return null;
  const label = text(badge.label);
  return (
    <span className="entry-badge" title={label}>
      <span aria-hidden="true">{count > most ? `${most}+` : count}</span>
      <span className="visually-hidden">{label}</span>
    </span>
  );
}

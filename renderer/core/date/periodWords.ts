import { formatDate } from '../format.ts';
import type { SomeDays } from './usualPeriods.ts';

/** A year by its number, else both days. */
export function periodWords({ begin, end }: SomeDays): string {
  const year = begin?.slice(0, 4);
  if (year && begin === `${year}-01-01` && end === `${year}-12-31`) return year;
  return [begin, end].map((day) => (day ? formatDate(day) : '…')).join(' – ');
}

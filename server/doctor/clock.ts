import { type Finding, fault, notice } from './finding.ts';

/** Tokens count for minutes: a second of difference is nothing, a minute refuses good ones. */
const noticedMilliseconds = 5000;
const faultMilliseconds = 60_000;

/**
 * Compares this machine's clock with another's.
 * @param theirs what it said, in milliseconds since 1970
 * @param sent when it was asked
 */
export function lookAtClock(who: string, theirs: number, sent: number): Finding[] {
  // It answered between then and now: the middle is off by half the way at most.
  const apart = Math.round(theirs - (sent + Date.now()) / 2);
  const seconds = Math.round(Math.abs(apart) / 1000);
  if (Math.abs(apart) < noticedMilliseconds) return [];
  const text = `${who}’s clock is ${seconds} s ${apart > 0 ? 'ahead of' : 'behind'} this machine’s.`;
  const mend = 'Have both set their clocks by NTP.';
  return [Math.abs(apart) < faultMilliseconds ? notice(text, mend) : fault(text, mend)];
}

/** The same by the header of an HTTP answer, which has whole seconds. */
export function lookAtDate(who: string, response: Response, sent: number): Finding[] {
  const date = Date.parse(response.headers.get('date') ?? '');
  return Number.isNaN(date) ? [] : lookAtClock(who, date + 500, sent);
}

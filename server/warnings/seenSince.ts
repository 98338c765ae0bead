import { warningKinds } from '../../schemas/kinds/warnings.ts';

const telling = Object.values(warningKinds).filter(
  ({ limitTellsDays }) => limitTellsDays !== undefined,
);

/**
 * What an account sees of a warning, as SQL that all who show or tell of one share: lists, the
 * calendar, mails and summaries. It asks for the columns of `warning`, and for `since`: the first
 * instant that the account may see of the device, null when it may see all.
 *
 * What a warning is on the first day, such as its state and how urgent it is, is a fact of that day.
 * How it came to be so is of before.
 */
export const seenSince = {
  /** `since` itself, of `property`, `property_access` and `tenant`, who may be nobody. */
  instant: `greatest(access_since, moved_in)::timestamp AT TIME ZONE time_zone`,
  /** Its end is no part of it, but for what is over in the instant in which it begins. */
  isSeen: (since = 'since') => `(${since} IS NULL
    OR greatest(first_occurrence, last_occurrence - interval '1 microsecond') >= ${since})`,
  firstOccurrence: 'greatest(first_occurrence, since)',
  /** Of a warning that began before, nobody knows when the worst was. */
  figure: 'CASE WHEN since IS NULL OR first_occurrence >= since THEN figure END',
  /** Null where it tells of days that may not be seen. */
  limit: (alert = 'alert') =>
    `CASE WHEN ${telling
      .map(
        ({ type, limitTellsDays }) =>
          `${alert} = '${type}' AND first_occurrence < since + interval '${limitTellsDays} days'`,
      )
      .join(' OR ')} THEN NULL ELSE limit_value END`,
  /** An instant at which somebody did something: null when that was before. */
  instantOf: (column: string) => `CASE WHEN since IS NULL OR ${column} >= since THEN ${column} END`,
} as const;

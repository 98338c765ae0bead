/** SQL for the local day of an instant at a property, of its `time_zone`. */
export const localDay = (now: string) => `(${now}::timestamptz AT TIME ZONE time_zone)::date`;

/** SQL for whether a warning counts: it is active, and not snoozed up to today or a later day. */
export const isCounted = (now: string) =>
  `state = 'ACTIVE' AND (snoozed_until IS NULL OR snoozed_until < ${localDay(now)})`;

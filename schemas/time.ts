/** Lengths of time in milliseconds. A local day may have an hour more or less: see metering/buckets.ts. */
export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** Lengths of time in milliseconds. A local day may have an hour more or less: see metering/buckets.ts. */
export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

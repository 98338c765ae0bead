/** SQL for an instant as UTC milliseconds. */
export function epochMilliseconds(column: string): string {
  return `(extract(epoch FROM ${column}) * 1000)::bigint`;
}

/** SQL for an instant as ISO 8601 has it, in UTC. */
export function isoInstant(column: string): string {
  return `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
}

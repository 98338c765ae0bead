/** SQL for an instant as UTC milliseconds. */
export function epochMilliseconds(column: string): string {
  return `(extract(epoch FROM ${column}) * 1000)::bigint`;
}

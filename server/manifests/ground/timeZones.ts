/** Whether a name is a place of the IANA's list, or universal time. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return name === 'UTC' || name.includes('/');
  } catch {
    return false;
  }
}

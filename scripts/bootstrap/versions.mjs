/** The Node that is fetched where the machine's own is too old: changed here and nowhere else. */
export const pinnedNode = '24.21.0';

/** The first Node that runs .ts files without a flag. */
export const oldestNode = '22.18.0';

/**
 * Negative when `left` is the older of two versions like "22.18.0", 0 when they are the same;
 * what follows a hyphen is not looked at.
 * @param {string} left
 * @param {string} right
 */
export function compareVersions(left, right) {
  const [a, b] = [left, right].map((version) =>
    version.replace(/^v/, '').split('-')[0]?.split('.'),
  );
  for (const place of [0, 1, 2]) {
    const difference = Number(a?.[place] ?? 0) - Number(b?.[place] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Whether this Node runs the server as it is. @param {string} version */
export function isRecentEnough(version) {
  return compareVersions(version, oldestNode) >= 0;
}

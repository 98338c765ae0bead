/** @typedef {{ name: string, seconds: number, files: import('./counts.mjs').FileTime[] }} StepTime */

const maxFiles = 20;

/** @param {number} seconds */
const write = (seconds) => `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`;

/**
 * Where the time of a run went, so that growth is seen: its steps in a line, then the files whose
 * tests took longest.
 * @param {StepTime[]} steps
 */
export function tellTimes(steps) {
  const total = steps.reduce((sum, { seconds }) => sum + seconds, 0);
  const list = steps.map(({ name, seconds }) => `${name} ${write(seconds)}`).join(', ');
  const files = steps.flatMap(({ name, files }) => files.map((file) => ({ ...file, step: name })));
  const dearest = files.toSorted((a, b) => b.seconds - a.seconds).slice(0, maxFiles);
  return [
    `Times: ${list}; together ${Math.floor(total / 60)} min ${Math.round(total % 60)} s`,
    ...dearest.map(({ step, file, seconds }) => `${write(seconds).padStart(8)}  ${step}: ${file}`),
  ].join('\n');
}

/** Between two numbers: a graph's scales lead to pixels, never to colours, dates or texts. */
export function interpolateNumber(from: number, to: number) {
  return (part: number) => from * (1 - part) + to * part;
}

export { interpolateNumber as interpolate };

export function interpolateRound(from: number, to: number) {
  const between = interpolateNumber(from, to);
  return (part: number) => Math.round(between(part));
}

/** For colours in steps, of which graphs have none. */
export function piecewise(): never {
  throw new Error('Graphs have no piecewise scales: see renderer/build/leanChartsPlugin.ts.');
}

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

/** @param {number} start */
const secondsSince = (start) => ((performance.now() - start) / 1000).toFixed(1);

/**
 * Creates the printer of the one line each step of the bootstrap gets: a running clock on a
 * terminal, the label and the seconds it took elsewhere. Where others print meanwhile
 * (`isAlone: false`) it gets two whole lines.
 * @param {NodeJS.WriteStream} stream
 * @param {{ isAlone?: boolean }} [options]
 */
export function createProgress(stream, { isAlone = true } = {}) {
  /**
   * @template T
   * @param {string} label
   * @param {() => Promise<T>} work
   * @returns {Promise<T>}
   */
  return async function showProgress(label, work) {
    const start = performance.now();
    let frame = 0;
    const draw = () => {
      frame += 1;
      stream.write(`\r${frames[frame % frames.length]} ${label} ${secondsSince(start)} s`);
    };
    const clock = stream.isTTY && isAlone ? setInterval(draw, 100) : undefined;
    if (!clock) stream.write(`${label} …${isAlone ? '' : '\n'}`);
    let mark = '✗';
    try {
      const result = await work();
      mark = '✓';
      return result;
    } finally {
      clearInterval(clock);
      const line = `${mark} ${label} ${secondsSince(start)} s`;
      if (!isAlone) stream.write(`${line}\n`);
      else stream.write(stream.isTTY ? `\r${line}\n` : ` ${mark} ${secondsSince(start)} s\n`);
    }
  };
}

/** @typedef {ReturnType<typeof createProgress>} ShowProgress */

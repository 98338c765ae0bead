const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

/** @param {number} start */
const secondsSince = (start) => ((performance.now() - start) / 1000).toFixed(1);

/**
 * Creates the printer of the one line each step of the bootstrap gets: a running clock on a
 * terminal, the label and the seconds it took elsewhere.
 * @param {NodeJS.WriteStream} stream
 */
export function createProgress(stream) {
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
    const clock = stream.isTTY ? setInterval(draw, 100) : undefined;
    if (!stream.isTTY) stream.write(`${label} …`);
    let mark = '✗';
    try {
      const result = await work();
      mark = '✓';
      return result;
    } finally {
      clearInterval(clock);
      const line = `${mark} ${label} ${secondsSince(start)} s`;
      stream.write(stream.isTTY ? `\r${line}\n` : ` ${mark} ${secondsSince(start)} s\n`);
    }
  };
}

/** @typedef {ReturnType<typeof createProgress>} ShowProgress */

import { parseArgs } from 'node:util';

export interface Options {
  /** A quick look: a tenth of the size, or less. */
  readonly small: boolean;
  /** Readings in the larger store of `consumption`. */
  readonly readings: number | undefined;
}

/** Reads `NAME… [--small] [--readings N]`; throws on what it doesn't know. */
export function readArguments(args: readonly string[]): { names: string[]; options: Options } {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { small: { type: 'boolean', default: false }, readings: { type: 'string' } },
  });
  const readings = values.readings === undefined ? undefined : Number(values.readings);
  if (readings !== undefined && !(Number.isInteger(readings) && readings > 0)) {
    throw new Error(`--readings takes a number, not «${values.readings}».`);
  }
  return { names: positionals, options: { small: values.small, readings } };
}

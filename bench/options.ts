import { parseArgs } from 'node:util';

/** In full, as a quick look, or as a proof that it still runs: `npm test` does that. */
export type Size = 'full' | 'small' | 'tiny';

export interface Options {
  readonly size: Size;
  /** Readings in the larger store of `consumption`. */
  readonly readings: number | undefined;
}

/** Reads `NAME… [--small|--tiny] [--readings N]`; throws on what it doesn't know. */
export function readArguments(args: readonly string[]): { names: string[]; options: Options } {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      small: { type: 'boolean', default: false },
      tiny: { type: 'boolean', default: false },
      readings: { type: 'string' },
    },
  });
  const readings = values.readings === undefined ? undefined : Number(values.readings);
  if (readings !== undefined && !(Number.isInteger(readings) && readings > 0)) {
    throw new Error(`--readings takes a number, not «${values.readings}».`);
  }
  return { names: positionals, options: { size: sizeOf(values), readings } };
}

function sizeOf({ small, tiny }: { small: boolean; tiny: boolean }): Size {
  if (tiny) return 'tiny';
  return small ? 'small' : 'full';
}

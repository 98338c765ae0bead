import type { Readable } from 'node:stream';
import { AppError } from '../errors.ts';
import { said } from '../said.ts';

const headBytes = 1 << 20;

/** Nothing came of a file any more, or too little. */
export class Stalled extends Error {
  private readonly seconds: number;

  constructor(idleMilliseconds: number) {
    super('Nothing came of the file any more, or too little.');
    this.seconds = Math.round(idleMilliseconds / 1000);
  }

  toAppError(lines: number): AppError {
    return new AppError(
      'UPLOAD_STALLED',
      said('refusals.stalled', {
        seconds: this.seconds,
        least: leastBytesPerSecond / 1000,
        lines,
      }),
    );
  }
}

/** Far below what a slow mobile network carries. */
const leastBytesPerSecond = 2000;

/**
 * Throws `Stalled` when nothing comes for so long, and when what comes is less than the least rate:
 * each wait uses up the time that there is, and each byte gives some back. Time passes only while the
 * next piece is waited for, not while one is worked on.
 */
export async function* endStalled(
  stream: Readable,
  idleMilliseconds: number,
): AsyncGenerator<unknown> {
  if (idleMilliseconds === Infinity) return yield* stream;
  const pieces = stream[Symbol.asyncIterator]();
  let left = idleMilliseconds;
  try {
    for (;;) {
      let timer: NodeJS.Timeout | undefined;
      const isLate = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Stalled(idleMilliseconds)), Math.max(0, left));
      });
      const began = performance.now();
      const next = pieces.next();
      const { value, done } = await Promise.race([next, isLate]).finally(() => clearTimeout(timer));
      if (done) return;
      const given = (Buffer.byteLength(value) / leastBytesPerSecond) * 1000;
      left = Math.min(idleMilliseconds, left - (performance.now() - began) + given);
      yield value;
    }
  } finally {
    stream.destroy();
  }
}

export async function* limitBytes(
  stream: AsyncIterable<unknown>,
  maxBytes: number,
): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const given of stream) {
    const piece = Buffer.from(given as Buffer | string);
    bytes += piece.length;
    if (bytes > maxBytes) throw tooLarge(maxBytes);
    yield piece;
  }
}

/** What is said of a file that is larger than may be sent. */
export function tooLarge(maxBytes: number): AppError {
  const most = Math.floor(maxBytes / 1_000_000);
  return new AppError('TOO_LARGE', said('refusals.tooLarge', { most }));
}

export async function readHead(pieces: AsyncIterator<Buffer>): Promise<Buffer> {
  const read: Buffer[] = [];
  for (let size = 0; size < headBytes; ) {
    const { value, done } = await pieces.next();
    if (done) break;
    read.push(value);
    size += value.length;
  }
  return Buffer.concat(read);
}

export async function* join(head: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for (let at = 0; at < head.length; at += 65_536) yield head.subarray(at, at + 65_536);
  yield* rest;
}

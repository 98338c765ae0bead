import { createHash } from 'node:crypto';
import { FileTooLarge, type StoredFile } from './fileStore.ts';

/** Lets bytes through and counts them; `measured` says, at their end, how many they were and which. */
export function measure(
  content: AsyncIterable<Uint8Array>,
  { maxBytes, signal }: { readonly maxBytes: number; readonly signal?: AbortSignal },
): { readonly pieces: AsyncGenerator<Uint8Array>; measured(): StoredFile } {
  const hash = createHash('sha256');
  let bytes = 0;
  async function* pieces() {
    for await (const piece of untilAborted(content, signal)) {
      bytes += piece.length;
      if (bytes > maxBytes) throw new FileTooLarge(maxBytes);
      hash.update(piece);
      yield piece;
    }
  }
  return { pieces: pieces(), measured: () => ({ bytes, checksum: hash.digest('hex') }) };
}

/** Ends at once with the signal, also while nothing comes. */
async function* untilAborted(content: AsyncIterable<Uint8Array>, signal: AbortSignal | undefined) {
  const source = content[Symbol.asyncIterator]();
  let refuse: ((reason: unknown) => void) | undefined;
  const abort = () => refuse?.(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });
  try {
    for (;;) {
      signal?.throwIfAborted();
      // One for each piece: a promise that is raced with all of them would hold each until the end.
      const next = Promise.withResolvers<IteratorResult<Uint8Array>>();
      refuse = next.reject;
      source.next().then(next.resolve, next.reject);
      const { value, done } = await next.promise;
      if (done) return;
      yield value;
    }
  } finally {
    signal?.removeEventListener('abort', abort);
    // Not waited for: a source that says nothing never comes to its end.
    source.return?.().catch(() => undefined);
  }
}

import { vi } from 'vitest';
import type { OpenStream } from '../../../renderer/core/api.ts';

/** Streams of server-sent events that a test writes; `refuse` is what is answered instead. */
export function fakeStreams() {
  const encoder = new TextEncoder();
  const opened: { signal: AbortSignal; say: (text: string) => void; end: () => void }[] = [];
  const state = { opened, refuse: undefined as (() => Response) | undefined };
  const openStream = vi.fn<OpenStream>(async (_path, signal) => {
    if (state.refuse) return state.refuse();
    let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
    const body = new ReadableStream<Uint8Array>({
      start: (given) => {
        controller = given;
      },
    });
    signal.addEventListener('abort', () => controller?.error(signal.reason));
    opened.push({
      signal,
      say: (text) => controller?.enqueue(encoder.encode(text)),
      end: () => controller?.close(),
    });
    return new Response(body);
  });
  return Object.assign(state, { openStream });
}

export const changed = (...calls: string[]) =>
  `event: changed\ndata: ${JSON.stringify({ calls })}\n\n`;

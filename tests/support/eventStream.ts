import { EventSourceParserStream } from 'eventsource-parser/stream';

interface Told {
  readonly event: string | undefined;
  readonly data: string;
}

/** Server-sent events of an answer, one after the other; undefined at the end. */
export function readEvents(response: Response) {
  const events = response.body
    ?.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>)
    .pipeThrough(new EventSourceParserStream())
    .getReader();
  if (!events) throw new Error(`An answer ${response.status} without events.`);
  const next = async (): Promise<Told | undefined> => {
    const { value } = await events.read();
    return value && { event: value.event, data: value.data };
  };
  return {
    next,
    leave: () => events.cancel(),
    /** The calls that the next event which isn't a ping tells of; undefined at the end. */
    async nextCalls(): Promise<string[] | undefined> {
      for (;;) {
        const told = await next();
        if (told?.event !== 'ping') return told && JSON.parse(told.data).calls;
      }
    },
  };
}

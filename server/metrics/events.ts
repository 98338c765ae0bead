import { channel } from 'node:diagnostics_channel';
import type { ImportKind } from '../../schemas/entities/importRun.ts';
import type { Alert } from '../../schemas/kinds/warnings.ts';

/**
 * What happens in this process, for metrics. Events go through node's diagnostics channels: the code
 * that does the work knows nothing of metrics, and pays nothing where nobody subscribes.
 */
export interface Events {
  /** Lines of a file, or messages of meters, that have been stored or refused. */
  readonly linesImported: {
    readonly kind: ImportKind;
    readonly accepted: number;
    readonly duplicates: number;
    readonly rejected: number;
  };
  readonly warningRaised: { readonly alert: Alert };
  /** A mail that the server has taken, or hasn't. */
  readonly mailEnded: { readonly isSent: boolean };
}

const channelOf = (event: keyof Events) => channel(`meterhouse.${event}`);

export function publish<Name extends keyof Events>(name: Name, event: Events[Name]): void {
  channelOf(name).publish(event);
}

/** Calls `listener` for each event of a name. What it answers ends that. */
export function subscribe<Name extends keyof Events>(
  name: Name,
  listener: (event: Events[Name]) => void,
): () => void {
  const listen = (event: unknown) => listener(event as Events[Name]);
  channelOf(name).subscribe(listen);
  return () => void channelOf(name).unsubscribe(listen);
}

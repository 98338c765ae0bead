import type { AlertChannelName } from '../../../schemas/entities/alert.ts';
import type { Receiver } from './receiver.repository.ts';
import type { Unsent } from './told.repository.ts';

/** What somebody is told in one go. */
export interface AlertMessage {
  /** The same when it is sent again: what may arrive twice is known by it. */
  readonly id: string;
  readonly decidedAt: Date;
  /** The most urgent first; at least one. */
  readonly warnings: readonly Unsent[];
}

/** A way of telling somebody. What is told, whom and when is decided elsewhere (sendAlerts.ts). */
export interface AlertChannel {
  readonly name: AlertChannelName;
  /** As the history of a warning names it, in all languages. */
  readonly title: string;
  /** Whether the receiver can be told in this way now. */
  isConfigured(receiver: Receiver): boolean;
  /** Answers whether it was sent; false: it was given up. Rejects when it is to be tried again. */
  send(message: AlertMessage, receiver: Receiver): Promise<boolean>;
}

export type AlertChannels = { readonly [Name in AlertChannelName]: AlertChannel };

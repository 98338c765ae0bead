import type { Ending } from './ending.ts';

const channelName = 'meterhouse.session';

interface Message {
  readonly userId: string;
  readonly ending: Ending;
}

/** Tells the browser's other tabs that a user's session is over. */
export function tellTabs(message: Message): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(message);
  channel.close();
}

/** Calls back when another tab ended this user's session; answers how to stop. */
export function followTabs(userId: string, onEnd: (ending: Ending) => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.userId === userId) onEnd(data.ending);
  };
  return () => channel.close();
}

import { listenTo } from '../../database/notifications.ts';
import type { Database } from '../../database/open.ts';
import type { ManifestService } from '../../manifests/serve/service.ts';
import { readSwitches, switchChannel } from './moduleSwitch.repository.ts';

const lookMilliseconds = 15_000;

/**
 * Serves what support has switched, from the start on and whichever process it was switched in.
 * Where nothing can be heard (see notifications.ts) it is looked up now and then.
 */
export async function followSwitches(
  database: Pick<Database, 'pool' | 'statements'>,
  manifests: Pick<ManifestService, 'useSwitches'>,
): Promise<{ stop(): Promise<void> }> {
  const read = async () => manifests.useSwitches(await readSwitches(database.statements));
  let reading: Promise<void> = Promise.resolve();
  // What fails is read with the next word, or look.
  const readAgain = () => {
    reading = reading.then(read).catch(() => undefined);
  };
  let lost: AbortSignal | undefined;
  await read();
  const listening = listenTo(database, switchChannel, {
    onNotified: readAgain,
    onHearing(signal) {
      lost = signal;
      readAgain();
    },
  });
  const looking = setInterval(() => {
    if (lost?.aborted !== false) readAgain();
  }, lookMilliseconds);
  looking.unref();
  return {
    async stop() {
      clearInterval(looking);
      await listening.stop();
      await reading;
    },
  };
}

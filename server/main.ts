import { once } from 'node:events';
import { ConfigError, readConfig } from './config.ts';
import { createFeatures } from './createFeatures.ts';
import { DatabaseLockedError } from './database/open.ts';
import { startGivingBack } from './giveBackMemory.ts';
import { openPortal } from './openPortal.ts';
import { serve } from './serve.ts';

/**
 * Starts the portal, and on SIGINT or SIGTERM shuts everything down in the reverse order. The only
 * reader of process.env.
 */

/** Said by the bootstrap, which builds the pages meanwhile and says so when they are there. */
const pagesFollow = '--pages-follow';
const say = (line: string) => process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const pages = process.argv.includes(pagesFollow) ? hearOfPages() : undefined;
  const config = readConfig(process.env);
  const portal = await openPortal(config, { say, pages });
  const serving = await serve(portal, createFeatures(portal));
  const givingBack = startGivingBack();
  say(`Meterhouse is ready: ${config.PUBLIC_URL}`);
  onceEnded(async () => {
    say('Stopping …');
    givingBack.stop();
    await serving.stop();
    await portal.close();
  });
}

/** Not by `once` of signals: a second one would kill the process while the database is being closed. */
function onceEnded(stop: () => Promise<void>): void {
  let isStopping = false;
  const end = () => {
    if (isStopping) return;
    isStopping = true;
    void stop();
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
}

/** Resolves once the bootstrap has built the pages; without it the portal ends, too. */
async function hearOfPages(): Promise<void> {
  const end = () => process.exit(1);
  process.once('disconnect', end);
  await once(process, 'message');
  process.off('disconnect', end);
  process.disconnect?.();
}

main().catch((error: unknown) => {
  const isExpected = error instanceof ConfigError || error instanceof DatabaseLockedError;
  process.stderr.write(`${isExpected ? (error as Error).message : describe(error)}\n`);
  process.exit(2);
});

function describe(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'EADDRINUSE') {
    return 'The port is taken by another program. Stop it, or set PORT to a free one.';
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

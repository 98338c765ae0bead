import { readFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import {
  createStatusReader,
  errorMessage,
  greeting,
  readStartup,
  type TransactionStatus,
  unitLength,
} from './wire.ts';

/**
 * Runs PGlite in a thread of its own, so that a long query doesn't stop the portal, and offers it
 * at a unix socket, so that a CLI command can work beside a running server. PGlite has one session:
 * a connection holds it from its first message until it is outside of any transaction again.
 * (@electric-sql/pglite-socket passes on whatever pieces the network delivers; units of the
 * extended protocol of two connections could then mix.)
 */

export interface PgliteWorkerOptions {
  /** A directory, or `memory://`. */
  readonly dataDir: string;
  readonly socketPath: string;
  /** A dump to begin from, for tests. */
  readonly template?: string;
}

const options = workerData as PgliteWorkerOptions;
const template = options.template && new Blob([await readFile(options.template)]);
const pglite = await PGlite.create(options.dataDir, template ? { loadDataDir: template } : {});

interface Waiting {
  readonly work: () => Promise<TransactionStatus>;
  readonly connection: Socket;
}

const queue: Waiting[] = [];
let holder: Socket | undefined;
let isBusy = false;

/** Serves the queue: only the holder's units while it is inside a transaction. */
async function serve(): Promise<void> {
  if (isBusy) return;
  isBusy = true;
  for (;;) {
    const index = holder ? queue.findIndex((one) => one.connection === holder) : 0;
    const [next] = index < 0 ? [] : queue.splice(index, 1);
    if (!next) break;
    holder = next.connection;
    if ((await next.work()) === 'I') holder = undefined;
  }
  isBusy = false;
}

async function runUnit(connection: Socket, unit: Buffer): Promise<TransactionStatus> {
  const reader = createStatusReader();
  try {
    await pglite.execProtocolRawStream(unit, {
      onRawData: (piece) => {
        reader.feed(piece);
        if (!connection.destroyed) connection.write(Buffer.from(piece));
      },
    });
  } catch (error) {
    connection.end(errorMessage(`The embedded database failed: ${(error as Error).message}`));
    return 'I';
  }
  // A Flush answers without ReadyForQuery: the unit goes on with the connection's next message.
  return reader.status() ?? 'T';
}

/** A connection that ends inside its transaction takes the transaction back. */
async function abandon(connection: Socket): Promise<void> {
  for (let index = queue.length - 1; index >= 0; index--) {
    if (queue[index]?.connection === connection) queue.splice(index, 1);
  }
  queue.push({
    connection,
    work: async () => {
      if (holder === connection) await pglite.exec('ROLLBACK');
      return 'I';
    },
  });
  await serve();
}

function accept(connection: Socket): void {
  let received: Buffer = Buffer.alloc(0);
  let isStarted = false;
  connection.on('error', () => connection.destroy());
  connection.on('close', () => {
    if (holder === connection) void abandon(connection);
  });
  connection.on('data', (piece) => {
    received = received.length > 0 ? Buffer.concat([received, piece]) : piece;
    while (!isStarted) {
      const { kind, size } = readStartup(received);
      if (kind === 'incomplete') return;
      received = received.subarray(size);
      if (kind === 'cancel') return connection.destroy();
      connection.write(kind === 'start' ? greeting() : 'N');
      isStarted = kind === 'start';
    }
    for (let length = unitLength(received); length !== 0; length = unitLength(received)) {
      if (length < 0) return connection.end();
      const unit = received.subarray(0, length);
      received = received.subarray(length);
      queue.push({ connection, work: () => runUnit(connection, unit) });
    }
    void serve();
  });
}

const server = createServer(accept);
server.listen(options.socketPath, () => parentPort?.postMessage('ready'));

parentPort?.on('message', async (request: 'close' | 'dump') => {
  if (request === 'dump') {
    const dump = await pglite.dumpDataDir('none');
    parentPort?.postMessage(Buffer.from(await dump.arrayBuffer()));
    return;
  }
  server.close();
  await pglite.close();
  parentPort?.postMessage('closed');
  parentPort?.close();
});

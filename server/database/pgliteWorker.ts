import { readFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { createCheckpointer, logParameters } from './checkpointer.ts';
import { cacheParameters } from './pageCache.ts';
import {
  createAnswerReader,
  createUnitReader,
  errorMessage,
  greeting,
  isListen,
  parseComplete,
  readPreparing,
  type TransactionStatus,
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
  /** The engine's code, when it is compiled already. */
  readonly compiled?: WebAssembly.Module;
  /** How long a transaction may hold the session without a word. */
  readonly idleTransactionMilliseconds: number;
}

const inMemory = 'memory://';

const options = workerData as PgliteWorkerOptions;
const template = options.template && new Blob([await readFile(options.template)]);
// Pages of a database in memory are there already: a large cache of them only takes time to make.
const small = ['-c', 'shared_buffers=16MB'];
const isInMemory = options.dataDir === inMemory;
const pglite = await PGlite.create({
  dataDir: options.dataDir,
  ...(template && { loadDataDir: template }),
  ...(options.compiled && { pgliteWasmModule: options.compiled }),
  startParams: [
    ...PGlite.defaultStartParams,
    ...(isInMemory ? small : [...logParameters, ...cacheParameters(options.dataDir)]),
  ],
});
const checkpointer = isInMemory ? undefined : createCheckpointer(pglite);

interface Waiting {
  readonly work: () => Promise<TransactionStatus>;
  readonly connection: Socket;
}

const queue: Waiting[] = [];
const connections = new Set<Socket>();
/** Those that said LISTEN. */
const listening = new Set<Socket>();
/** Names of statements that the session has prepared, for whichever connection: a name says its SQL. */
const prepared = new Set<string>();
let holder: Socket | undefined;
let running: Promise<void> | undefined;
let idleTimer: NodeJS.Timeout | undefined;

/** Serves the queue: only the holder's units while it is inside a transaction. */
function serve(): Promise<void> {
  running ??= serveQueue().finally(() => {
    running = undefined;
  });
  return running;
}

async function serveQueue(): Promise<void> {
  clearTimeout(idleTimer);
  for (;;) {
    const index = holder ? queue.findIndex((one) => one.connection === holder) : 0;
    const [next] = index < 0 ? [] : queue.splice(index, 1);
    if (!next) break;
    holder = next.connection;
    if ((await next.work()) !== 'I') continue;
    holder = undefined;
    await checkpointer?.look();
  }
  const idle = holder;
  if (!idle) return;
  // Everybody waits for the holder: a stopped process, or code that asks the pool for a second
  // connection inside its transaction, would otherwise stand in the portal's way for ever.
  idleTimer = setTimeout(
    () => idle.end(errorMessage('The transaction lay idle for too long and was taken back.')),
    options.idleTransactionMilliseconds,
  );
}

async function runUnit(connection: Socket, unit: Buffer): Promise<TransactionStatus> {
  const reader = createAnswerReader();
  if (isListen(unit)) listening.add(connection);
  const preparing = readPreparing(unit);
  const isPrepared = preparing !== undefined && prepared.has(preparing.name);
  if (isPrepared && !connection.destroyed) connection.write(parseComplete);
  try {
    await pglite.execProtocolRawStream(isPrepared ? unit.subarray(preparing.end) : unit, {
      onRawData: (piece) => {
        reader.feed(piece);
        if (!connection.destroyed) connection.write(Buffer.from(piece));
      },
    });
  } catch (error) {
    connection.end(errorMessage(`The embedded database failed: ${(error as Error).message}`));
    return 'I';
  }
  if (preparing && reader.hasParsed()) prepared.add(preparing.name);
  passOn(reader.notified(), connection);
  // A Flush answers without ReadyForQuery: the unit goes on with the connection's next message.
  return reader.status() ?? 'T';
}

/**
 * The one session hears what any connection notifies, and says so to that one: those that listen
 * are told here. None of them is within an answer, for the session is this one's.
 */
function passOn(notified: Buffer, from: Socket): void {
  if (notified.length === 0) return;
  for (const connection of listening) {
    if (connection !== from && !connection.destroyed) connection.write(notified);
  }
}

/** What a connection that is gone still wanted is dropped, and its transaction taken back. */
function abandon(connection: Socket): void {
  connections.delete(connection);
  listening.delete(connection);
  const others = queue.filter((one) => one.connection !== connection);
  queue.splice(0, queue.length, ...others);
  if (holder !== connection) return;
  queue.push({
    connection,
    work: async () => {
      await pglite.exec('ROLLBACK');
      return 'I';
    },
  });
  void serve();
}

function accept(connection: Socket): void {
  const reader = createUnitReader();
  connection.on('error', () => connection.destroy());
  connection.on('close', () => abandon(connection));
  connections.add(connection);
  connection.on('data', (piece) => {
    for (const received of reader.feed(piece)) {
      if (received.kind === 'end') return connection.end();
      if (received.kind === 'unit') {
        queue.push({ connection, work: () => runUnit(connection, received.unit) });
      } else connection.write(received.kind === 'start' ? greeting() : 'N');
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
  // Somebody else's transactions end with the server, as they do with PostgreSQL's.
  for (const connection of connections) connection.end(errorMessage('The portal was stopped.'));
  queue.length = 0;
  await running;
  await pglite.close();
  for (const connection of connections) connection.destroy();
  parentPort?.postMessage('closed');
  parentPort?.close();
});

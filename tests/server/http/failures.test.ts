import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { createStatements } from '../../../server/database/statements.ts';
import { AppError } from '../../../server/errors.ts';
import { toAppError } from '../../../server/http/failures.ts';

/** What a call answers while PostgreSQL restarts: what its driver really throws then. */

let server: Server | undefined;
afterEach(() => server?.close());

/** Asks a server that answers connections in its way, or none at all. */
async function ask(answer?: (socket: Socket) => void): Promise<Error> {
  server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => answer?.(socket));
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  if (!answer) await new Promise((resolve) => server?.close(resolve));
  const pool = new pg.Pool({ host: '127.0.0.1', port, user: 'x', database: 'x' });
  pool.on('error', () => undefined);
  const error = await createStatements(pool, { checksRows: false })
    .run('SELECT 1')
    .catch((thrown: Error) => thrown);
  await pool.end();
  return error as Error;
}

function fatal(code: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0Mthe database system is busy\0\0`);
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

describe('a database that restarts', () => {
  it.each<[string, ((socket: Socket) => void) | undefined]>([
    ['takes no connection', undefined],
    ['drops one', (socket) => socket.destroy()],
    ['resets one', (socket) => socket.resetAndDestroy()],
    ...['57P01', '57P02', '57P03'].map(
      (code) =>
        [`says ${code}`, (socket: Socket) => socket.end(fatal(code))] as [
          string,
          (socket: Socket) => void,
        ],
    ),
  ])('is no fault of the portal’s when it %s', async (_how, answer) => {
    const known = toAppError(await ask(answer));
    expect([known.status, known.code, known.retryAfterSeconds]).toEqual([503, 'UNAVAILABLE', 5]);
  });
});

it.each(['ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])(
  'nor is one whose address is gone with its container: %s',
  (code) => {
    const error = Object.assign(new Error('getaddrinfo postgres'), { code });
    expect(toAppError(error)).toMatchObject({ status: 503, retryAfterSeconds: 5 });
  },
);

it('anything else stays a fault of the portal’s, and what is known stays what it is', () => {
  const unknown = Object.assign(new Error('no such column'), { code: '42703' });
  expect(toAppError(unknown)).toMatchObject({ status: 500, code: 'INTERNAL', cause: unknown });
  const found = new AppError('NOT_FOUND', 'x', { cause: { code: 'ECONNRESET' } });
  expect(toAppError(found)).toBe(found);
});

it('of an error that nobody foresaw a caller is told the incident that the log has, and no more', () => {
  const error = toAppError(new Error('duplicate key value violates unique constraint'));
  const { message, errors } = error.toBody();
  expect(`${message} ${JSON.stringify(errors)}`).not.toMatch(/duplicate|constraint/);
  expect(errors).toEqual([
    { field: 'incident', message: expect.stringMatching(/^[0-9A-F]{4}-[0-9A-F]{4}$/) },
  ]);
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createAnswerReader,
  createUnitReader,
  readPreparing,
} from '../../../server/database/wire.ts';

function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

/** Cuts after these many bytes each, over and over. */
function* cut(data: Buffer, sizes: readonly number[]): Generator<Buffer> {
  for (let at = 0, turn = 0; at < data.length; turn++) {
    const size = sizes[turn % sizes.length] ?? 1;
    yield data.subarray(at, at + size);
    at += size;
  }
}

const startup = Buffer.from([0, 0, 0, 9, 0, 3, 0, 0, 0]);
const pieceSizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 });

describe('the units of a connection', () => {
  it('are the same however the network cuts them', () => {
    const parts = fc.array(
      fc.record({ type: fc.constantFrom(...'PBDESHQ'), body: fc.uint8Array({ maxLength: 60 }) }),
    );
    fc.assert(
      fc.property(parts, pieceSizes, (given, sizes) => {
        const messages = given.map(({ type, body }) => message(type, Buffer.from(body)));
        const expected: Buffer[] = [];
        let open: Buffer[] = [];
        for (const one of messages) {
          open.push(one);
          if (!'SHQ'.includes(String.fromCharCode(one[0] ?? 0))) continue;
          expected.push(Buffer.concat(open));
          open = [];
        }
        const reader = createUnitReader();
        const seen = [...cut(Buffer.concat([startup, ...messages]), sizes)].flatMap((piece) =>
          reader.feed(piece),
        );
        expect(seen).toEqual([
          { kind: 'start' },
          ...expected.map((unit) => ({ kind: 'unit', unit })),
        ]);
      }),
    );
  });

  it('know the packets before a start, a good-bye, and nonsense', () => {
    const ssl = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
    const cancel = Buffer.alloc(16);
    cancel.writeInt32BE(16, 0);
    cancel.writeInt32BE(80_877_102, 4);
    const kinds = (...pieces: Buffer[]) =>
      createUnitReader()
        .feed(Buffer.concat(pieces))
        .map(({ kind }) => kind);
    expect(kinds(ssl, startup, message('X', Buffer.alloc(0)))).toEqual([
      ...['refuseEncryption', 'start', 'end'],
    ]);
    expect(kinds(cancel)).toEqual(['end']);
    expect(kinds(Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]))).toEqual(['end']);
    expect(kinds(startup, Buffer.from([0x51, 0, 0, 0, 0]))).toEqual(['start', 'end']);
    expect(kinds(Buffer.from([0x7f, 0, 0, 0, 0, 0, 0, 0]))).toEqual(['end']);
  });

  it('cost in proportion to their bytes: 128 MB within seconds of the processor', () => {
    const unit = message('Q', Buffer.alloc(128 << 20));
    const reader = createUnitReader();
    reader.feed(startup);
    const started = process.cpuUsage();
    const [got] = [...cut(unit, [65_536])].flatMap((piece) => reader.feed(piece));
    expect(got).toMatchObject({ kind: 'unit' });
    expect(process.cpuUsage(started).user).toBeLessThan(2_000_000);
  });
});

it('a unit that begins with preparing a statement says its name, others nothing', () => {
  const parse = message('P', Buffer.from('called so\0SELECT 1\0\0\0'));
  const rest = message('S', Buffer.alloc(0));
  expect(readPreparing(Buffer.concat([parse, rest]))).toEqual({
    name: 'called so',
    end: parse.length,
  });
  expect(readPreparing(message('P', Buffer.from('\0SELECT 1\0\0\0')))).toBeUndefined();
  expect(readPreparing(message('Q', Buffer.from('SELECT 1\0')))).toBeUndefined();
});

describe('the status of a transaction', () => {
  it('is that of the last ReadyForQuery, however the answer is cut', () => {
    fc.assert(
      fc.property(
        fc.array(fc.uint8Array({ maxLength: 30 })),
        fc.constantFrom('I', 'T', 'E'),
        pieceSizes,
        (rows, status, sizes) => {
          const reader = createAnswerReader();
          const answer = [
            message('Z', Buffer.from('T')),
            ...rows.map((row) => message('D', Buffer.from(row))),
            message('Z', Buffer.from(status)),
          ];
          for (const piece of cut(Buffer.concat(answer), sizes)) reader.feed(piece);
          expect(reader.status()).toBe(status);
        },
      ),
    );
  });

  it('comes with all that was notified, however the answer is cut', () => {
    const bodies = fc.array(fc.uint8Array({ maxLength: 30 }));
    fc.assert(
      fc.property(bodies, bodies, pieceSizes, (rows, told, sizes) => {
        const reader = createAnswerReader();
        const notified = told.map((one) => message('A', Buffer.from(one)));
        const answer = rows.flatMap((row, at) => [
          message('D', Buffer.from(row)),
          ...notified.slice(at, at + 1),
        ]);
        const rest = notified.slice(rows.length);
        for (const piece of cut(Buffer.concat([...answer, ...rest]), sizes)) reader.feed(piece);
        expect(reader.notified()).toEqual(Buffer.concat(notified));
      }),
    );
  });

  it('costs in proportion to the bytes of one long row', () => {
    const row = message('D', Buffer.alloc(128 << 20));
    const reader = createAnswerReader();
    const started = process.cpuUsage();
    for (const piece of cut(row, [65_536])) reader.feed(piece);
    reader.feed(message('Z', Buffer.from('I')));
    expect(reader.status()).toBe('I');
    expect(process.cpuUsage(started).user).toBeLessThan(2_000_000);
  });
});

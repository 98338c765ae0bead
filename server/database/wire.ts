/**
 * As much of PostgreSQL's wire protocol as it takes to share one PGlite session among connections.
 * Source: PostgreSQL documentation, chapter «Frontend/Backend Protocol», message formats.
 */

const sslRequest = 80_877_103;
const gssRequest = 80_877_104;
const cancelRequest = 80_877_102;

/** A packet before the start is a few parameters, and a message at most what PostgreSQL takes. */
const largestStartup = 10_000;
const largestMessage = 1 << 30;

/** What a client has sent: a packet before the start, or messages that make one unit of work. */
export type Received =
  | { readonly kind: 'refuseEncryption' }
  | { readonly kind: 'start' }
  | { readonly kind: 'end' }
  | { readonly kind: 'unit'; readonly unit: Buffer };

/**
 * Cuts what a connection sends, piece by piece, into units: the messages up to and with a Query,
 * Sync or Flush. `end` is a good-bye, a cancellation, or what is no protocol at all; nothing comes
 * behind it. Each byte is looked at and copied once, however long a unit is.
 */
export function createUnitReader(): { feed(piece: Buffer): Received[] } {
  const cut = createMessageCutter();
  let state: 'starting' | 'started' | 'ended' = 'starting';
  let opening: Buffer = Buffer.alloc(0);
  let collected: Buffer[] = [];

  function readUnits(piece: Buffer): Received[] {
    const received: Received[] = [];
    let begin = 0;
    for (const { type, end, isWhole } of cut(piece)) {
      if (!isWhole) break;
      if (type === 'X' || type === 'nonsense') {
        state = 'ended';
        collected = [];
        return [...received, { kind: 'end' }];
      }
      if (type !== 'Q' && type !== 'S' && type !== 'H') continue;
      received.push({
        kind: 'unit',
        unit: Buffer.concat([...collected, piece.subarray(begin, end)]),
      });
      collected = [];
      begin = end;
    }
    if (begin < piece.length) collected.push(piece.subarray(begin));
    return received;
  }

  return {
    feed(piece) {
      if (state === 'started') return readUnits(piece);
      opening = Buffer.concat([opening, piece]);
      const received: Received[] = [];
      while (state === 'starting') {
        const { kind, size } = readStartup(opening);
        if (kind === 'incomplete') return received;
        received.push({ kind });
        opening = opening.subarray(size);
        if (kind === 'end') state = 'ended';
        if (kind === 'start') state = 'started';
      }
      return state === 'ended' ? received : [...received, ...readUnits(opening)];
    },
  };
}

/** The first packet of a connection, which has no type byte. */
function readStartup(data: Buffer) {
  if (data.length < 8) return { kind: 'incomplete', size: 0 } as const;
  const size = data.readInt32BE(0);
  const code = data.readInt32BE(4);
  if (size < 8 || size > largestStartup || code === cancelRequest) {
    return { kind: 'end', size: 0 } as const;
  }
  if (data.length < size) return { kind: 'incomplete', size: 0 } as const;
  const isEncrypting = code === sslRequest || code === gssRequest;
  return { kind: isEncrypting ? 'refuseEncryption' : 'start', size } as const;
}

/** A message, or as much of it as a piece holds. */
interface Cut {
  /** The type byte as a letter; `nonsense` when the length can't be true. */
  readonly type: string;
  /** Where it, or its going on, begins in the piece. */
  readonly begin: number;
  /** Behind its last byte in the piece. */
  readonly end: number;
  /** Whether it ends there. */
  readonly isWhole: boolean;
}

/** Cuts a stream of pieces into messages, without keeping any of them. */
function createMessageCutter(): (piece: Uint8Array) => Generator<Cut> {
  const head = Buffer.alloc(5);
  let headBytes = 0;
  let left = 0;
  const type = () => String.fromCharCode(head[0] ?? 0);
  return function* (piece) {
    let begin = 0;
    for (let at = 0; at < piece.length; ) {
      if (headBytes < head.length) {
        head[headBytes++] = piece[at++] ?? 0;
        if (headBytes < head.length) continue;
        left = head.readInt32BE(1) - 4;
        if (left < 0 || left > largestMessage) {
          yield { type: 'nonsense', begin, end: at, isWhole: true };
          return;
        }
      }
      const step = Math.min(left, piece.length - at);
      at += step;
      left -= step;
      if (left > 0) break;
      headBytes = 0;
      yield { type: type(), begin, end: at, isWhole: true };
      begin = at;
    }
    if (headBytes > 0) yield { type: type(), begin, end: piece.length, isWhole: false };
  };
}

/** What a server says when it lets a connection in without a password. */
export function greeting(): Buffer {
  const parameters: [string, string][] = [
    ['server_version', '18.0'],
    ['server_encoding', 'UTF8'],
    ['client_encoding', 'UTF8'],
    ['DateStyle', 'ISO, MDY'],
    ['integer_datetimes', 'on'],
    ['standard_conforming_strings', 'on'],
    ['TimeZone', 'UTC'],
  ];
  return Buffer.concat([
    message('R', Buffer.alloc(4)),
    ...parameters.map(([name, value]) => message('S', Buffer.from(`${name}\0${value}\0`))),
    message('K', Buffer.alloc(8)),
    message('Z', Buffer.from('I')),
  ]);
}

export function errorMessage(text: string): Buffer {
  return message('E', Buffer.from(`SFATAL\0VFATAL\0C57P01\0M${text}\0\0`));
}

export type TransactionStatus = 'I' | 'T' | 'E';

/**
 * Finds in the server's answers, fed piece by piece, the status of the last ReadyForQuery, whether a
 * statement was parsed, and what was notified (NOTIFY): whole messages, to be passed on.
 */
export function createAnswerReader() {
  const cut = createMessageCutter();
  const notified: Buffer[] = [];
  let hasParsed = false;
  let status: TransactionStatus | undefined;
  return {
    feed(piece: Uint8Array) {
      for (const { type, begin, end, isWhole } of cut(piece)) {
        if (type === 'A') notified.push(Buffer.from(piece.subarray(begin, end)));
        if (type === '1') hasParsed = true;
        // ReadyForQuery, whose last byte is the status.
        if (type === 'Z' && isWhole) {
          status = String.fromCharCode(piece[end - 1] ?? 0) as TransactionStatus;
        }
      }
    },
    status: () => status,
    hasParsed: () => hasParsed,
    notified: () => Buffer.concat(notified),
  };
}

/** What the server says of a Parse that succeeded. */
export const parseComplete = message('1', Buffer.alloc(0));

/** The name of the statement that a unit begins with preparing, and where the rest of it begins. */
export function readPreparing(unit: Buffer): { name: string; end: number } | undefined {
  if (unit.toString('latin1', 0, 1) !== 'P') return undefined;
  const head = 5;
  const name = unit.toString('utf8', head, unit.indexOf(0, head));
  return name === '' ? undefined : { name, end: 1 + unit.readInt32BE(1) };
}

/** Whether a unit is a plain `LISTEN …`. */
export function isListen(unit: Buffer): boolean {
  return /^Q[\s\S]{4}\s*LISTEN\s/i.test(unit.toString('latin1', 0, 64));
}

function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

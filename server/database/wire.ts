/**
 * As much of PostgreSQL's wire protocol as it takes to share one PGlite session among connections.
 * Source: PostgreSQL documentation, chapter «Frontend/Backend Protocol», message formats.
 */

const sslRequest = 80_877_103;
const gssRequest = 80_877_104;
const cancelRequest = 80_877_102;

export type Startup = {
  kind: 'incomplete' | 'refuseEncryption' | 'cancel' | 'start';
  size: number;
};

/** The first packet of a connection, which has no type byte. */
export function readStartup(data: Buffer): Startup {
  if (data.length < 8) return { kind: 'incomplete', size: 0 };
  const size = data.readInt32BE(0);
  if (data.length < size) return { kind: 'incomplete', size: 0 };
  const code = data.readInt32BE(4);
  if (code === sslRequest || code === gssRequest) return { kind: 'refuseEncryption', size };
  if (code === cancelRequest) return { kind: 'cancel', size };
  return { kind: 'start', size };
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

/**
 * Length of the leading messages that make one unit of work: up to and with the first Query, Sync
 * or Flush. 0 while it hasn't all arrived; -1 when the client says good-bye.
 */
export function unitLength(data: Buffer): number {
  let end = 0;
  while (data.length - end >= 5) {
    const type = String.fromCharCode(data[end] ?? 0);
    const next = end + 1 + data.readInt32BE(end + 1);
    if (type === 'X') return end === 0 ? -1 : end;
    if (next > data.length) return 0;
    end = next;
    if (type === 'Q' || type === 'S' || type === 'H') return end;
  }
  return 0;
}

export type TransactionStatus = 'I' | 'T' | 'E';

/** Finds the status of the last ReadyForQuery in the server's answers, fed piece by piece. */
export function createStatusReader() {
  let pending: Buffer = Buffer.alloc(0);
  let status: TransactionStatus | undefined;
  return {
    feed(piece: Uint8Array) {
      let data = pending.length > 0 ? Buffer.concat([pending, piece]) : Buffer.from(piece);
      while (data.length >= 5) {
        const size = 1 + data.readInt32BE(1);
        if (data.length < size) break;
        if (data[0] === 0x5a) status = String.fromCharCode(data[5] ?? 0) as TransactionStatus;
        data = data.subarray(size);
      }
      pending = data;
    },
    status: () => status,
  };
}

function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

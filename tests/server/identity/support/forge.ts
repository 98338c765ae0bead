import { constants, type KeyObject, sign } from 'node:crypto';

/** Tokens as an attacker could put them together: any header, any claims, signed or not. */

export type Json = Readonly<Record<string, unknown>>;

export const encode = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

/** A compact token; the algorithm of the signature is the key's, whatever the header says. */
export function forge(header: unknown, payload: unknown, key: KeyObject): string {
  const signed = `${encode(header)}.${encode(payload)}`;
  return `${signed}.${signText(signed, key).toString('base64url')}`;
}

export function signText(text: string, key: KeyObject, hash = 'sha256', isPss = false): Buffer {
  return sign(hash, Buffer.from(text), {
    key,
    dsaEncoding: 'ieee-p1363',
    ...(isPss && { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }),
  });
}

/** The other signature that fits the same text: (r, n - s) beside (r, s) on the curve P-256. */
export function mirrorSignature(token: string): string {
  const [header, payload, signature = ''] = token.split('.');
  const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
  const bytes = Buffer.from(signature, 'base64url');
  const s = order - BigInt(`0x${bytes.subarray(32).toString('hex')}`);
  const mirrored = Buffer.concat([
    bytes.subarray(0, 32),
    Buffer.from(s.toString(16).padStart(64, '0'), 'hex'),
  ]);
  return `${header}.${payload}.${mirrored.toString('base64url')}`;
}

/** The token with one bit of one byte of one part turned, for each byte of that part. */
export function flipEachByte(token: string, part: 0 | 1 | 2): string[] {
  const parts = token.split('.');
  const bytes = Buffer.from(parts[part] ?? '', 'base64url');
  return Array.from(bytes, (_, at) => {
    const turned = Buffer.from(bytes);
    turned[at] = (turned[at] as number) ^ (1 << (at % 8));
    return parts.with(part, turned.toString('base64url')).join('.');
  });
}

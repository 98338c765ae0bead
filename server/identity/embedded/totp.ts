import { createHash, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

/** One-time codes by RFC 6238, as every authenticator app makes them: SHA-1, six digits, 30 s. */

const issuer = 'Meterhouse';
const periodSeconds = 30;
const secretBytes = 20;
const codeCount = 10;
/** 80 bits: too many to guess, so that a plain hash of them can be kept. */
const codeBytes = 10;

/** A new secret in base32. */
export function createSecret(): string {
  return new Secret({ size: secretBytes }).base32;
}

/** What an authenticator app reads from a QR code. */
export function writeUri(secret: string, username: string): string {
  return new TOTP({ issuer, label: username, secret, period: periodSeconds }).toString();
}

/** The time step that a code belongs to, one step early or late at most; undefined for a wrong one. */
export function findStep(secret: string, code: string, now: Date): number | undefined {
  const totp = new TOTP({ secret, period: periodSeconds });
  const token = code.replaceAll(/\s/g, '');
  const delta = totp.validate({ token, timestamp: now.getTime(), window: 1 });
  if (delta === null) return undefined;
  return Math.floor(now.getTime() / 1000 / periodSeconds) + delta;
}

/** Codes to write down, each good for one sign-in without the app: `abcd-efgh-ijkl-mnop`. */
export function createRecoveryCodes(): string[] {
  return Array.from({ length: codeCount }, () => {
    const { base32 } = new Secret({ buffer: new Uint8Array(randomBytes(codeBytes)).buffer });
    return inFours(base32.toLowerCase(), '-');
  });
}

/** What is kept of a recovery code, however it was typed. */
export function hashRecoveryCode(code: string): string {
  const plain = code.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  return createHash('sha256').update(plain).digest('hex');
}

export function inFours(text: string, separator = ' '): string {
  return (text.match(/.{1,4}/g) ?? []).join(separator);
}

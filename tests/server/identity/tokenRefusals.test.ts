import { errors } from 'jose';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  createRefusalLog,
  findRefusal,
  findToken,
  nameIncident,
} from '../../../server/identity/tokenRefusals.ts';

type Line = Readonly<Record<string, unknown>>;
let lines: Line[];
let refuse: ReturnType<typeof createRefusalLog>;

beforeEach(() => {
  vi.useFakeTimers();
  lines = [];
  refuse = createRefusalLog({ warn: (line: unknown) => void lines.push(line as Line) });
});
afterEach(() => {
  vi.useRealTimers();
});
const reasons = () => lines.map(({ reason, more }) => (more ? `${reason} ${more}` : reason));

it('writes a token that comes again and again once a minute, and counts the others', () => {
  for (let call = 0; call < 12; call += 1) refuse('a', 'EXPIRED');
  refuse('b', 'EXPIRED');
  expect(reasons()).toEqual(['EXPIRED', 'EXPIRED']);
  expect(lines[0]?.['incident']).not.toBe(lines[1]?.['incident']);
  vi.advanceTimersByTime(60_000);
  expect(reasons()).toEqual(['EXPIRED', 'EXPIRED', 'EXPIRED 11']);
  refuse('a', 'EXPIRED');
  expect(lines[3]).toEqual(lines[0]);
});

it('writes twenty of a reason in a minute, and a flood of one hides no other', () => {
  for (let call = 0; call < 1000; call += 1) refuse(`forged-${call}`, 'OPAQUE');
  refuse('true', 'AUDIENCE', { subject: 's', username: 'anna' });
  expect(lines).toHaveLength(21);
  expect(lines[20]).toMatchObject({ reason: 'AUDIENCE', subject: 's', username: 'anna' });
  vi.advanceTimersByTime(60_000);
  expect(reasons().slice(21)).toEqual(['OPAQUE 980']);
  vi.advanceTimersByTime(600_000);
  expect(lines).toHaveLength(22);
});

it('names an incident by the token alone, in eight digits', () => {
  expect(nameIncident('a')).toBe('CA97-8112');
  expect(nameIncident('b')).not.toBe(nameIncident('a'));
  refuse('a', 'EXPIRED');
  expect(lines).toEqual([
    { reason: 'EXPIRED', incident: 'CA97-8112', subject: undefined, username: undefined },
  ]);
});

const claim = (name: string) => new errors.JWTClaimValidationFailed('wrong', {}, name);
it.each([
  [new errors.JWTExpired('old', {}, 'exp'), 'EXPIRED'],
  [claim('aud'), 'AUDIENCE'],
  [claim('iss'), 'ISSUER'],
  [claim('iat'), 'EXPIRED'],
  [claim('nbf'), 'EXPIRED'],
  [claim('sub'), 'OTHER'],
  [new errors.JWSSignatureVerificationFailed(), 'SIGNATURE'],
  [new errors.JWKSNoMatchingKey(), 'UNKNOWN_KEY'],
  [new errors.JWTInvalid('none'), 'OPAQUE'],
  [new errors.JWSInvalid('none'), 'OPAQUE'],
  [new errors.JOSEAlgNotAllowed('none'), 'OTHER'],
  [new errors.JOSENotSupported('none'), 'OTHER'],
  [new errors.JWKSMultipleMatchingKeys(), 'OTHER'],
  [new errors.JWKSTimeout(), undefined],
  [new TypeError('fetch failed'), undefined],
])('%s is %s', (error, reason) => {
  expect(findRefusal(error)).toBe(reason);
});

it.each([
  ['Bearer abc.DEF-1_~+/==', 'abc.DEF-1_~+/=='],
  ['bearer abc', 'abc'],
  ['Bearer a b', undefined],
  ['Basic abc', undefined],
  ['xBearer abc', undefined],
  ['Bearer ', undefined],
  ['', undefined],
  [undefined, undefined],
])('the token of %s is %s', (header, token) => {
  expect(findToken(header)).toBe(token);
});

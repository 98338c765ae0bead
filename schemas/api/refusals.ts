import { ticketQuery } from '../entities/download.ts';
import { type ErrorCode, errorCodes } from '../errors.ts';
import type { Operation } from './operation.ts';

/** What a call can't find that says which one it wants. */
const byParameter: Readonly<Record<string, ErrorCode>> = {
  property: 'PROPERTY_NOT_FOUND',
  tenant: 'TENANT_NOT_FOUND',
  adminId: 'ADMINISTRATOR_NOT_FOUND',
  identifier: 'ADMINISTRATOR_NOT_FOUND',
  package: 'PACKAGE_NOT_FOUND',
  // The last billing periods, where there are any.
  timeframe: 'PERIOD_NOT_FOUND',
};

/**
 * Every code that a call may be refused with: what follows from how it looks and from the way that
 * all calls go, and what its handler says on top. In the order of their numbers.
 */
export function listRefusals(operation: Operation): ErrorCode[] {
  const { body, params, query } = operation;
  const isPublic = operation.access?.public === true;
  const changes = operation.method !== 'GET' && !operation.reads;
  const refusals = new Set<ErrorCode>(operation.refusals);
  const add = (...codes: ErrorCode[]) => {
    for (const code of codes) refusals.add(code);
  };
  // Rights, its module where the market has it, its form; the account's waiting calls; the provider.
  add('FORBIDDEN', 'NOT_FOUND', 'TOO_MANY_REQUESTS', 'UNAVAILABLE', 'INTERNAL');
  if (!isPublic) add('UNAUTHENTICATED', 'ACCOUNT_BLOCKED');
  if (body) add('BAD_REQUEST', 'TOO_LARGE', 'UNSUPPORTED_FORMAT');
  if (body && body !== 'stream') add('VALIDATION_FAILED');
  if (params || query) add('VALIDATION_FAILED');
  if (changes) add('STORAGE_FULL');
  if (changes && !operation.givesTicket) add('PREVIEW_READ_ONLY');
  // A ticket is used up.
  if (query === ticketQuery) add('STORAGE_FULL');
  for (const name of Object.keys({ ...params?.shape, ...query?.shape })) {
    const code = byParameter[name];
    if (code) add(code);
  }
  return [...refusals].sort((a, b) => errorCodes[a].code - errorCodes[b].code);
}

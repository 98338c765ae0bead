import type { z } from 'zod';
import type { Operation } from '../../../schemas/api/operation.ts';
import { type LoggedValue, type LoggedValues, logFields } from './loggedValues.ts';

const longestText = 100;

/** What the activity log says of a call: which objects its path names, and what of its body it may say. */
export function logRequest(
  { params, body }: Pick<Operation, 'params' | 'body'>,
  request: { readonly params?: unknown; readonly body?: unknown },
): LoggedValues {
  const named = Object.entries(given(request.params))
    // Who names objects that are there types no secret. `id` is the caller's own.
    .filter(([name]) => params && name in params.shape && name !== 'id')
    .map(([name, value]) => [name, plain(value)]);
  const { shape = {} } = body && body !== 'stream' ? (body as Partial<z.ZodObject>) : {};
  return { ...Object.fromEntries(named), ...logFields({ shape }, given(request.body)) };
}

/** The names of the ids that a call answers. */
export function idsAnswered({ response }: Pick<Operation, 'response'>): string[] {
  const { shape = {} } = response as Partial<z.ZodObject>;
  return Object.keys(shape).filter((name) => /^(id|\w+Id)$/.test(name));
}

/** The ids of what a change has made, as its transaction answers them; those that are told already aren't. */
export function logIds(names: readonly string[], result: unknown, logged: object): LoggedValues {
  const known = new Set(Object.values(logged));
  const ids = Object.entries(given(result)).filter(
    ([name, id]) => names.includes(name) && typeof id === 'number' && !known.has(id),
  );
  return Object.fromEntries(ids);
}

function given(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}

function plain(value: unknown): LoggedValue {
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  return String(value).slice(0, longestText);
}

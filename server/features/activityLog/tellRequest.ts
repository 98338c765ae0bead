import type { z } from 'zod';
import type { Operation } from '../../../schemas/api/operation.ts';
import { type Said, type Told, tellFields } from './told.ts';

const longestText = 100;

/** What the activity log says of a call: which objects its path names, and what of its body it may say. */
export function tellRequest(
  { params, body }: Pick<Operation, 'params' | 'body'>,
  request: { readonly params?: unknown; readonly body?: unknown },
): Told {
  const named = Object.entries(given(request.params))
    // Who names objects that are there types no secret. `id` is the caller's own.
    .filter(([name]) => params && name in params.shape && name !== 'id')
    .map(([name, value]) => [name, plain(value)]);
  const { shape = {} } = body && body !== 'stream' ? (body as Partial<z.ZodObject>) : {};
  return { ...Object.fromEntries(named), ...tellFields({ shape }, given(request.body)) };
}

/** The ids of what a change has made, as its transaction answers them. */
export function tellIds(result: unknown): Told {
  const ids = Object.entries(given(result)).filter(
    ([name, value]) => /^(id|\w+Id)$/.test(name) && typeof value === 'number',
  );
  return Object.fromEntries(ids);
}

function given(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}

function plain(value: unknown): Said {
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  return String(value).slice(0, longestText);
}

import { z } from 'zod';
import { ticketQuery } from '../entities/download.ts';
import type { Operation } from './operation.ts';

/**
 * The call that answers a file to whoever has a ticket. The ticket says whose it is, and the handler
 * whether they may have the file: nobody signs in for it.
 */
export function ticketedFile<
  const Path extends { readonly method: 'GET'; readonly path: string },
  Params extends z.ZodObject,
>(
  path: Path,
  params: Params,
  {
    summary,
    file,
    mediaType = 'application/octet-stream',
  }: {
    readonly summary: string;
    readonly file: string;
    readonly mediaType?: Operation['mediaType'];
  },
) {
  return {
    module: 'core',
    summary: `${summary}, for whoever has a ticket`,
    ...path,
    params,
    query: ticketQuery,
    mediaType,
    response: z.string().describe(file),
    access: { public: true },
    refusals: ['LINK_EXPIRED'],
  } as const;
}

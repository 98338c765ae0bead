import { z } from 'zod';
import type { AccessRule } from '../accessRule.ts';
import {
  explainedAccountSchema,
  explainedThingSchema,
  thingKindSchema,
  thingStateSchema,
} from '../entities/explanation.ts';
import { type Operation, pageOf, pageQuery, searchQuery } from './operation.ts';

const access = { anyRole: ['portal_support'] } satisfies AccessRule;
const support = { module: 'user-management' as const, access };
const username = z.string().trim().min(1).max(200).describe('What the account signs in with');
const params = z.object({ username });

/** Support's: what an account of their own market has, and why not the rest. */
export const explanationOperations = {
  'explanation.account': {
    ...support,
    summary: 'Who an account is, what it may do and what is licensed for it',
    method: 'GET',
    path: '/api/explanation/{username}',
    params,
    response: explainedAccountSchema,
  },
  'explanation.things': {
    ...support,
    summary:
      'Modules, tiles, pages and their parts as the account has them, with each reason why not',
    method: 'GET',
    path: '/api/explanation/{username}/thing',
    params,
    query: z.object({
      ...pageQuery,
      ...searchQuery,
      kind: thingKindSchema.optional().describe('Only what is of this kind'),
      state: thingStateSchema.optional().describe('Only what is in this state'),
    }),
    response: pageOf(explainedThingSchema),
  },
} as const satisfies Record<string, Operation>;

import { z } from 'zod';
import type { AccessRule } from '../accessRule.ts';
import {
  activityEntrySchema,
  activityKindSchema,
  activityUserSchema,
} from '../entities/activity.ts';
import { type Operation, pageOf, pageQuery, searchQuery, sortQuery } from './operation.ts';
import { dayParameter } from './parameters.ts';

/** Support's, for what happened in their own market. */
const access = { anyRole: ['portal_support'] } satisfies AccessRule;
const support = { module: 'user-management' as const, access };

/** No list goes further, and none counts further: its cost is that of what it shows. */
export const maxListedEntries = 10_000;

const narrowing = {
  actionType: activityKindSchema.optional().describe('Only what is of this kind'),
  periodBegin: dayParameter.describe('First day, by the market’s clock'),
  periodEnd: dayParameter.describe('Last day, by the market’s clock, included'),
};
const username = z.string().trim().min(1).max(200);
const list = { ...pageQuery, ...narrowing, ...sortQuery(['actionDate']) };
const params = z.object({ username: username.describe('What the user signs in with') });

export const activityLogOperations = {
  'activityLog.list': {
    ...support,
    summary: `What was done in the market, the newest first; its first ${maxListedEntries} entries`,
    method: 'GET',
    path: '/api/log/activity',
    query: z.object({ ...list, ...searchQuery }),
    response: pageOf(activityEntrySchema),
  },
  'activityLog.user': {
    ...support,
    summary: 'A user of the market whose activity is looked at',
    method: 'GET',
    path: '/api/log/user/{username}/name',
    params,
    response: activityUserSchema,
  },
  'activityLog.ofUser': {
    ...support,
    summary: `What a user did and what was done to them; its first ${maxListedEntries} entries`,
    method: 'GET',
    path: '/api/log/user/{username}',
    params,
    query: z.object(list),
    response: pageOf(activityEntrySchema),
  },
  'activityLog.file': {
    ...support,
    summary: 'All entries that the filters leave as CSV, the newest first',
    method: 'GET',
    path: '/api/log/activity/file',
    mediaType: 'text/csv',
    query: z.object({
      ...narrowing,
      ...searchQuery,
      username: username.optional().describe('Only what this user did, or what was done to them'),
    }),
    response: z.string().describe('text/csv, headings and words in the caller’s language'),
  },
} as const satisfies Record<string, Operation>;

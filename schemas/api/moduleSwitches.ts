import { z } from 'zod';
import type { AccessRule } from '../accessRule.ts';
import {
  moduleEffectSchema,
  moduleEntrySchema,
  moduleForecastSchema,
  moduleRollBackSchema,
  moduleSwitchDraftSchema,
  moduleSwitchSchema,
} from '../entities/moduleSwitch.ts';
import { idParameter, type Operation, pageOf, pageQuery } from './operation.ts';

const access = { anyRole: ['portal_support'] } satisfies AccessRule;
const support = { module: 'user-management' as const, access };
const moduleParameter = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,99}$/)
  .describe('The module, as its folder is called');
const params = z.object({ module: moduleParameter });
const done = moduleSwitchSchema.pick({ module: true });

/** Which modules a market has: support's, for its own market, over what the market's file says. */
export const moduleSwitchOperations = {
  'module.list': {
    ...support,
    summary: 'The modules, and whether the market has them',
    method: 'GET',
    path: '/api/module',
    response: pageOf(moduleSwitchSchema),
  },
  'module.get': {
    ...support,
    summary: 'One module, and how much turning it the other way would change',
    method: 'GET',
    path: '/api/module/{module}',
    params,
    response: moduleForecastSchema,
  },
  'module.effects': {
    ...support,
    summary: 'What turning a module the other way would change',
    method: 'GET',
    path: '/api/module/{module}/effect',
    params,
    response: pageOf(moduleEffectSchema),
  },
  'module.history': {
    ...support,
    summary: 'Who switched a module when and why, the newest first',
    method: 'GET',
    path: '/api/module/{module}/history',
    params,
    query: z.object(pageQuery),
    response: pageOf(moduleEntrySchema),
  },
  'module.switch': {
    ...support,
    summary: 'Turn a module on or off for the market, or leave it to the market’s file',
    method: 'POST',
    path: '/api/module/{module}/state',
    params,
    body: moduleSwitchDraftSchema,
    response: done,
    refusals: ['CONFLICT', 'MODULE_NEEDED'],
  },
  'module.rollBack': {
    ...support,
    summary: 'Make a module what it was before one of its changes',
    method: 'POST',
    path: '/api/module/{module}/history/{entry}/reversal',
    params: params.extend({ entry: idParameter.describe('Number of the change') }),
    body: moduleRollBackSchema,
    response: done,
    refusals: ['CONFLICT', 'MODULE_NEEDED'],
  },
} as const satisfies Record<string, Operation>;

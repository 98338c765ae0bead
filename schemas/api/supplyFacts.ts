import { supplyFactChangedSchema, supplyFactChangeSchema } from '../entities/supplyFact.ts';
import type { Operation } from './operation.ts';

export const supplyFactOperations = {
  'supplyFact.change': {
    module: 'readings',
    summary: 'Say or take away what is published of a property’s supply in a year',
    method: 'POST',
    path: '/api/supplyfact',
    logs: 'SUPPLY_FACT_CHANGED',
    refusals: ['PROPERTY_NOT_FOUND'],
    body: supplyFactChangeSchema,
    response: supplyFactChangedSchema,
  },
} as const satisfies Record<string, Operation>;

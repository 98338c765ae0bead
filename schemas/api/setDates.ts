import { setDateChangedSchema, setDateChangeSchema } from '../entities/setDate.ts';
import type { Operation } from './operation.ts';

export const setDateOperations = {
  'setDate.change': {
    module: 'readings',
    summary: 'Say when allocators of a property, or one of them, begin anew each year',
    method: 'POST',
    path: '/api/setdate',
    logs: 'SET_DATE_CHANGED',
    refusals: ['PROPERTY_NOT_FOUND'],
    body: setDateChangeSchema,
    response: setDateChangedSchema,
  },
} as const satisfies Record<string, Operation>;

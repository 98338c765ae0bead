import { z } from 'zod';
import type { AccessRule } from '../accessRule.ts';
import { idParameter, type Operation } from './operation.ts';
import { subAdministratorOperations as own } from './subAdministrators.ts';

const access = { anyRole: ['portal_support'] } satisfies AccessRule;
const adminId = idParameter.describe('Id of the administrator');

/** The same operations on what another administrator has, for support, under ids that end in `Of`. */
type OfAnother<Own extends Record<string, Operation>> = {
  readonly [Id in keyof Own & string as `${Id}Of`]: Omit<Own[Id], 'access' | 'module' | 'path'> & {
    readonly module: 'user-management';
    readonly access: typeof access;
    readonly path: `/api/admin/{adminId}${AfterApi<Own[Id]['path']>}`;
    readonly params: z.ZodObject<{ adminId: typeof adminId } & ShapeOf<Own[Id]>>;
  };
};
type AfterApi<Path extends string> = Path extends `/api${infer Rest}` ? Rest : never;
type ShapeOf<One extends Operation> = One extends { params: z.ZodObject<infer Shape> }
  ? Shape
  : unknown;

function ofAnother<Own extends Record<string, Operation>>(
  operations: Own,
  summaries: Readonly<Record<keyof Own, string>>,
): OfAnother<Own> {
  const derived = Object.entries(operations).map(([id, operation]) => [
    `${id}Of`,
    {
      ...operation,
      module: 'user-management',
      summary: summaries[id],
      path: operation.path.replace('/api', '/api/admin/{adminId}'),
      params: z.object({ adminId, ...operation.params?.shape }),
      access,
    },
  ]);
  return Object.fromEntries(derived) as OfAnother<Own>;
}

const derived = ofAnother(own, {
  'subAdministrator.list':
    'The sub-administrators of an administrator; deleted ones where the filter asks for them',
  'subAdministrator.get': 'One of them',
  'subAdministrator.create':
    'Make an account for a sub-administrator of a main user, who gets a mail to confirm it',
  'subAdministrator.save': 'Change what is known of a sub-administrator',
  'subAdministrator.takeEmailBack':
    'Let a sub-administrator’s address be as it is: the one that waits isn’t used',
  'subAdministrator.switch': 'Let a sub-administrator sign in, or no longer',
  'subAdministrator.invite': 'Mail a new link to a sub-administrator who has never signed in',
  'subAdministrator.remove':
    'Put a sub-administrator away, so that it can’t sign in and may be restored',
  'subAdministrator.restore':
    'Bring a deleted sub-administrator back, with the properties that are still the administrator’s',
  'subAdministrator.properties':
    'The properties of an administrator, and what a sub-administrator may do with each',
  'subAdministrator.share':
    'Share properties of an administrator with a sub-administrator, in the place of what there was',
  'subAdministrator.sharingForecast': 'What sharing would add and overwrite',
  'subAdministrator.accessChanges':
    'What sharing has changed within the last day, and can be taken back',
  'subAdministrator.undoAccess':
    'Take sharing of the last day back, where nothing was changed since',
  'subAdministrator.withdraw': 'Take properties away from a sub-administrator',
});

/** Support's, for the sub-administrators of an administrator of their own market. */
export const subAdministratorOfOperations = {
  ...derived,
  // Support may name an administrator who has none.
  'subAdministrator.createOf': { ...derived['subAdministrator.createOf'], refusals: ['CONFLICT'] },
} as const satisfies Record<string, Operation>;

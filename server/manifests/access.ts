import {
  type AccessRefusal,
  type AccessSubject,
  accessRefusals,
  findRefusal,
  isAllowed,
} from '../../schemas/accessRule.ts';
import type { Operation } from '../../schemas/api/operation.ts';
import { type OperationId, operations } from '../../schemas/api/operations.ts';
import type { CompiledRoute } from '../../schemas/manifest/compiled.ts';
import type { ModuleFile } from '../../schemas/manifest/files.ts';
import type { MarketManifests, MarketRoute } from './manifestSet.ts';

/** The same rules for what is shown and for what may be called. */

export function isLicensed(module: ModuleFile, subject: AccessSubject): boolean {
  // Whether a visitor has to sign in is said by `access`.
  return isAllowed({ public: true, ...module.licence }, subject);
}

/**
 * A module's rule and a narrower one, which asks for nothing when it is missing, clause by clause: a
 * visitor is told to sign in, whichever of the two asks for it.
 */
export function findRefusalWithin(
  module: ModuleFile,
  narrower: ModuleFile['access'],
  subject: AccessSubject,
): AccessRefusal | undefined {
  const refusals = [
    findRefusal(module.access ?? {}, subject),
    narrower && findRefusal(narrower, subject),
  ];
  return accessRefusals.find((clause) => refusals.includes(clause));
}

export function guardRoute(
  manifests: MarketManifests,
  { module, route }: MarketRoute,
  subject: AccessSubject,
): CompiledRoute['guard'] {
  const file = manifests.modules.get(module);
  if (!file) return 'denied';
  const refusal = findRefusalWithin(file, route.access, subject);
  if (refusal === undefined) return 'open';
  return refusal === 'signIn' ? 'signIn' : 'denied';
}

/** Why a subject may not call an operation; `module` when the market doesn't have its module. */
export function refuseOperation(
  manifests: MarketManifests,
  id: OperationId,
  subject: AccessSubject,
): AccessRefusal | 'module' | undefined {
  const operation: Operation = operations[id];
  if (operation.module === 'core') return findRefusal(operation.access ?? {}, subject);
  const file = manifests.modules.get(operation.module);
  if (!file) return subject.signedIn || operation.access?.public ? 'module' : 'signIn';
  const refusal = findRefusalWithin(file, operation.access, subject);
  return refusal ?? (isLicensed(file, subject) ? undefined : 'anyFeature');
}

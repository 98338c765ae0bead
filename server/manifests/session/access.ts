import {
  type AccessRefusal,
  type AccessRule,
  type AccessSubject,
  accessRefusals,
  findRefusal,
  isAllowed,
  listRefusals,
} from '../../../schemas/accessRule.ts';
import type { Operation } from '../../../schemas/api/operation.ts';
import { type OperationId, operations } from '../../../schemas/api/operations.ts';
import type { CompiledRoute } from '../../../schemas/manifest/compiled.ts';
import type { ModuleFile } from '../../../schemas/manifest/files.ts';
import type { PresetFile } from '../../../schemas/manifest/preset.ts';
import type { MarketManifests } from './manifestSet.ts';
import type { Allowance, Reason } from './prune.ts';

export interface JudgedEntry {
  /** Each keeps the entry away, and stands in its module's file; none: it is there. */
  readonly reasons: readonly Reason[];
  /** Each locks it where it is there: only a larger plan would let it be used. */
  readonly locks: readonly Reason[];
}

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

/** Each clause of a rule that refuses a subject, as a reason; `path` leads to the rule in its file. */
export function listRuleReasons(
  rule: AccessRule | undefined,
  subject: AccessSubject,
  path: readonly PropertyKey[],
): Reason[] {
  return rule
    ? listRefusals(rule, subject).map((clause) => ({ kind: 'rule', clause, rule, path }))
    : [];
}

/** Why a module's rule refuses a subject; without one it asks for somebody who is signed in. */
export function listModuleReasons(module: ModuleFile, subject: AccessSubject): Reason[] {
  return listRuleReasons(module.access ?? {}, subject, ['access']);
}

/** Why a subject's plan doesn't hold a module. */
export function listLicenceReasons(module: ModuleFile, subject: AccessSubject): Reason[] {
  return listRuleReasons({ public: true, ...module.licence }, subject, ['licence']);
}

export interface JudgedRoute {
  readonly guard: CompiledRoute['guard'];
  /** All that keep the subject out, each in the file of the route's module. */
  readonly reasons: readonly Reason[];
}

/** Whether a subject may enter a route, and why not; a route that isn't there is closed. */
export function judgeRoute(
  { routes, modules }: MarketManifests,
  name: string,
  subject: AccessSubject,
): JudgedRoute {
  const found = routes.get(name);
  const module = found && modules.get(found.module);
  if (!found || !module) {
    return { guard: 'denied', reasons: [{ kind: 'link', route: name, path: [] }] };
  }
  const reasons = [
    ...listModuleReasons(module, subject),
    ...listRuleReasons(found.route.access, subject, ['routes', name, 'access']),
  ];
  // Whoever isn't signed in is told to sign in, whatever else is asked for.
  const needsSignIn = reasons.some(
    (reason) => reason.kind === 'rule' && reason.clause === 'signIn',
  );
  const closed = needsSignIn ? 'signIn' : 'denied';
  return { guard: reasons.length === 0 ? 'open' : closed, reasons };
}

export function canEnter(
  manifests: MarketManifests,
  route: string,
  subject: AccessSubject,
): boolean {
  return judgeRoute(manifests, route, subject).guard === 'open';
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

/** What a subject may do, as pruning asks. */
export function readAllowance(manifests: MarketManifests, subject: AccessSubject): Allowance {
  return {
    subject,
    refuseCall: (operation) => refuseOperation(manifests, operation, subject),
    canEnter: (name) => canEnter(manifests, name, subject),
  };
}

/** The presets that a subject may start, as far as their own rules and their module's say. */
export function listPresets(
  { presets, modules }: MarketManifests,
  subject: AccessSubject,
): { readonly id: string; readonly preset: PresetFile }[] {
  return [...presets].flatMap(([id, { module, preset }]) => {
    const file = modules.get(module);
    const isOpen =
      file &&
      findRefusalWithin(file, preset.access, subject) === undefined &&
      isLicensed(file, subject);
    return isOpen ? [{ id, preset }] : [];
  });
}

import type { OperationResponse } from '../../../schemas/api/operations.ts';
import type { Locale } from '../../../schemas/entities/languages.ts';
import type { Country } from '../../../schemas/entities/market.ts';
import type {
  ModuleChange,
  ModuleChoice,
  ModuleRollBack,
  ModuleSwitchDraft,
} from '../../../schemas/entities/moduleSwitch.ts';
import type { Database, Transaction } from '../../database/open.ts';
import { AppError, faultOf } from '../../errors.ts';
import { countRights } from '../../identity/accountRights.repository.ts';
import { recordActivity } from '../../identity/activity.repository.ts';
import type { ManifestService } from '../../manifests/serve/service.ts';
import { canEnter, refuseOperation } from '../../manifests/session/access.ts';
import type { MarketManifests } from '../../manifests/session/manifestSet.ts';
import type { SwitchedMarket } from '../../manifests/session/switchModules.ts';
import { said } from '../../said.ts';
import type { Session } from '../../session.ts';
import { listEffects } from './effects.ts';
import {
  addSwitch,
  findEntry,
  listNewest,
  lockModules,
  readSwitches,
  toSwitches,
} from './moduleSwitch.repository.ts';

type State = OperationResponse<'module.list'>['content'][number];
type Newest = Awaited<ReturnType<typeof listNewest>>;

/** What a market has now, and what support has switched of it. */
interface Reading {
  readonly country: Country;
  readonly newest: Newest;
  readonly version: number;
  readonly base: MarketManifests;
  readonly now: MarketManifests;
}

/** What support does with the modules of its own market. */
export function createModuleService({
  database,
  manifests,
}: {
  readonly database: Database;
  readonly manifests: Pick<ManifestService, 'withSwitches' | 'useSwitches'>;
}) {
  const read = async (tx: Transaction, country: Country): Promise<Reading> => {
    const newest = await listNewest(tx, country);
    const version = Math.max(0, ...newest.map(({ id }) => id));
    const base = manifests.withSwitches(country, new Map()).manifests;
    const now = manifests.withSwitches(country, toSwitches(newest)).manifests;
    return { country, newest, version, base, now };
  };

  /** As it would be after a choice; nothing is served by it. */
  const imagine = ({ country, newest }: Reading, module: string, choice: ModuleChoice) => {
    const others = newest.filter((one) => one.module !== module);
    return manifests.withSwitches(
      country,
      toSwitches([...others, { module, isOn: isOnOf(choice) }]),
    );
  };

  /** Adds a change unless it would break something; serves it once it is committed. */
  const change = async (
    { accountId, user: { country } }: Session,
    module: string,
    { version, reason }: ModuleRollBack,
    choose: (tx: Transaction) => Promise<ModuleChoice>,
  ) => {
    await database.transaction(async (tx) => {
      await lockModules(tx, country);
      const reading = await read(tx, country);
      need(reading, module);
      if (reading.version !== version) throw hasChanged(country);
      const after = await choose(tx);
      const before = choiceOf(reading.newest.find((one) => one.module === module)?.isOn);
      const problem = findProblem(imagine(reading, module, after), module);
      if (problem) throw isNeeded(module, problem);
      const isOn = isOnOf(after);
      await addSwitch(tx, { country, module, isOn, reason, actorId: accountId });
      const detail = { module, choice: { before, after }, reason };
      await recordActivity(tx, { type: 'MODULE_SWITCHED', actorId: accountId, country, detail });
    });
    manifests.useSwitches(await readSwitches(database.statements));
    return { module };
  };

  return {
    read,

    list: ({ base, ...reading }: Reading, nameOf: (title: string) => string) =>
      [...base.parsed.modules.keys()].map((id) => stateOf({ base, ...reading }, id, nameOf)),

    /** One module, with what turning it the other way would change, for how many accounts. */
    async forecast(
      tx: Transaction,
      reading: Reading,
      module: string,
      { locale, nameOf }: { readonly locale: Locale; readonly nameOf: (title: string) => string },
    ) {
      need(reading, module);
      const state = stateOf(reading, module, nameOf);
      const next = imagine(reading, module, state.state === 'ON' ? 'OFF' : 'ON');
      const problem = findProblem(next, module);
      const titles = (problem?.others ?? []).map((id) =>
        nameOf(reading.base.parsed.modules.get(id)?.title ?? id),
      );
      const everybody = await countRights(tx, reading.country);
      const { effects, accounts } = listEffects(reading.now, next.manifests, everybody, locale);
      const countOf = (...kinds: string[]) =>
        effects.filter(({ kind }) => kinds.includes(kind)).length;
      const counts = {
        routes: countOf('ROUTE'),
        tiles: countOf('TILE'),
        entries: countOf('NAVIGATION', 'TOP_BAR', 'USER_MENU'),
        operations: countOf('OPERATION'),
        accounts,
      };
      const possible = { change: problem?.change ?? ('POSSIBLE' as const) };
      return {
        module: {
          ...state,
          ...possible,
          others: titles.join(', '),
          ...counts,
          version: reading.version,
        },
        effects: effects.map(({ label, ...effect }) => ({ ...effect, name: nameOf(label) })),
      };
    },

    switch: (session: Session, module: string, { choice, ...draft }: ModuleSwitchDraft) =>
      change(session, module, draft, async () => choice),

    rollBack: (session: Session, module: string, entry: number, draft: ModuleRollBack) =>
      change(session, module, draft, async (tx) => {
        const { country } = session.user;
        const [found, before] = await findEntry(tx, { country, module, entry });
        if (found?.id !== entry) throw new AppError('NOT_FOUND', `There is no change ${entry}.`);
        return choiceOf(before?.isOn);
      }),
  };
}

export function need({ base }: Reading, module: string): void {
  if (base.parsed.modules.has(module)) return;
  throw new AppError('NOT_FOUND', `There is no module ${module}.`);
}

function stateOf(
  { base, now, newest }: Reading,
  module: string,
  nameOf: (title: string) => string,
): State {
  const last = newest.find((one) => one.module === module);
  return {
    module,
    title: nameOf(base.parsed.modules.get(module)?.title ?? module),
    state: now.modules.has(module) ? 'ON' : 'OFF',
    file: base.modules.has(module) ? 'ON' : 'OFF',
    source: typeof last?.isOn === 'boolean' ? 'SUPPORT' : 'FILE',
    at: last?.at.toISOString() ?? null,
    by: last?.by ?? null,
    because: last?.reason ?? null,
  };
}

interface Problem {
  readonly change: Exclude<ModuleChange, 'POSSIBLE'>;
  readonly others: readonly string[];
}

/** Why a market must not become so: modules would miss others, or support could not take it back. */
function findProblem({ manifests, missing }: SwitchedMarket, module: string): Problem | undefined {
  const needing = missing.filter(({ required }) => required === module);
  if (needing.length > 0) {
    return { change: 'OTHERS_NEED_IT', others: needing.map((one) => one.module) };
  }
  if (missing.length > 0) {
    return { change: 'NEEDS_OTHERS', others: missing.map(({ required }) => required) };
  }
  return isReachable(manifests) ? undefined : { change: 'SUPPORT_NEEDS_IT', others: [] };
}

/** Whether support can sign in, and take back what it switches. */
function isReachable(manifests: MarketManifests): boolean {
  const roles = ['portal_user', 'portal_support'] as const;
  const { country } = manifests.market;
  const support = { signedIn: true, country, roles, features: [] };
  return (
    manifests.modules.has('auth') &&
    canEnter(manifests, 'user-management-modules', support) &&
    refuseOperation(manifests, 'module.rollBack', support) === undefined
  );
}

function isOnOf(choice: ModuleChoice): boolean | null {
  return choice === 'FILE' ? null : choice === 'ON';
}

function choiceOf(isOn: boolean | null | undefined): ModuleChoice {
  if (typeof isOn !== 'boolean') return 'FILE';
  return isOn ? 'ON' : 'OFF';
}

function hasChanged(country: Country): AppError {
  const message = `Modules of ${country} have been switched since you looked. Load the page anew.`;
  return new AppError('CONFLICT', message);
}

function isNeeded(module: string, { change, others }: Problem): AppError {
  const list = others.map((one) => `«${one}»`).join(', ');
  const words = {
    OTHERS_NEED_IT: said('field.othersNeedIt', { others: list, module }),
    NEEDS_OTHERS: said('field.needsOthers', { others: list, module }),
    SUPPORT_NEEDS_IT: said('field.supportNeedsIt', { module }),
  } as const;
  const details = [faultOf('path.module', words[change], 'needed')];
  return new AppError('MODULE_NEEDED', words[change], { details });
}

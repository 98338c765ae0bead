import type { AccessSubject } from '../../schemas/accessRule.ts';
import { operations } from '../../schemas/api/operations.ts';
import type { Located } from '../manifests/ground/located.ts';
import type { JudgedEntry } from '../manifests/session/access.ts';
import {
  judgeRoute,
  listLicenceReasons,
  listModuleReasons,
  readAllowance,
} from '../manifests/session/access.ts';
import { judgeScreen } from '../manifests/session/compile.ts';
import { judgeEntry, judgeNotification } from '../manifests/session/compileIndex.ts';
import { judgeOption } from '../manifests/session/compileSidebar.ts';
import type { MarketManifests } from '../manifests/session/manifestSet.ts';
import type { Part } from '../manifests/session/partTree.ts';
import { type PrunedPart, prune, type Reason } from '../manifests/session/prune.ts';
import type { InventoryItem } from './inventory.ts';

/** Whose a reason is: what it is called in words, and its name. */
export interface Owner {
  readonly noun: string;
  readonly name: string;
}

/** One reason that what serves sessions gave, with whose it is and the file that it stands in. */
export interface Ground {
  /** Undefined: that of what was asked about. */
  readonly owner: Owner | undefined;
  readonly reason: Reason;
  readonly file: Located | undefined;
}

export interface Verdict {
  readonly state: 'shown' | 'locked' | 'hidden';
  /** All that keep it away, or lock it. */
  readonly grounds: readonly Ground[];
  /** What it goes without though it is shown, such as the link of a row. */
  readonly lacks: readonly { readonly member: string; readonly ground: Ground }[];
}

/** The way to a part by ids, of which the last is `part` itself; all are called `nouns` when that is given. */
interface Along {
  readonly ids: readonly string[];
  readonly part?: Part;
  readonly nouns?: string;
}

/**
 * Says of things of a market what a subject gets: by the very judgements that make its manifests,
 * so that what is said is what is.
 */
export function createJudge(manifests: MarketManifests, subject: AccessSubject) {
  const { files } = manifests;
  const allowance = readAllowance(manifests, subject);
  const screens = new Map<string, ReturnType<typeof judgeScreen>>();
  const forms = new Map<string, PrunedPart | undefined>();

  function screenOf(id: string) {
    if (!screens.has(id)) screens.set(id, judgeScreen(manifests, id, subject));
    return screens.get(id);
  }

  function formOf(id: string): PrunedPart | undefined {
    const parts = manifests.forms.get(id)?.parts;
    if (parts && !forms.has(id)) forms.set(id, prune(parts, allowance));
    return forms.get(id);
  }

  /** Reasons that stand in a module's file; a rule of the module itself is told as such. */
  function inModule(
    module: string,
    owner: Owner | undefined,
    reasons: readonly Reason[],
  ): Ground[] {
    const file = files.modules.get(module);
    return reasons.flatMap((reason) => {
      const [member] = reason.path;
      const noun = { access: 'module', licence: 'licence' }[String(member)];
      const own = noun === undefined ? owner : { noun, name: module };
      return [{ owner: own, reason, file }, ...follow(reason)];
    });
  }

  /** What stands behind a closed route or a call that is refused. */
  function follow(reason: Reason): Ground[] {
    if (reason.kind === 'link') return groundsOfRoute(reason.route);
    if (reason.kind !== 'call' || reason.refusal === 'module') return [];
    const { module } = operations[reason.operation];
    const file = manifests.modules.get(module);
    if (!file) return [];
    const behind = [...listModuleReasons(file, subject), ...listLicenceReasons(file, subject)];
    return inModule(module, { noun: 'module', name: module }, behind);
  }

  function groundsOfRoute(name: string): Ground[] {
    const { reasons } = judgeRoute(manifests, name, subject);
    const module = manifests.routes.get(name)?.module;
    if (module === undefined) return [];
    return inModule(module, { noun: 'route', name }, reasons);
  }

  function groundsOfScreen(id: string): Ground[] {
    const judged = screenOf(id);
    return judged ? [...(judged.isReachable ? [] : groundsAround(id)), ...locksOf(id)] : [];
  }

  /** Why whoever comes to a screen reads that it isn't included, or that they have no access. */
  function locksOf(id: string): Ground[] {
    const judged = screenOf(id);
    if (!judged) return [];
    return [
      ...inModule(judged.screen.module, undefined, judged.licence),
      ...groundsOfPart(judged.pruned, { noun: 'screen', name: id }, locatedScreen(id)),
    ];
  }

  function judgeRouted(grounds: readonly Ground[], screen: string | undefined): Verdict {
    const locks = grounds.length === 0 && screen !== undefined ? locksOf(screen) : [];
    return locks.length > 0 ? verdictOf(locks, { isLocked: true }) : verdictOf(grounds);
  }

  /** Why none of the routes and panels that show a screen is open. */
  function groundsAround(id: string): Ground[] {
    const routes = [...manifests.routes].filter(([, { route }]) => route.screen === id);
    const panels = [...manifests.modules].flatMap(([owner, { notifications = {} }]) =>
      Object.entries(notifications)
        .filter(([, { screen }]) => screen === id)
        .flatMap(([section]) => {
          const reasons = judgeNotification(manifests, owner, section, subject);
          return inModule(owner, { noun: 'section', name: section }, reasons);
        }),
    );
    const grounds = [...routes.flatMap(([name]) => groundsOfRoute(name)), ...panels];
    const alone: Ground = {
      owner: { noun: 'screen', name: id },
      reason: { kind: 'absent', path: [] },
      file: locatedScreen(id),
    };
    return grounds.length > 0 ? grounds : [alone];
  }

  function locatedScreen(id: string): Located | undefined {
    return files.screens.get(id)?.located;
  }

  function groundsOfPart(
    { reasons }: PrunedPart,
    owner: Owner,
    file: Located | undefined,
  ): Ground[] {
    return reasons.flatMap((reason) => [{ owner, reason, file }, ...follow(reason)]);
  }

  /** All grounds from the top of a tree down to the part that the ids lead to. */
  function groundsAlong(
    top: PrunedPart | undefined,
    { ids, part: last, nouns }: Along,
    file: Located | undefined,
  ): { grounds: Ground[]; pruned: PrunedPart | undefined } {
    const grounds: Ground[] = [];
    let pruned = top;
    for (const [at, id] of ids.entries()) {
      const inner: PrunedPart[] = pruned?.maps.flatMap(({ parts }) => [...parts]) ?? [];
      const wanted = at === ids.length - 1 ? last : undefined;
      // A column and an action may have the same id, and so may a section and a field.
      pruned = inner.find(({ part }) =>
        wanted ? part === wanted : part.id === id && (nouns === undefined || part.noun === nouns),
      );
      if (pruned) {
        grounds.push(...groundsOfPart(pruned, { noun: pruned.part.noun, name: id }, file));
      }
    }
    return { grounds, pruned };
  }

  function lacksOf(pruned: PrunedPart | undefined, file: Located | undefined): Verdict['lacks'] {
    return (pruned?.dropped ?? []).map(({ member, reason }) => ({
      member: member.map(String).join('.'),
      ground: { owner: undefined, reason, file },
    }));
  }

  /** Screens, and what stands in them. */
  function judgeContent(
    thing: Extract<InventoryItem, { of: 'screen' | 'part' | 'field' }>,
  ): Verdict {
    const screen = groundsOfScreen(thing.screen);
    const top = screenOf(thing.screen)?.pruned;
    const file = locatedScreen(thing.screen);
    if (thing.of === 'screen') {
      const isLocked = screenOf(thing.screen)?.isReachable === true && screen.length > 0;
      return verdictOf(screen, { isLocked, lacks: lacksOf(top, file) });
    }
    if (thing.of === 'part') {
      const { grounds, pruned } = groundsAlong(top, thing, file);
      return verdictOf([...screen, ...grounds], { lacks: lacksOf(pruned, file) });
    }
    const node = groundsAlong(top, { ids: thing.node }, file);
    const form = groundsAlong(
      formOf(thing.form),
      { ids: thing.ids, part: thing.part, nouns: 'field' },
      files.forms.get(thing.form)?.located,
    );
    return verdictOf([...screen, ...node.grounds, ...form.grounds]);
  }

  function judgeLockable(module: string, owner: Owner, { reasons, locks }: JudgedEntry): Verdict {
    const isLocked = reasons.length === 0 && locks.length > 0;
    return verdictOf(inModule(module, owner, isLocked ? locks : reasons), { isLocked });
  }

  function judgeOptionOf(module: string, section: string, id: string): Verdict {
    const judged = judgeOption(manifests, module, [section, id], subject);
    return judgeLockable(module, { noun: 'option', name: id }, judged);
  }

  function judgeModule(module: string): Verdict {
    const file = manifests.modules.get(module);
    const reasons = file
      ? [...listModuleReasons(file, subject), ...listLicenceReasons(file, subject)]
      : [];
    return verdictOf(inModule(module, undefined, reasons));
  }

  return (thing: InventoryItem): Verdict => {
    const { module } = thing;
    switch (thing.of) {
      case 'module':
        return judgeModule(module);
      case 'route':
        return judgeRouted(groundsOfRoute(thing.name), thing.screen);
      case 'entry': {
        const judged = judgeEntry(manifests, module, thing.kind, subject);
        return judgeLockable(module, { noun: thing.noun, name: module }, judged);
      }
      case 'notification': {
        const reasons = judgeNotification(manifests, module, thing.id, subject);
        return verdictOf(inModule(module, { noun: 'section', name: thing.id }, reasons));
      }
      case 'option':
        return judgeOptionOf(module, thing.section, thing.id);
      case 'sidebar': {
        const options = thing.options.map((id) => judgeOptionOf(module, thing.section, id));
        const isShown = options.some(({ state }) => state !== 'hidden');
        return verdictOf(isShown ? [] : options.flatMap(({ grounds }) => grounds));
      }
      default:
        return judgeContent(thing);
    }
  };
}

function verdictOf(
  grounds: readonly Ground[],
  { isLocked = false, lacks = [] }: { isLocked?: boolean; lacks?: Verdict['lacks'] } = {},
): Verdict {
  const hidden = grounds.length > 0 ? 'hidden' : 'shown';
  return { state: isLocked ? 'locked' : hidden, grounds, lacks };
}

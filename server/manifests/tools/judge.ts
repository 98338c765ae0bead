import type { AccessSubject } from '../../../schemas/accessRule.ts';
import { operations } from '../../../schemas/api/operations.ts';
import { judgeRoute, listLicenceReasons, listModuleReasons, readAllowance } from '../access.ts';
import { judgeScreen } from '../compile.ts';
import { judgeEntry, judgeNotification } from '../compileIndex.ts';
import { judgeOption } from '../compileSidebar.ts';
import type { Located } from '../located.ts';
import type { MarketManifests } from '../manifestSet.ts';
import type { Part } from '../partTree.ts';
import { type PrunedPart, prune, type Reason } from '../prune.ts';
import type { Thing } from './things.ts';

/** One reason that what serves sessions gave, with whose it is and the file that it stands in. */
export interface Ground {
  readonly what: string;
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

/** Says of things of a market what a subject gets, by the judgements that make its manifests. */
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
  function inModule(module: string, what: string, reasons: readonly Reason[]): Ground[] {
    const file = files.modules.get(module);
    return reasons.flatMap((reason) => {
      const [member] = reason.path;
      const owner = { access: `module ${module}`, licence: `licence of the module ${module}` };
      const own = owner[member as keyof typeof owner] ?? what;
      return [{ what: own, reason, file }, ...follow(reason)];
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
    return inModule(module, `module ${module}`, behind);
  }

  function groundsOfRoute(name: string): Ground[] {
    const { reasons } = judgeRoute(manifests, name, subject);
    const module = manifests.routes.get(name)?.module;
    if (module === undefined) return [];
    return inModule(module, `route ${name}`, reasons);
  }

  function groundsOfScreen(id: string): Ground[] {
    const judged = screenOf(id);
    if (!judged) return [];
    const { module } = judged.screen;
    const grounds: Ground[] = [];
    if (!judged.isReachable) {
      for (const [name, { route }] of manifests.routes) {
        if (route.screen === id) grounds.push(...groundsOfRoute(name));
      }
      for (const [owner, { notifications = {} }] of manifests.modules) {
        for (const [section, { screen }] of Object.entries(notifications)) {
          if (screen !== id) continue;
          const reasons = judgeNotification(manifests, owner, section, subject);
          grounds.push(...inModule(owner, `section ${section}`, reasons));
        }
      }
    }
    grounds.push(...inModule(module, '', judged.licence));
    return [...grounds, ...groundsOfPart(judged.pruned, `screen ${id}`, locatedScreen(id))];
  }

  function locatedScreen(id: string): Located | undefined {
    return files.screens.get(id)?.located;
  }

  function groundsOfPart(
    { reasons }: PrunedPart,
    what: string,
    file: Located | undefined,
  ): Ground[] {
    return reasons.flatMap((reason) => [{ what, reason, file }, ...follow(reason)]);
  }

  /** All grounds from the top of a tree down to the part that the ids lead to. */
  function groundsAlong(
    top: PrunedPart | undefined,
    { ids, part: last }: { readonly ids: readonly string[]; readonly part?: Part },
    file: Located | undefined,
  ): { grounds: Ground[]; pruned: PrunedPart | undefined } {
    const grounds: Ground[] = [];
    let pruned = top;
    for (const [at, id] of ids.entries()) {
      const inner: PrunedPart[] = pruned?.maps.flatMap(({ parts }) => [...parts]) ?? [];
      const wanted = at === ids.length - 1 ? last : undefined;
      // A column and an action may have the same id.
      pruned = inner.find(({ part }) => (wanted ? part === wanted : part.id === id));
      if (pruned) grounds.push(...groundsOfPart(pruned, `${pruned.part.noun} ${id}`, file));
    }
    return { grounds, pruned };
  }

  function lacksOf(pruned: PrunedPart | undefined, file: Located | undefined): Verdict['lacks'] {
    return (pruned?.dropped ?? []).map(({ member, reason }) => ({
      member: member.map(String).join('.'),
      ground: { what: '', reason, file },
    }));
  }

  function judge(thing: Thing): Verdict {
    const { module } = thing;
    if (thing.of === 'screen') {
      const lacks = lacksOf(screenOf(thing.screen)?.pruned, locatedScreen(thing.screen));
      return verdictOf(groundsOfScreen(thing.screen), { lacks });
    }
    if (thing.of === 'part') {
      const file = locatedScreen(thing.screen);
      const along = groundsAlong(screenOf(thing.screen)?.pruned, thing, file);
      const lacks = lacksOf(along.pruned, file);
      return verdictOf([...groundsOfScreen(thing.screen), ...along.grounds], { lacks });
    }
    if (thing.of === 'field') {
      const top = screenOf(thing.screen)?.pruned;
      const node = groundsAlong(top, { ids: thing.node }, locatedScreen(thing.screen)).grounds;
      const form = groundsAlong(formOf(thing.form), thing, files.forms.get(thing.form)?.located);
      return verdictOf([...groundsOfScreen(thing.screen), ...node, ...form.grounds]);
    }
    if (thing.of === 'entry') {
      const { reasons, isLocked } = judgeEntry(manifests, module, thing.kind, subject);
      const file = manifests.modules.get(module);
      const licence = isLocked && reasons.length === 0 && file ? listLicenceReasons(file, subject) : [];
      const grounds = inModule(module, `${thing.noun} ${module}`, [...reasons, ...licence]);
      return verdictOf(grounds, { isLocked: isLocked && reasons.length === 0 });
    }
    if (thing.of === 'option') return judgeOptionOf(module, thing.section, thing.id);
    if (thing.of === 'sidebar') {
      const options = thing.options.map((id) => judgeOptionOf(module, thing.section, id));
      const isShown = options.some(({ state }) => state !== 'hidden');
      return verdictOf(isShown ? [] : options.flatMap(({ grounds }) => grounds));
    }
    if (thing.of === 'notification') {
      const reasons = judgeNotification(manifests, module, thing.id, subject);
      return verdictOf(inModule(module, `section ${thing.id}`, reasons));
    }
    if (thing.of === 'route') return verdictOf(groundsOfRoute(thing.name));
    const file = manifests.modules.get(module);
    const reasons = file
      ? [...listModuleReasons(file, subject), ...listLicenceReasons(file, subject)]
      : [];
    return verdictOf(inModule(module, '', reasons));
  }

  function judgeOptionOf(module: string, section: string, id: string): Verdict {
    const { reasons, isLocked } = judgeOption(manifests, module, [section, id], subject);
    return verdictOf(inModule(module, `option ${id}`, reasons), { isLocked });
  }

  return judge;
}

function verdictOf(
  grounds: readonly Ground[],
  { isLocked = false, lacks = [] }: { isLocked?: boolean; lacks?: Verdict['lacks'] } = {},
): Verdict {
  const hidden = grounds.length > 0 ? 'hidden' : 'shown';
  return { state: isLocked ? 'locked' : hidden, grounds, lacks };
}

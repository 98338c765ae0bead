import type { AccessSubject } from '../../../schemas/accessRule.ts';
import type {
  CompiledNode,
  CompiledNodeOf,
  ScreenManifest,
} from '../../../schemas/manifest/compiled.ts';
import type { Text } from '../../../schemas/manifest/references.ts';
import { isOffered } from '../../markets.ts';
import { findLocated, lineOf } from '../ground/located.ts';
import { compilerTexts } from '../read/texts.ts';
import { canEnter, listLicenceReasons, readAllowance } from './access.ts';
import { compileForm, type KeepSchema } from './compileForm.ts';
import { listNotifications, listTiles } from './compileIndex.ts';
import { type ControlledParameter, listControlled } from './controlledQuery.ts';
import { type Fillings, fillNode } from './fillNode.ts';
import type { MarketManifests, MarketScreen } from './manifestSet.ts';
import { listAround } from './manifestSet.ts';
import type { Part, PlainObject } from './partTree.ts';
import { type Allowance, isOpen, type PrunedPart, prune, type Reason, rebuild } from './prune.ts';

interface CompileOptions {
  readonly keepSchema?: KeepSchema;
  /** Which parts say where they are written: those that a browser names when they fail, or all. */
  readonly places?: 'nodes' | 'all';
}

/** What browsers name when it fails. */
const failingNouns = new Set(['page', 'node', 'control']);

/** A screen for a subject. Undefined when there is none, or nothing that shows it is open. */
export function compileScreen(
  manifests: MarketManifests,
  id: string,
  subject: AccessSubject,
  { keepSchema = () => undefined, places }: CompileOptions = {},
): ScreenManifest | undefined {
  const judged = judgeScreen(manifests, id, subject);
  const module = manifests.modules.get(judged?.screen.module ?? '');
  if (!judged || !module || !judged.isReachable) return undefined;
  const { screen, pruned, licence, allowance } = judged;
  const { query: declared } = screen.screen;
  if (licence.length > 0 || !isOpen(pruned)) {
    const route = [...manifests.routes.values()].find((one) => one.route.screen === id)?.route;
    return { id, query: {}, root: closedPage(route?.title ?? module.title, subject) };
  }
  const offers: Fillings['offers'] = (enumeration, value) =>
    isOffered(manifests.market, enumeration, value);
  const controlled = new Map<string, ControlledParameter>();
  const located = places ? manifests.files.screens.get(id)?.located : undefined;
  const fillings: Fillings = {
    tiles: () => listTiles(manifests, subject),
    form: (name) => {
      const form = manifests.forms.get(name);
      return form && compileForm(name, form, { allowance, offers }, keepSchema);
    },
    offers,
  };
  const placeOf = ({ noun, path }: Part) =>
    located && (places === 'all' || failingNouns.has(noun))
      ? lineOf(findLocated(located, path))
      : undefined;
  const root = compilePart(pruned, { fillings, controlled, placeOf });
  const query = Object.fromEntries(
    Object.entries(declared).map(([name, own]) => [name, { ...own, ...controlled.get(name) }]),
  );
  // The one place where what the walk made gets the type that its schemas say.
  return { id, query, root: root as unknown as CompiledNode };
}

export interface JudgedScreen {
  readonly screen: MarketScreen;
  readonly isReachable: boolean;
  /** What the plan lacks, in the module's file. */
  readonly licence: readonly Reason[];
  /** What is left of the page; its own reasons keep the whole screen away. */
  readonly pruned: PrunedPart;
  readonly allowance: Allowance;
}

/** Whether a subject gets a screen, what is left of it, and why. Undefined when there is none such. */
export function judgeScreen(
  manifests: MarketManifests,
  id: string,
  subject: AccessSubject,
): JudgedScreen | undefined {
  const screen = manifests.screens.get(id);
  const module = screen && manifests.modules.get(screen.module);
  if (!screen || !module) return undefined;
  const around = listAround(manifests, id);
  const isRouted = [...manifests.routes].some(
    ([name, { route }]) =>
      route.screen && around.has(route.screen) && canEnter(manifests, name, subject),
  );
  const isReachable =
    isRouted || listNotifications(manifests, subject).some((section) => around.has(section.screen));
  const allowance = readAllowance(manifests, subject);
  const pruned = prune(screen.page, allowance);
  return { screen, isReachable, licence: listLicenceReasons(module, subject), pruned, allowance };
}

/** Maps of parts become lists in the file's order, some nodes are filled in, controls are noted. */
function compilePart(
  pruned: PrunedPart,
  around: {
    readonly fillings: Fillings;
    readonly controlled: Map<string, ControlledParameter>;
    readonly placeOf: (part: Part) => string | undefined;
  },
): PlainObject {
  const { fillings, controlled, placeOf } = around;
  const content = rebuild(pruned, (parts) => parts.map((part) => compilePart(part, around)));
  const filled = fillNode(content, fillings);
  for (const [name, known] of listControlled(filled)) controlled.set(name, known);
  const at = placeOf(pruned.part);
  return { ...filled, id: pruned.part.id, ...(at !== undefined && { at }) };
}

/** Only a main user buys packages: others ask theirs, and staff has none. */
function closedPage(title: Text, { roles }: AccessSubject): CompiledNode {
  const isMainUser = roles.includes('portal_admin');
  const isStaff = roles.includes('portal_super_admin') || roles.includes('portal_support');
  const noAccess = isStaff ? compilerTexts.otherRoleDescription : compilerTexts.noAccessDescription;
  const root: CompiledNodeOf<'page'> = {
    id: 'root',
    type: 'page',
    title,
    children: [
      {
        id: 'not-included',
        type: 'empty',
        title: isMainUser ? compilerTexts.notIncludedTitle : compilerTexts.noAccessTitle,
        description: isMainUser ? compilerTexts.notIncludedDescription : noAccess,
        icon: 'lock',
      },
    ],
  };
  return root;
}

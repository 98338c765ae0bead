import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Classes } from '@blueprintjs/core';
import postcss, { type AtRule } from 'postcss';
import { build, type Plugin } from 'vite';
import { classesModule, leanBlueprintPlugin } from './leanBlueprintPlugin.ts';

const stylesheet = /[\\/]@blueprintjs[\\/]core[\\/]lib[\\/]css[\\/]blueprint\.css(\?calendar)?$/;
/** The calendar loads when it is first opened, and its styles with it. */
const calendar = '@blueprintjs/datetime';
const importsOf = /import (?:type )?\{([^}]+)\} from '(@blueprintjs\/[\w-]+)'/g;
/** Blueprint's other way to ask for the dark theme: `bp6-dark` is ours. */
const otherDarkTheme = /\[data-bp-color-scheme\b/;
/** What React's transitions append to a class. */
const transition = /-(appear|enter|exit)(-active|-done)?$/;
/** Classes that Blueprint makes of a value: any manifest may ask for any. Icons are drawings here. */
const families: Readonly<Record<string, string>> = {
  elevationClass: 'elevation',
  intentClass: 'intent',
  positionClass: 'position',
};

/** Classes to whose names Blueprint itself adds a part, such as the side that toasts stand at. */
const extended = [
  ...['NON_IDEAL_STATE', 'PANEL_STACK', 'POPOVER_CONTENT_PLACEMENT'],
  ...['SLIDER', 'TOAST_CONTAINER', 'TREE_NODE_CONTENT'],
].map((name) => (Classes as Readonly<Record<string, unknown>>)[name]);

/** Of a class's name. */
type IsUsed = (name: string) => boolean;

/**
 * Takes of Blueprint's 560 KB of styles the rules whose classes the renderer can draw: those that its
 * own sources name, and those that the components which it imports have, in all their variants. What
 * only a calendar has is left to `blueprint.css?calendar`.
 */
export function usedStylesPlugin(): Plugin {
  let root = '';
  let isBuild = false;
  /** Each takes a bundle of Blueprint's components. */
  let everywhere: Promise<IsUsed> | undefined;
  let outsideCalendars: Promise<IsUsed> | undefined;
  return {
    name: 'meterhouse-used-styles',
    enforce: 'pre',
    configResolved(config) {
      ({ root } = config);
      isBuild = config.command === 'build';
    },
    buildStart() {
      everywhere = undefined;
      outsideCalendars = undefined;
    },
    async transform(code, id) {
      const [isStyles, isCalendar] = stylesheet.exec(id) ?? [];
      if (!isStyles) return undefined;
      // A developer's pages have all of them at once.
      if (!isBuild) return isCalendar ? { code: '', map: null } : undefined;
      outsideCalendars ??= findUsedClasses(root, [calendar]);
      const isUsed = await outsideCalendars;
      if (!isCalendar) return { code: keepUsed(code, isUsed), map: null };
      everywhere ??= findUsedClasses(root);
      return { code: keepUsed(code, await everywhere, isUsed), map: null };
    },
  };
}

/** Tells of a class of Blueprint's whether something under `root` can have it that isn't `without`'s. */
export async function findUsedClasses(
  root: string,
  without: readonly string[] = [],
): Promise<IsUsed> {
  const used = new Set<string>();
  const components = new Map<string, Set<string>>();
  for await (const file of glob('**/*.{ts,tsx,css,js}', { cwd: root })) {
    const source = await readFile(path.join(root, file), 'utf8');
    for (const [name] of source.matchAll(/\bbp6-[\w-]+/g)) used.add(name);
    for (const [, name = ''] of source.matchAll(/\bClasses\.(\w+)/g)) addClass(used, name);
    for (const [, names = '', library = ''] of source.matchAll(importsOf)) {
      const imported = components.get(library) ?? new Set();
      for (const name of names.split(',')) {
        const [, component] = /^\s*(\w+)/.exec(name.replace(/^\s*type .*/, '')) ?? [];
        if (component && component !== 'Classes') imported.add(component);
      }
      components.set(library, imported);
    }
  }
  for (const library of without) components.delete(library);
  for (const name of await findNamedClasses(components)) addClass(used, name);
  return (name) =>
    used.has(name) ||
    used.has(name.replace(transition, '')) ||
    isOfFamily(used, name) ||
    extended.some((one) => name.startsWith(`${one}-`) && used.has(String(one)));
}

function addClass(used: Set<string>, name: string) {
  const value = (Classes as Readonly<Record<string, unknown>>)[name];
  if (typeof value === 'string') used.add(value);
  else used.add(`bp6-${families[name]}-`);
}

function isOfFamily(used: ReadonlySet<string>, name: string): boolean {
  return used.has(name.replace(/^(bp6-[a-z]+-)\w+$/, '$1'));
}

/** The exports of Blueprint's list of classes that are left when only these components are bundled. */
async function findNamedClasses(
  components: ReadonlyMap<string, ReadonlySet<string>>,
): Promise<readonly string[]> {
  const entry = '\0meterhouse-components';
  const built = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [
      leanBlueprintPlugin(),
      {
        name: entry,
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) =>
          id === entry
            ? [...components]
                .map(([library, names]) => `export { ${[...names].join(', ')} } from '${library}';`)
                .join('\n')
            : undefined,
      },
    ],
    build: {
      write: false,
      minify: false,
      rolldownOptions: { input: entry, preserveEntrySignatures: 'strict', external: /^react/ },
    },
  });
  if (!('output' in built)) throw new Error('The build of Blueprint’s components gave no output.');
  const names = built.output.flatMap((chunk) =>
    chunk.type === 'chunk'
      ? Object.entries(chunk.modules).flatMap(([id, module]) =>
          classesModule.test(id) ? module.renderedExports : [],
        )
      : [],
  );
  if (names.length === 0) throw new Error('Blueprint’s list of classes isn’t where it was.');
  return names;
}

/**
 * Leaves out the selectors that can match nothing, and the rules that then have none; also those that
 * stand in another file, of whose classes `isElsewhere` tells.
 */
export function keepUsed(
  css: string,
  isUsed: (name: string) => boolean,
  isElsewhere?: (name: string) => boolean,
): string {
  const styles = postcss.parse(css);
  const matches = (selector: string, isThere: (name: string) => boolean) =>
    classesOf(selector).every((name) => !name.startsWith('bp6-') || isThere(name));
  styles.walkAtRules(/keyframes$/, (frames) => {
    if (isElsewhere) frames.remove();
  });
  styles.walkRules((rule) => {
    if (rule.parent?.type === 'atrule' && /keyframes$/.test((rule.parent as AtRule).name)) return;
    const selectors = rule.selectors.filter(
      (selector) =>
        !otherDarkTheme.test(selector) &&
        matches(selector, isUsed) &&
        !(isElsewhere && matches(selector, isElsewhere)),
    );
    if (selectors.length === 0) rule.remove();
    else rule.selectors = selectors;
  });
  return styles.toString();
}

/** The classes without which a selector matches nothing: none of those that `:not()` and its like name. */
function classesOf(selector: string): string[] {
  let bare = selector;
  for (let before = ''; before !== bare; ) {
    before = bare;
    bare = bare.replaceAll(/\([^()]*\)/g, '');
  }
  return [...bare.matchAll(/\.([\w-]+)/g)].map(([, name = '']) => name);
}

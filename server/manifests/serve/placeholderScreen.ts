import { roles } from '../../../schemas/entities/access.ts';
import { manifestVersion } from '../../../schemas/manifest/envelope.ts';
import type { Sources, SourceText } from '../read/load.ts';
import { compilerTexts } from '../read/texts.ts';

/**
 * The files with something in place of one that has faults and was never good: a broken screen
 * becomes a page that says so, a broken module is closed to everybody, since nobody knows whom it is
 * for, and anything else is left out. Undefined when nothing can be put in its place.
 */
export function substitute(files: Sources, name: string): Sources | undefined {
  const source = files.get(name);
  if (!source || source.kind === 'text') return undefined;
  const [folder = '', module = ''] = source.place.split('/');
  // A market that isn't there is no market, and a start needs all of them.
  if (folder === 'markets') return undefined;
  const others = new Map(files);
  if (isSubstitute(source)) {
    others.delete(name);
  } else if (/^modules\/[^/]+\/module\.json$/.test(source.place)) {
    for (const [one, { place }] of files) {
      if (place.startsWith(`modules/${module}/`)) others.delete(one);
    }
    others.set(name, { ...source, ...written('module', closedModule) });
  } else if (/^modules\/.*\.screen\.json$/.test(source.place)) {
    others.set(name, { ...source, ...written('screen', brokenScreen) });
  } else {
    others.delete(name);
  }
  return others;
}

/** Whether a text was put in place of a broken file. */
export function isSubstitute({ text }: SourceText): boolean {
  return (
    text === written('module', closedModule).text || text === written('screen', brokenScreen).text
  );
}

const brokenScreen = {
  title: compilerTexts.brokenTitle,
  children: {
    broken: {
      type: 'empty',
      title: compilerTexts.brokenTitle,
      description: compilerTexts.brokenDescription,
      icon: 'error',
    },
  },
};

const closedModule = {
  title: compilerTexts.brokenTitle,
  // No role is both held and not held.
  access: { anyRole: roles, notRole: roles },
};

function written(kind: string, value: object): Pick<SourceText, 'text' | 'unread'> {
  const content = { $schema: `../../schema/${kind}.schema.json`, manifestVersion, ...value };
  return { text: JSON.stringify(content) };
}

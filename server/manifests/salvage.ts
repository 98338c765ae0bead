import { roles } from '../../schemas/entities/access.ts';
import { manifestVersion } from '../../schemas/manifest/envelope.ts';
import type { Fault } from './faults.ts';
import type { LoadedFiles } from './load.ts';
import { type Located, parseLocated } from './located.ts';
import { compilerTexts } from './texts.ts';

/**
 * The files without those that have faults, for a server that starts when no good state is known:
 * a broken screen becomes a page that says so, a broken override is left out, and a broken module
 * is closed to everybody, since nobody knows whom it is for. Broken markets can't be helped.
 */
export function salvage(loaded: LoadedFiles, faults: readonly Fault[]): LoadedFiles {
  const broken = new Set(faults.map(({ file }) => file.name));
  const isBroken = (located: Located | undefined) => located && broken.has(located.file.name);

  const modules = new Map(
    [...loaded.modules].map(([id, module]) => {
      const unreadable = [...loaded.unreadable];
      if (isBroken(module.file) || unreadable.some((name) => name.endsWith(`/${id}/module.json`))) {
        const empty = new Map<string, Located>();
        return [id, { file: closedModule(), screens: empty, forms: empty, parts: empty }];
      }
      const screens = new Map(
        [...module.screens].map(([name, screen]) => [
          name,
          isBroken(screen) ? brokenScreen() : screen,
        ]),
      );
      for (const name of unreadable) {
        const [owner, screen = ''] = name.split('.');
        if (owner === id && !name.includes('/')) screens.set(screen, brokenScreen());
      }
      // The screens that show a form that is left out break in the next round.
      const forms = new Map([...module.forms].filter(([, form]) => !isBroken(form)));
      return [id, { ...module, screens, forms }];
    }),
  );
  const overrides = new Map(
    [...loaded.overrides].map(([market, files]) => [
      market,
      new Map([...files].filter(([, located]) => !isBroken(located))),
    ]),
  );
  return { ...loaded, modules, overrides, unreadable: new Set(), faults: [], textFaults: [] };
}

function brokenScreen(): Located {
  return fromValue('screen', {
    title: compilerTexts.brokenTitle,
    children: {
      broken: {
        type: 'empty',
        title: compilerTexts.brokenTitle,
        description: compilerTexts.brokenDescription,
        icon: 'error',
      },
    },
  });
}

function closedModule(): Located {
  return fromValue('module', {
    title: compilerTexts.brokenTitle,
    // No role is both held and not held.
    access: { anyRole: roles, notRole: roles },
  });
}

function fromValue(kind: string, value: object): Located {
  const content = { $schema: `../../schema/${kind}.schema.json`, manifestVersion, ...value };
  const name = `manifests/modules/substitute/${kind}.json`;
  const located = parseLocated({ name, text: JSON.stringify(content) }, []);
  if (!located) throw new Error('The substitute for broken manifests is itself broken.');
  return located;
}

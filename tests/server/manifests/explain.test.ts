import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AccessSubject } from '../../../schemas/accessRule.ts';
import { features, roles } from '../../../schemas/entities/access.ts';
import { countries } from '../../../schemas/entities/market.ts';
import { readManifests } from '../../../server/manifests/serve/readManifests.ts';
import { compileScreen } from '../../../server/manifests/session/compile.ts';
import { compileIndex, listTiles } from '../../../server/manifests/session/compileIndex.ts';
import type { MarketManifests } from '../../../server/manifests/session/manifestSet.ts';
import { listVerdicts } from '../../../server/manifestTools/explain.ts';
import { type InventoryItem, listInventory } from '../../../server/manifestTools/inventory.ts';
import { listNouns } from '../../../server/manifestTools/nouns.ts';
import { createTeller } from '../../../server/manifestTools/words.ts';
import { copyReal } from './copyReal.ts';
import { realDirectories } from './directories.ts';
import { sprinkle } from './sprinkle.ts';

const { set } = await readManifests(realDirectories);
if (!set) throw new Error('The manifests have faults.');
const { markets } = set;

const subjectOf = (country: AccessSubject['country']): fc.Arbitrary<AccessSubject> =>
  fc.record({
    country: fc.constant(country),
    signedIn: fc.oneof({ weight: 5, arbitrary: fc.constant(true) }, fc.constant(false)),
    roles: fc.subarray([...roles]),
    features: fc.oneof(fc.constant([...features]), fc.subarray([...features])),
  });

type Json = Readonly<Record<string, unknown>> | readonly unknown[] | undefined;

/** Follows a path of ids and members through what was compiled, where maps have become lists. */
function follow(from: unknown, keys: readonly PropertyKey[]): unknown {
  let found = from as Json;
  for (const key of keys) {
    found = Array.isArray(found)
      ? found.find(({ id, name }) => (id ?? name) === key)
      : (found as Readonly<Record<PropertyKey, Json>> | undefined)?.[key];
  }
  return found;
}

/** The words of each text, by its path; what is put in isn't one. */
function words(texts: unknown, path: string): Map<string, string[]> {
  if (typeof texts === 'string') {
    const own = texts.replaceAll(/\{\{\w+\}\}/g, ' ').toLowerCase();
    return new Map([[path, own.match(/\p{L}{2,}/gu) ?? []]]);
  }
  const inner = Object.entries(texts ?? {}).map(([key, value]) =>
    words(value, path ? `${path}.${key}` : key),
  );
  return new Map(inner.flatMap((one) => [...one]));
}

/** What the compiled manifests of a session say of a thing. */
function createReader(manifests: MarketManifests, subject: AccessSubject) {
  const index = compileIndex(manifests, subject, {
    signIn: { authority: '', clientId: '', scope: '' },
    texts: '',
    problems: [],
  });
  const screens = new Map<string, unknown>();
  const rootOf = (id: string) => {
    if (!screens.has(id)) {
      const root = compileScreen(manifests, id, subject)?.root;
      screens.set(id, follow(root, ['children', 'not-included']) ? undefined : root);
    }
    return screens.get(id);
  };
  const stateOf = (isLocked: boolean | undefined) => {
    if (isLocked === undefined) return 'hidden';
    return isLocked ? 'locked' : 'shown';
  };
  const isThere = (found: unknown) => (found === undefined ? 'hidden' : 'shown');
  return (thing: InventoryItem): string | undefined => {
    const { module } = thing;
    switch (thing.of) {
      case 'route': {
        const { guard } = index.routes.find(({ name }) => name === thing.name) ?? {};
        const isLocked = thing.screen !== undefined && rootOf(thing.screen) === undefined;
        return stateOf(guard === 'open' ? isLocked : undefined);
      }
      case 'entry': {
        const entries = thing.kind === 'tile' ? listTiles(manifests, subject) : index[thing.kind];
        return stateOf(entries.find(({ id }) => id === module)?.locked);
      }
      case 'notification':
        return isThere(index.notifications.find(({ id }) => id === `${module}.${thing.id}`));
      case 'sidebar':
        return isThere(follow(index.sidebars, [module, thing.section]));
      case 'option': {
        const option = follow(index.sidebars, [module, thing.section, 'options', thing.id]);
        const { hasPrivilege } = (option ?? {}) as { hasPrivilege?: boolean };
        return stateOf(hasPrivilege === undefined ? undefined : !hasPrivilege);
      }
      case 'screen': {
        const isReachable = compileScreen(manifests, thing.screen, subject) !== undefined;
        return stateOf(isReachable ? rootOf(thing.screen) === undefined : undefined);
      }
      case 'part':
        return isThere(follow(rootOf(thing.screen), thing.part.path));
      case 'field': {
        const node = thing.node.flatMap((id) => ['children', id]);
        const fields = thing.ids.flatMap((id) => ['fields', id]);
        return isThere(follow(rootOf(thing.screen), [...node, 'form', ...fields]));
      }
      default:
        return undefined;
    }
  };
}

describe('explain says what the compiled manifests have', () => {
  test.each(countries)('of every part, entry and route in %s', { timeout: 120_000 }, (country) => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(subjectOf(country), fc.nat(), (subject, seed) => {
        const manifests = seed % 4 === 0 ? markets[country] : sprinkle(markets[country], seed);
        const read = createReader(manifests, subject);
        const wrong = listVerdicts(manifests, subject).flatMap(({ thing, verdict }) => {
          const state = read(thing);
          seen.add(`${thing.of} ${state}`);
          const isReasoned = (verdict.state === 'shown') === (verdict.grounds.length === 0);
          const isRight = state === undefined || (state === verdict.state && isReasoned);
          return isRight ? [] : [`${thing.noun} ${thing.address}: ${state}, not ${verdict.state}`];
        });
        expect(wrong).toEqual([]);
      }),
      { numRuns: 40 },
    );
    for (const kind of ['option', 'route', 'screen']) expect(seen).toContain(`${kind} locked`);
    for (const kind of ['route', 'entry', 'notification', 'option', 'screen', 'part', 'field']) {
      expect([...seen]).toEqual(expect.arrayContaining([`${kind} shown`, `${kind} hidden`]));
    }
  });
});

describe('explain', () => {
  test('names the rules that hide, with file, line, column and layer, one verdict in a line', async () => {
    const { run } = await copyReal();
    const session = ['--country', 'CZ', '--role', 'portal_domea', '--feature', 'all'];
    const { code, lines } = await run('explain', ...session, '/reports');
    expect(code).toBe(0);
    expect(lines[0]).toBe('To portal_domea in CZ with every feature:');
    expect(lines).toContain('route report-index (/reports)  NOT shown');
    expect(lines).toContain('screen reports.index           NOT shown');
    expect(lines).toContain('tile reports                   NOT shown');
    const at = lines.indexOf('  NO  module reports: it is closed to Domea (portal_domea)');
    const text = await readFile(
      path.join(realDirectories.manifestsDirectory, 'modules/reports/module.json'),
      'utf8',
    );
    const line = text.split('\n').findIndex((one) => one.includes('"access"')) + 1;
    expect(lines[at + 1]).toBe(
      `      manifests/modules/reports/module.json:${line}:13 (module reports)`,
    );
  });

  test.each([
    [
      { LANG: 'pl_PL.UTF-8' },
      [],
      'portal_admin, CZ, wszystkie funkcje:',
      'kafelek reports',
      'moduł',
    ],
    [
      { LC_ALL: 'C', LANG: 'pl_PL' },
      [],
      'To portal_admin in CZ with every feature:',
      'tile reports',
      'module',
    ],
    [{}, ['--language', 'cs'], 'portal_admin, CZ, všechny funkce:', 'dlaždice reports', 'modul'],
  ])('speaks the language of %j and %j', async (environment, more, session, tile, module) => {
    const { run } = await copyReal({ environment });
    const asked = ['--country', 'CZ', '--role', 'portal_admin', '--feature', 'all'];
    const { lines } = await run('explain', ...asked, ...more, '/reports');
    expect(lines[0]).toBe(session);
    expect(lines.join('\n')).toContain(`${tile} `);
    const layers = lines.flatMap(
      (line) => /\.json:\d+:\d+ \((\S+) reports\)/.exec(line)?.[1] ?? [],
    );
    expect(new Set(layers)).toEqual(new Set([module]));
  });

  test('has no word of another language in it', () => {
    // Words that they have in common with English.
    const borrowed = new Set(['panel', 'menu', 'role', 'licence']);
    const english = words(set.texts.en?.['explanations'], '');
    expect(english.get('layers.override')).toContain('override');
    for (const language of ['pl', 'cs'] as const) {
      const explanations = set.texts[language]?.['explanations'] ?? {};
      for (const [path, own] of words(explanations, '')) {
        const same = own.filter((word) => !borrowed.has(word) && english.get(path)?.includes(word));
        expect([language, path, same]).toEqual([language, path, []]);
      }
      const tell = createTeller({ explanations }, language);
      for (const layer of ['override', 'part', 'market', 'module']) {
        const place = `manifests/some.json:3:14 (${layer} cz)`;
        expect(tell.place(place)).toMatch(/^manifests\/some\.json:3:14 \(\S+ cz\)$/);
        expect(tell.place(place)).not.toContain(layer);
      }
    }
  });

  test('has a word for each kind of thing in each language that has its texts', () => {
    const nouns = new Set(
      countries.flatMap((country) => listInventory(markets[country]).map(({ noun }) => noun)),
    );
    for (const language of ['en', 'pl', 'cs'] as const) {
      const tell = createTeller(
        { explanations: set.texts[language]?.['explanations'] ?? {} },
        language,
      );
      for (const noun of [...nouns, ...listNouns(), 'licence'])
        expect(tell.noun(noun)).not.toMatch(/nouns\./);
    }
  });

  test('tells all reasons, not the first', async () => {
    const { run, switchOff } = await copyReal();
    await switchOff('DK', 'reports');
    const { output } = await run('explain', '--role', 'portal_domea', 'tile reports');
    expect(output).toContain('NO  module reports: it is closed to Domea (portal_domea)');
    expect(output).toContain('NO  tile reports: it leads to the route report-index');
    const locked = await run('explain', '--role', 'portal_admin', 'reports tile');
    expect(locked.lines[1]).toBe('tile reports  shown LOCKED');
    expect(locked.output).toContain('licence of the module reports: it needs one of the features');
    const noModule = await run('explain', '--country', 'DK', '--role', 'portal_admin', '/reports');
    expect(noModule.output).toContain('NO  the market has the module reports switched off');
    expect(noModule.output).toMatch(/markets\/dk\.json:\d+:\d+ \(market dk\)/);
    const visitor = await run('explain', '/contact-form');
    expect(visitor.output).toContain('it needs somebody who is signed in');
  });

  test.each([
    ['reports.index', 'screen reports.index'],
    ['report-index', 'route report-index (/reports)'],
    ['navigation entry consumption', 'navigation entry consumption'],
    ['consumption.property/tenants/tenantName', 'column consumption.property/tenants/tenantName'],
    [
      'consumption.property.tenants.columns.tenantName',
      'column consumption.property/tenants/tenantName',
    ],
    ['consumption.property root.children.tenants', 'node consumption.property/tenants'],
    ['contact.message.message', 'field contact.index/message/message'],
    ['contact.index/message/subject', 'field contact.index/message/subject'],
  ])('knows %s', async (address, name) => {
    const { run } = await copyReal();
    const { code, lines } = await run(
      'explain',
      '--role',
      'portal_admin',
      '--feature',
      'all',
      address,
    );
    expect(code).toBe(0);
    expect(lines[1]).toBe(`${name}  shown`);
  });

  test('lists what an address fits, and suggests the nearest three', async () => {
    const { run } = await copyReal();
    const session = ['--role', 'portal_admin', '--feature', 'all'];
    const several = await run('explain', ...session, 'tenantNo');
    expect(
      several.lines.filter((line) => line.startsWith('column ') && line.endsWith('  shown')).length,
    ).toBeGreaterThan(1);
    const none = await run('explain', ...session, 'consumption.proprety');
    expect(none.code).toBe(64);
    expect(none.lines).toHaveLength(1);
    expect(none.output).toContain('The nearest are "consumption.property", ');
    expect(none.output.match(/"/g)).toHaveLength(8);
  });

  const override = (columns: object) => ({
    $schema: '../../../schema/screen-override.schema.json',
    manifestVersion: 2,
    children: { tenants: { columns } },
  });
  const czProperty = 'overrides/cz/consumption/property.screen.json';
  const asked = ['explain', '--country', 'CZ', '--role', 'portal_admin', '--feature', 'all'];

  test('names the override that closed something', async () => {
    const { run, write } = await copyReal();
    await write(czProperty, override({ address: { access: { anyRole: ['portal_support'] } } }));
    const { lines } = await run(...asked, 'consumption.property/tenants/columns.address');
    const at = lines.indexOf(
      '  NO  column address: it needs one of the roles Support (portal_support)',
    );
    expect(lines[at + 1]).toMatch(
      /manifests\/overrides\/cz\/consumption\/property\.screen\.json:8:21 \(override cz\)$/,
    );
    expect(lines).toContain('  but an override says "access.anyRole"');
  });

  test('names the override that took something away', async () => {
    const { run, write } = await copyReal();
    await write(czProperty, override({ address: null, totals: { COLD_WATER_METER: null } }));
    for (const [column, line] of [
      ['address', 7],
      ['coldWaterMeter', 9],
    ] as const) {
      const { lines } = await run(...asked, `consumption.property/tenants/${column}`);
      expect(lines[1]).toBe(`column consumption.property/tenants/${column}  NOT shown`);
      const at = lines.indexOf('  NO  an override takes it away');
      expect(lines[at + 1]).toContain(`manifests/${czProperty}:${line}:`);
      expect(lines[at + 1]).toContain('(override cz)');
    }
  });
});

import { describe, expect, test } from 'vitest';
import { listFaults } from '../../../server/manifests/ground/faults.ts';
import { buildManifests } from '../../../server/manifests/pipeline.ts';
import { parseSources, readSources, type Sources } from '../../../server/manifests/read/load.ts';
import { findLastGood, listChanged } from '../../../server/manifests/serve/lastGood.ts';
import { realDirectories } from './directories.ts';
import { small, writeSmall } from './small.ts';

/** What serves of files that were saved, told without a server. */

const index = 'manifests/modules/consumption/index.screen.json';
const list = 'manifests/modules/consumption/list.screen.json';
const module = 'manifests/modules/consumption/module.json';
const none: Sources = new Map();

async function read() {
  const { directories } = await writeSmall();
  return readSources(directories);
}

/** Files with others' contents; undefined takes one away. */
function saving(before: Sources, changes: Readonly<Record<string, unknown>>): Sources {
  const files = new Map(before);
  for (const [name, content] of Object.entries(changes)) {
    const source = before.get(name) ?? {
      ...before.get(list),
      name,
      place: name.replace('manifests/', ''),
    };
    if (content === undefined) files.delete(name);
    else files.set(name, { ...source, text: JSON.stringify(content) } as never);
  }
  return files;
}

const titled = (name: keyof typeof small, title: string) => ({ ...small[name], title });

test('sound files serve as they were saved', async () => {
  const saved = await read();
  const { set, files, faults, exceptions } = await findLastGood(saved, none, 'manifests');
  expect([files, faults, exceptions]).toEqual([saved, [], []]);
  expect(set.markets.PL.screens.has('consumption.index')).toBe(true);
  expect(Object.fromEntries(set.licences)).toEqual({
    consumption: ['CONSUMPTION_BASIC'],
    home: [],
  });
});

test('the files that differ are named, be they new, gone or unread', async () => {
  const before = await read();
  expect(listChanged(before, new Map(before))).toEqual([]);
  const after = saving(before, { [list]: titled(list, 'home:more'), [index]: undefined });
  expect(listChanged(before, after)).toEqual([index, list]);
  expect(listChanged(after, before)).toEqual([index, list]);
  const unread = new Map(before).set(list, { ...before.get(list), unread: 'no rights' } as never);
  expect(listChanged(before, unread)).toEqual([list]);
});

describe('a fault', () => {
  test('keeps its own file as it last was', async () => {
    const before = await read();
    const saved = saving(before, {
      [index]: titled(index, 'home:tilte'),
      [list]: titled(list, 'home:more'),
    });
    const { files, faults, exceptions } = await findLastGood(saved, before, 'manifests');
    expect(listChanged(files, saving(before, { [list]: titled(list, 'home:more') }))).toEqual([]);
    expect(faults).toHaveLength(1);
    const why = [expect.stringContaining('home:tilte')];
    expect(exceptions).toEqual([{ file: index, inEffect: 'its last good version', why }]);
  });

  test('of a file that never was good is replaced', async () => {
    const saved = saving(await read(), { [index]: titled(index, 'home:tilte') });
    const { set, exceptions } = await findLastGood(saved, none, 'manifests');
    const inEffect = 'a page that says that it is broken';
    expect(exceptions).toEqual([{ file: index, inEffect, why: [expect.any(String)] }]);
    expect(set.markets.PL.screens.has('consumption.index')).toBe(true);
  });

  test('of what can’t be replaced, and never was good, lets nothing serve', async () => {
    const saved = saving(await read(), { 'manifests/markets/pl.json': { country: 'PL' } });
    await expect(findLastGood(saved, none, 'manifests')).rejects.toThrow(
      /Mend these files:\n {2}manifests/,
    );
  });

  test('in a file that didn’t change takes back the fewest that explain it', async () => {
    const before = await read();
    const { 'consumption-list': _gone, ...routes } = small[module].routes;
    const linking = saving(before, {
      [index]: {
        ...small[index],
        children: {
          properties: { ...small[index].children.properties, rowLink: 'consumption-list' },
        },
      },
    });
    const harmless = { 'locales/en/home.json': { title: 'Start', more: 'More' } };
    const saved = saving(linking, {
      ...harmless,
      [module]: { ...small[module], routes },
    });
    const { files, exceptions } = await findLastGood(saved, linking, 'manifests');
    expect(listChanged(files, saving(linking, harmless))).toEqual([]);
    expect(exceptions.map(({ file, inEffect }) => [file, inEffect])).toEqual([
      [module, 'its last good version'],
    ]);
    expect(exceptions[0]?.why.join()).toContain('consumption-list');
  });
});

test('other words of a text leave the screens as they were made, another placeholder does not', async () => {
  const before = await read();
  const home = (title: string) => ({ 'locales/en/home.json': { title, more: 'More' } });
  const build = async (files: Sources) => {
    const { set } = await findLastGood(files, before, 'manifests');
    return set.markets.PL.screens.get('consumption.index');
  };
  const first = await build(saving(before, home('Start')));
  expect(first).toBeDefined();
  expect(await build(saving(before, home('Begin')))).toBe(first);
  expect(await build(saving(before, home('Begin {{count}}')))).not.toBe(first);
});

describe('what a change of one file comes to is what all files anew come to', () => {
  let times = 0;
  /** Under names that were never read nothing is found that was kept. */
  const anew = (files: Sources): Sources => {
    times += 1;
    const renamed = [...files.values()].map((file) => ({
      ...file,
      name: `new${times}-${file.name}`,
    }));
    return new Map(renamed.map((file) => [file.name, file]));
  };
  const build = (files: Sources) => {
    const { set, faults } = buildManifests(parseSources(files), 'manifests');
    const markets = Object.values(set?.markets ?? {});
    return {
      faults: listFaults(faults).map((fault) => fault.replaceAll(/new\d+-/g, '')),
      markets: markets.map(({ screens, forms, routes }) => [...screens, ...forms, ...routes]),
    };
  };

  const cz = 'manifests/markets/cz.json';
  const own = '"values": { "deviceCategory": { "HOT_WATER_METER": false } }';
  test.each([
    ['values that a market has', cz, '"HOT_WATER_METER"', '"COLD_WATER_METER"', false],
    [
      'a part',
      'manifests/modules/readings/answer.part.json',
      'readings:questions.explained',
      'consumption:title',
      false,
    ],
    [
      'a screen that shows another’s form',
      'manifests/modules/auth/forgot-password.screen.json',
      '"auth.forgot"',
      '"auth.reset"',
      true,
    ],
    ['a text', 'locales/en/consumption.json', '"title":', '"titel":', true],
  ])('%s', async (_what, name, from, to, isFaulty) => {
    const change = (files: Sources, place: string, old: string, text: string): Sources => {
      const source = files.get(place);
      return new Map(files).set(place, {
        ...source,
        text: source?.text.replace(old, text),
      } as never);
    };
    // A market with values of its own shares its files with no other.
    const before = change(await readSources(realDirectories), cz, '"country"', `${own}, "country"`);
    const after = change(before, name, from, to);
    const first = build(before);
    const changed = build(after);
    expect(changed).not.toEqual(first);
    expect(changed.faults.length > 0).toBe(isFaulty);
    expect(changed).toEqual(build(anew(after)));
    expect(build(before)).toEqual(first);
  });
});

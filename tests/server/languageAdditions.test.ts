import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readManifests } from '../../server/manifests/serve/readManifests.ts';
import { compileScreen } from '../../server/manifests/session/compile.ts';
import { copyGood } from './manifests/directories.ts';
import { holder } from './manifests/subjects.ts';

/** What the server checks and leaves out of tabs, pickers, badges, pictures and Markdown. */

const screenFile = 'modules/consumption/property.screen.json';

// biome-ignore lint/suspicious/noExplicitAny: files are looked into freely here.
type Free = any;

async function read(children: Free, query: Free = {}) {
  const directories = await copyGood();
  const file = path.join(directories.manifestsDirectory, screenFile);
  const content = JSON.parse(await readFile(file, 'utf8')) as Free;
  Object.assign(content.children, children);
  content.query = { ...content.query, ...query };
  await writeFile(file, JSON.stringify(content));
  return readManifests(directories);
}

async function faultsOf(children: Free) {
  const { faults } = await read(children, { chosen: {} });
  return faults.map((fault) => fault.replace(/^\S+ +/, ''));
}

const text = { type: 'text', text: 'consumption:title' };
const pick = {
  kind: 'pick',
  label: 'consumption:title',
  query: 'chosen',
  source: { call: 'property.list' },
  value: 'worksId',
  text: 'name',
  chosen: { call: 'property.get', params: { property: '$query.chosen' } },
  empty: 'consumption:title',
};
const pickerOf = (more: object) => ({
  more: { type: 'controls', label: 'consumption:title', items: { pick: { ...pick, ...more } } },
});

describe('tabs', () => {
  const tab = (more: object) => ({
    label: 'consumption:title',
    children: { words: text },
    ...more,
  });

  test('lose what the reader may not see, and vanish when nothing is left in them', async () => {
    const items = {
      open: tab({}),
      shut: tab({ access: { anyRole: ['portal_support'] } }),
      hollow: tab({
        children: { words: { ...text, access: { anyRole: ['portal_support'] } } },
      }),
    };
    const tabs = { type: 'tabs', label: 'consumption:title', query: 'chosen', items };
    const { set, faults } = await read({ more: tabs }, { chosen: {} });
    expect(faults).toEqual([]);
    const screen = compileScreen(
      set!.markets.PL,
      'consumption.property',
      holder('PL', 'portal_admin'),
    ) as Free;
    const compiled = screen.root.children.find(({ id }: Free) => id === 'more');
    expect(compiled.items).toEqual([
      {
        id: 'open',
        label: 'consumption:title',
        children: [{ id: 'words', style: 'body', ...text }],
      },
    ]);
  });

  test('declare a parameter of their own, called as they are or say', async () => {
    const tabs = { type: 'tabs', label: 'consumption:title', items: { a: tab({}) } };
    const both = { more: tabs, other: { ...tabs, query: 'chapter' } };
    const { set, faults } = await read(both);
    expect(faults).toEqual([]);
    const subject = holder('PL', 'portal_admin');
    const screen = compileScreen(set!.markets.PL, 'consumption.property', subject);
    expect(screen?.query).toMatchObject({ more: {}, chapter: {} });
  });
});

describe('a picker', () => {
  test('is sound', async () => {
    expect(await faultsOf(pickerOf({}))).toEqual([]);
  });

  test.each([
    [{ value: 'wroksId' }, 'found "wroksId", did you mean "worksId", "worksNo" or "geo"?'],
    [{ text: 'number' }, 'found "number"'],
    [{ text: 'warnings' }, 'found "warnings"'],
    [{ source: { call: 'consumption.energyMix' } }, 'expected an operation with a "search"'],
    [{ query: 'nowhere' }, 'expected a parameter declared in "query"'],
  ])('is refused with %j', async (more, fault) => {
    expect((await faultsOf(pickerOf(more))).join('\n')).toContain(fault);
  });

  test('reads the chosen row as the others', async () => {
    const chosen = { call: 'consumption.period', params: { property: '$query.chosen' } };
    expect((await faultsOf(pickerOf({ chosen }))).join('\n')).toContain(
      'expected a field of consumption.period, found "name"',
    );
  });
});

describe('a badge', () => {
  const table = (intents: object) => ({
    more: {
      type: 'table',
      source: { call: 'property.list' },
      rowKey: 'worksId',
      columns: {
        state: {
          label: 'consumption:title',
          field: 'name',
          format: { as: 'badge', of: 'timeframe', intents },
        },
      },
      empty: { title: 'consumption:title' },
    },
  });

  test('knows the enumeration’s values', async () => {
    expect(await faultsOf(table({ DAILY: 'success' }))).toEqual([]);
    expect((await faultsOf(table({ DIALY: 'success' }))).join('\n')).toContain(
      'expected a value of timeframe, found "DIALY", did you mean "DAILY"?',
    );
    expect((await faultsOf(table({ DAILY: 'green' }))).join('\n')).toContain(
      'expected one of "none", "primary", "success", "warning", "danger"',
    );
  });
});

describe('pictures and Markdown', () => {
  test.each(['https://example.org/x.png', '//example.org/x.png', 'icon.svg'])(
    'a picture doesn’t come from %s',
    async (address) => {
      const image = { type: 'image', alt: 'consumption:title', size: { width: 1, height: 1 } };
      expect(await faultsOf({ more: { ...image, address: '/icon.svg' } })).toEqual([]);
      expect(await faultsOf({ more: { ...image, address } })).not.toEqual([]);
    },
  );

  test('a text in Markdown is one of locales/en', async () => {
    const markdown = { type: 'markdown', text: 'consumption:titel' };
    expect((await faultsOf({ more: markdown })).join('\n')).toContain(
      'expected a text of locales/en',
    );
  });
});

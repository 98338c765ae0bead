import { describe, expect, it } from 'vitest';
import { readField, resolveValue, resolveValues } from '../../../renderer/core/bindings.ts';
import { buildHref } from '../../../renderer/core/link.ts';
import { resolveText, sentenceOf, type Translate } from '../../../renderer/core/text.ts';
import type { CompiledRoute } from '../../../schemas/manifest/compiled.ts';
import { createTexts } from '../support/texts.ts';

const context = {
  route: { property: '7' },
  query: { timeframe: 'DAILY' },
  row: { id: 3, totals: { HCA: 0 } },
  data: { name: 'Słoneczne', none: null, ignored: ['error', 'note'] },
  session: { username: 'admin.pl' },
};

describe('bindings', () => {
  it.each([
    ['$route.property', '7'],
    ['$query.timeframe', 'DAILY'],
    ['$row.totals.HCA', 0],
    ['$data.name', 'Słoneczne'],
    ['$session.username', 'admin.pl'],
    ['$data.none.deeper', undefined],
    ['$row.totals.GAS', undefined],
    ['MONTHLY', 'MONTHLY'],
    [12, 12],
    [false, false],
  ])('resolves %s', (value, expected) => {
    expect(resolveValue(value, context)).toBe(expected);
  });

  it('resolves each of several values', () => {
    expect(resolveValues({ a: '$row.id', b: 1 }, context)).toEqual({ a: 3, b: 1 });
    expect(resolveValues(undefined, context)).toEqual({});
  });

  it('never reads what an object only inherits', () => {
    expect(readField({}, 'constructor')).toBeUndefined();
    expect(readField([1], 'length.toString')).toBeUndefined();
  });
});

describe('texts', () => {
  it('says a sentence of each of many, whatever they are called', async () => {
    const { t } = await createTexts('pl');
    const say = sentenceOf(t as Translate, 'ui:table.select', 'row');
    for (const row of ['Nowak 1', '{{row}}', '$& $t(ui:retry) <b>', '']) {
      expect(say(row)).toBe(`Zaznacz ${row}`);
    }
  });

  async function words(text: Parameters<typeof resolveText>[0]) {
    const { t } = await createTexts();
    return resolveText(text, { ...context, row: { category: 'HCA', odd: 'NEW' } }, t as Translate);
  }

  it.each([
    ['a locale key', 'test:title', 'A title'],
    ['a binding', '$data.name', 'Słoneczne'],
    ['an unknown value', '$data.none', ''],
    [
      'placeholders',
      { key: 'test:hello', values: { name: '$session.username' } },
      'Hello admin.pl',
    ],
    ['a list', { key: 'test:hello', values: { name: '$data.ignored' } }, 'Hello error, note'],
    [
      'a label in a placeholder',
      {
        key: 'test:hello',
        values: { name: { enumeration: 'deviceCategory', value: '$row.category' } },
      },
      'Hello Heating',
    ],
    ['a label', { enumeration: 'deviceCategory', value: '$row.category' }, 'Heating'],
    ['a value without label', { enumeration: 'deviceCategory', value: '$row.odd' }, 'NEW'],
  ])('knows %s', async (_what, text, expected) => {
    expect(await words(text)).toBe(expected);
  });
});

describe('links', () => {
  const base = { title: 'test:title', layout: 'default' } as const;
  const routes: CompiledRoute[] = [
    { ...base, name: 'tenant', path: '/consumption/{property}/{tenant}', guard: 'open' },
    { ...base, name: 'secret', path: '/secret', guard: 'denied' },
  ];

  it('takes missing parts from the current address and adds the rest as query', () => {
    const link = { route: 'tenant', params: { tenant: '$row.id', timeframe: '$query.timeframe' } };
    expect(buildHref(link, routes, context)).toBe('/consumption/7/3?timeframe=DAILY');
  });

  it('takes along what was chosen here and is known there, unless it says otherwise', () => {
    const known = { query: ['periodBegin', 'timeframe', 'month'] };
    const there = [{ ...base, ...known, name: 'home', path: '/', guard: 'open' } as const];
    const chosen = { periodBegin: '2026-01-01', timeframe: 'DAILY', page: '3' };
    const on = { ...context, chosen };
    expect(buildHref({ route: 'home' }, there, on)).toBe(
      '/?periodBegin=2026-01-01&timeframe=DAILY',
    );
    const params = { periodBegin: '', timeframe: 'WEEKLY' };
    expect(buildHref({ route: 'home', params }, there, on)).toBe('/?timeframe=WEEKLY');
  });

  it('encodes values', () => {
    const link = { route: 'tenant', params: { tenant: 'a/b ?' } };
    expect(buildHref(link, routes, context)).toBe('/consumption/7/a%2Fb%20%3F');
  });

  it('answers nothing for unknown parts, routes that are away and routes that are denied', () => {
    expect(buildHref({ route: 'tenant' }, routes, context)).toBeUndefined();
    expect(buildHref({ route: 'gone' }, routes, context)).toBeUndefined();
    expect(buildHref({ route: 'secret' }, routes, context)).toBeUndefined();
  });
});

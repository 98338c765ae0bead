import type { CompiledNode } from '../../../schemas/manifest/compiled.ts';
import { dayOf } from '../../core/date/calendarDays.ts';
import type { Example } from './examples.ts';

/** The texts `gallery:…`, which no other page needs. */
export const galleryTexts = {
  article: [
    '# A text in Markdown',
    'With *emphasis*, **strength**, `code`, <b>HTML as it is written</b>, a link to the [dashboard](/dashboard), one [outside](https://example.org) and [one that may not be](javascript:alert(1)).',
    '## A list',
    '- first\n- second\n  1. inner',
    '> A quotation.',
    '| name | value |\n| --- | --- |\n| a | 1 |\n| b | 2 |',
    '```\ncode that is as wide as it is: 01234567890123456789012345678901234567890123456789\n```',
    '---',
    'The end.',
  ].join('\n\n'),
};

const text = (id: string, more: object = {}) =>
  ({ type: 'text', id, text: 'core:notIncluded.description', style: 'body', ...more }) as const;

const properties = ['Bukowa 1', 'Dębowa 2', 'Lipowa 3'].map((name, at) => ({
  worksId: at + 1,
  name,
}));

const pick = {
  type: 'controls',
  id: 'pick',
  label: 'consumption:title',
  items: [
    {
      id: 'property',
      kind: 'pick',
      label: 'consumption:tenants.address',
      query: 'gallery-property',
      source: { call: 'property.list' },
      value: 'worksId',
      text: 'name',
      none: 'ui:map.showAll',
      empty: 'reports:empty.title',
    },
  ],
} as const satisfies CompiledNode;

const calendar = {
  type: 'calendar',
  id: 'calendar',
  label: 'warnings:calendar.label',
  query: 'gallery-month',
  source: { call: 'warning.days' },
  rows: 'content',
  day: 'day',
  count: 'warnings',
  added: 'raised',
  severity: 'urgency',
  summary: {
    key: 'warnings:calendar.day',
    values: { count: '$row.warnings', raised: '$row.raised' },
  },
  empty: 'warnings:calendar.empty',
} as const satisfies CompiledNode;
const warningDays = ([0, 5, 10] as const).map((urgency, at) => ({
  day: `${dayOf(new Date()).slice(0, 7)}-0${at + 3}`,
  warnings: 3 * at + 1,
  raised: at,
  urgency,
}));

const places = {
  type: 'map',
  id: 'places',
  width: 'third',
  label: 'ui:map.showAll',
  source: { call: 'property.locations' },
  rows: 'content',
  rowKey: 'worksId',
  latitude: 'latitude',
  longitude: 'longitude',
  title: 'name',
  description: ['city'],
  link: { route: 'dashboard' },
  searchPlaceholder: 'ui:find',
  empty: { title: 'consumption:title' },
} as const satisfies CompiledNode;

const located = properties.map((row, at) => ({
  ...row,
  city: 'Warszawa',
  latitude: 52 + at / 5,
  longitude: 21,
}));

const dots = {
  type: 'dots',
  id: 'dots',
  title: 'consumption:deviation.picture',
  source: { call: 'consumption.deviation' },
  rowKey: 'id',
  label: '$row.name',
  value: 'averagePercent',
  format: { as: 'percent', signed: true },
  middle: 'consumption:deviation.mean',
  usual: 50,
  most: 150,
} as unknown as CompiledNode;
const toDot = (averagePercent: number, at: number) => ({
  id: at,
  name: `Bukowa 1/${at}`,
  averagePercent,
});

/** How parts stand beside each other, longer texts, pictures and a picker. */
export const layoutExamples: readonly Example[] = [
  {
    title: 'section as grid',
    node: {
      type: 'section',
      id: 'grid',
      title: 'consumption:title',
      layout: 'grid',
      children: [
        text('a', { width: 'third' }),
        text('b', { width: 'two-thirds' }),
        text('c', { width: 'half' }),
        text('d', { width: 'half' }),
        text('hidden', { visibleWhen: { field: '$query.hidden', isEmpty: false } }),
        text('e'),
      ],
    },
  },
  {
    title: 'map in a third',
    node: {
      type: 'section',
      id: 'beside',
      layout: 'grid',
      children: [places, text('rest', { width: 'two-thirds' })],
    },
    answers: { 'property.locations': { content: located } },
  },
  {
    title: 'tabs',
    node: {
      type: 'tabs',
      id: 'tabs',
      label: 'consumption:title',
      query: 'gallery-tab',
      items: [
        { id: 'first', label: 'consumption:title', children: [text('one')] },
        { id: 'second', label: 'contact:title', children: [text('two', { style: 'muted' })] },
      ],
    },
  },
  { title: 'calendar', node: calendar, answers: { 'warning.days': { content: warningDays } } },
  { title: 'calendar, empty', node: calendar, answers: { 'warning.days': { content: [] } } },
  { title: 'calendar, loading', node: calendar, answers: { 'warning.days': 'loading' } },
  { title: 'calendar, failed', node: calendar, answers: { 'warning.days': 'error' } },
  { title: 'markdown', node: { type: 'markdown', id: 'article', text: 'gallery:article' } },
  {
    title: 'image',
    node: {
      type: 'image',
      id: 'image',
      address: '/eco-trend.svg',
      alt: 'consumption:title',
      size: { width: 64, height: 64 },
    },
  },
  {
    title: 'image, not there',
    node: {
      type: 'image',
      id: 'unknown',
      address: '$data.address',
      alt: 'consumption:title',
      size: { width: 320, height: 120 },
    },
  },
  {
    title: 'pick',
    node: pick,
    answers: { 'property.list': { content: properties, page: 0, size: 50, total: 60 } },
  },
  { title: 'pick, loading', node: pick, answers: { 'property.list': 'loading' } },
  { title: 'pick, empty', node: pick, answers: { 'property.list': { content: [], total: 0 } } },
  { title: 'pick, failed', node: pick, answers: { 'property.list': 'error' } },
  {
    title: 'dots',
    node: dots,
    answers: { 'consumption.deviation': { content: [-70, -20, -18, 0, 4, 12, 160].map(toDot) } },
  },
  { title: 'dots, failed', node: dots, answers: { 'consumption.deviation': 'error' } },
];

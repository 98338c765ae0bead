import { waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { calls, cleanUpApps, ok, start } from '../support/startApp.tsx';

cleanUpApps();

const timeframes = ['MONTHLY', 'DAILY'];
const chosen = {
  id: 'test.chosen',
  query: { timeframe: { default: 'MONTHLY', only: timeframes }, periodBegin: {} },
  root: {
    type: 'page',
    id: 'root',
    title: 'ui:skip',
    children: [
      {
        type: 'controls',
        id: 'controls',
        label: 'ui:skip',
        items: [
          {
            id: 'timeframe',
            kind: 'choice',
            label: 'ui:skip',
            query: 'timeframe',
            appearance: 'select',
            enumeration: 'timeframe',
            only: timeframes,
          },
        ],
      },
      {
        type: 'stats',
        id: 'figures',
        source: {
          call: 'consumption.overview',
          params: { timeframe: '$query.timeframe', periodBegin: '$query.periodBegin' },
        },
        rows: 'content',
        label: '$row.category',
        value: 'current',
        format: { as: 'integer' },
        empty: { title: 'ui:skip' },
      },
    ],
  },
};

const period = {
  id: 'period',
  kind: 'period',
  label: 'ui:skip',
  begin: 'periodBegin',
  end: 'periodEnd',
};
const days = {
  ...chosen,
  query: { periodBegin: { isDay: true }, periodEnd: { isDay: true, atLeast: 'periodBegin' } },
  root: {
    ...chosen.root,
    children: [
      { ...chosen.root.children[0], items: [period] },
      {
        ...chosen.root.children[1],
        source: {
          call: 'consumption.overview',
          params: { periodBegin: '$query.periodBegin', periodEnd: '$query.periodEnd' },
        },
      },
    ],
  },
};

it.each([
  ['periodBegin=FOO&periodEnd=2026-02-31', ''],
  ['periodBegin=0001-01-01', ''],
  // As the control has it: the other end comes along.
  ['periodBegin=2026-05-02&periodEnd=2026-05-01', '?periodBegin=2026-05-02&periodEnd=2026-05-02'],
])('of a typed period, «%s», asks for «%s»', async (search, expected) => {
  start(`/things/1?${search}`, {
    answers: { '/api/manifest/screens/test.thing': ok(days), '/api/consumption': ok({}) },
  });
  const asked = () => calls.filter((call) => call.startsWith('GET /api/consumption'));
  await waitFor(() => expect(asked()).toHaveLength(1));
  expect(asked()).toEqual([`GET /api/consumption${expected}`]);
});

it.each([
  ['', 'MONTHLY'],
  ['timeframe=DAILY', 'DAILY'],
  ['timeframe=FOO', 'MONTHLY'],
  // One that exists, and isn't offered here.
  ['timeframe=HOURLY', 'MONTHLY'],
])('«%s» asks for %s', async (search, expected) => {
  start(`/things/1?${search}&periodBegin=2025-01-01`, {
    answers: { '/api/manifest/screens/test.thing': ok(chosen), '/api/consumption': ok({}) },
  });
  const asked = () => calls.filter((call) => call.startsWith('GET /api/consumption'));
  await waitFor(() => expect(asked()).toHaveLength(1));
  expect(asked()).toEqual([`GET /api/consumption?timeframe=${expected}&periodBegin=2025-01-01`]);
});

const [controls, figures] = chosen.root.children;
const ofCall = {
  ...chosen,
  query: { category: { only: ['COLD_WATER', 'HEAT'] } },
  root: {
    ...chosen.root,
    children: [
      {
        ...controls,
        items: [
          {
            id: 'category',
            kind: 'choice',
            label: 'ui:skip',
            query: 'category',
            appearance: 'select',
            enumeration: 'deviceCategory',
            only: ['COLD_WATER', 'HEAT'],
            options: { source: { call: 'property.get' }, rows: 'content', value: 'category' },
          },
        ],
      },
      {
        ...figures,
        source: { call: 'consumption.overview', params: { category: '$query.category' } },
      },
    ],
  },
};

it.each([
  ['category=FOO', ''],
  ['category=HEAT', '?category=HEAT'],
])('of «%s», with values that a call answers, asks for «%s» at once', async (search, expected) => {
  start(`/things/1?${search}`, {
    answers: {
      '/api/manifest/screens/test.thing': ok(ofCall),
      '/api/property/1': ok({ content: [{ category: 'HEAT' }] }),
      '/api/consumption': ok({}),
    },
  });
  const asked = () => calls.filter((call) => call.startsWith('GET /api/consumption'));
  await waitFor(() => expect(asked()).toHaveLength(1));
  expect(asked()).toEqual([`GET /api/consumption${expected}`]);
});

import { waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { calls, cleanUpApps, ok, start } from '../support/startApp.tsx';

cleanUpApps();

const timeframes = ['MONTHLY', 'DAILY'];
const chosen = {
  id: 'test.chosen',
  query: { timeframe: { default: 'MONTHLY' }, periodBegin: {} },
  root: {
    type: 'page',
    id: 'root',
    title: 'ui:home',
    children: [
      {
        type: 'controls',
        id: 'controls',
        label: 'ui:home',
        items: [
          {
            id: 'timeframe',
            kind: 'choice',
            label: 'ui:home',
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
        empty: { title: 'ui:home' },
      },
    ],
  },
};

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

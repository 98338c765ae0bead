import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { importFile } from '../../../server/imports/importFile.ts';
import { addProperty } from '../../support/builders.ts';
import { answerOf, readSound, withApp } from './support.ts';

/** Its readings come in and make a graph. */

await readSound();
await withApp(async (app) => {
  await addProperty(app.database, { id: 1, worksNo: 'P-1' });
  const load = async (content: string) => {
    const { rejections, accepted } = await importFile(app.database, {
      stream: Readable.from([content]),
      fileName: 'probe.csv',
      country: 'PL',
      timeZone: 'Europe/Warsaw',
      by: 'probe',
      now: new Date('2026-07-01T00:00:00Z'),
    });
    assert.deepEqual(rejections, []);
    return accepted;
  };
  await load('works_no;serial;category;interval\nP-1;cold-1;COOLING;DAILY\n');
  const days = [1, 2, 3, 4].map((day) => `cold-1;2026-06-0${day}T00:00:00+02:00;${day}0;kWh\n`);
  assert.equal(await load(`serial;at;value;unit\n${days.join('')}`), 4);

  const licence = ['CONSUMPTION_BASIC', 'CONSUMPTION_ADV'] as const;
  const user = await app.addUser({ roles: ['portal_admin'], features: licence, property: 1 });
  const query = 'property=1&category=COOLING&timeframe=DAILY';
  const period = 'periodBegin=2026-06-01&periodEnd=2026-06-03';
  const graph = await answerOf(await app.call(`/api/consumptiongraph?${query}&${period}`, user));
  assert.deepEqual([graph.unit, graph.series[0].values], ['kWh', [10, 10, 10]]);
});

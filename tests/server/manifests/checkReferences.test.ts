import { expect, test } from 'vitest';
import { readManifests } from '../../../server/manifests/serve/readManifests.ts';
import { small, writeSmall } from './small.ts';

const index = 'manifests/modules/consumption/index.screen.json';
const list = 'manifests/modules/consumption/list.screen.json';

async function faultsOf(table: object) {
  const { directories, save } = await writeSmall();
  const { properties } = small[index].children;
  await save(index, { ...small[index], children: { properties: { ...properties, ...table } } });
  return (await readManifests(directories)).faults;
}

test('of a source that is none that alone is told, not what would depend on it', async () => {
  const search = { placeholder: 'home:title' };
  const columns = { name: { label: 'home:title', sort: 'nothing' }, far: { label: 'home:title' } };
  const all = { search, columns, rowKey: 'nothing' };
  expect(await faultsOf({ source: 'property.lst', ...all })).toEqual([
    expect.stringContaining('did you mean "property.list"?'),
  ]);
  expect(await faultsOf({ source: 'property.list', ...all })).toHaveLength(3);
});

test('the rows of a source that is none aren’t asked for', async () => {
  const { directories, save } = await writeSmall();
  const stats = (call: string, rows: string) => ({
    ...small[list],
    children: {
      stats: { type: 'stats', source: call, rows },
    },
  });
  const rowsIn = async (call: string) => {
    await save(list, stats(call, 'contents'));
    const { faults } = await readManifests(directories);
    return faults.filter((fault) => fault.includes('children.stats.rows'));
  };
  expect(await rowsIn('consumption.overvue')).toEqual([]);
  expect(await rowsIn('consumption.overview')).toEqual([
    expect.stringContaining('found "contents", did you mean "content"?'),
  ]);
});

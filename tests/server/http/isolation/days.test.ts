import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OperationId } from '../../../../schemas/api/operations.ts';
import type { Database } from '../../../../server/database/open.ts';
import { usualLimits } from '../../../../server/identity/limits.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { startWholePortal, type WholePortal } from '../../../support/wholePortal.ts';
import { createTelling } from '../../features/alerts/support/telling.ts';
import { ask, type Cell } from './calls.ts';
import { addHistory, type History, type Since } from './history.ts';
import { questionsOf, readingIds } from './questions.ts';
import type { Names } from './world.ts';

/**
 * Days before «access since», and before who lives in a flat moved in, stay hidden: whatever the past
 * is, no answer is another by a byte. Every reading operation is asked, in all its ways; then the past
 * is another, and all is asked again. A new operation is asked by itself; one that can't be asked
 * fails till somebody says why.
 */

let database: Database;
let portal: WholePortal;
beforeAll(async () => {
  database = await createTestDatabase();
  const wide = Object.keys(usualLimits).map((name) => [name, { points: 1e6, seconds: 1 }]);
  portal = await startWholePortal(database, { limits: Object.fromEntries(wide) });
});
afterAll(async () => {
  await portal.close();
  await database.close();
});

const nothing = Object.fromEntries(
  ['report', 'job', 'jobId', 'packageId', 'message', 'attachment', 'import', 'package'].map(
    (name) => [name, 999_999],
  ),
);

/** What every answer to an account says, by question, and what it is mailed. */
async function askAll({ names, username }: History): Promise<Map<string, string>> {
  const token = await portal.tokenOf(username);
  const { rows } = await database.pool.query<{ subject: string }>(
    'SELECT subject FROM account WHERE username = $1',
    [username],
  );
  const own: Names = {
    ...{ adminId: 999_999, identifier: 999_999, staticFile: 999_999, username },
    ...{ ...nothing, ...names, id: rows[0]?.subject as string },
  };
  const answers = new Map<string, string>();
  for (const id of readingIds) {
    for (const question of questionsOf(id)) {
      answers.set(keyOf(question), await answerTo(question));
    }
  }
  return answers;

  async function answerTo(question: Cell): Promise<string> {
    const { status, text } = await ask(portal, token, question, { names: { own } as never });
    return `${status} ${text.replaceAll(/"timestamp":"[^"]*"/g, '')}`;
  }
}

const keyOf = ({ id, query, over }: Cell) => JSON.stringify([id, query, over]);
const idOf = (key: string) => (JSON.parse(key) as [OperationId])[0];

describe.each(['access'] as Since[])('since %s', (since) => {
  let history: History;
  let before: Map<string, string>;
  let after: Map<string, string>;
  beforeAll(async () => {
    history = await addHistory(database, since);
    console.time('ask');
    before = await askAll(history);
    console.timeEnd('ask');
    await history.change();
    after = await askAll(history);
  }, 600_000);

  it('x', () => {
    console.log(history.names, before.size);
    const refused = readingIds.filter((id) => ![...before].some(([k, t]) => idOf(k) === id && t.startsWith('2')));
    console.log('REFUSED', refused.map((id) => `${id} ${[...before].find(([k]) => idOf(k) === id)?.[1].slice(0, 150)}`));
    const differing = [...before].filter(([key, text]) => after.get(key) !== text);
    const by = Map.groupBy(differing, ([k]) => idOf(k));
    for (const [id, list] of by) {
      const [key, text] = list[0] as [string, string];
      const other = after.get(key) as string;
      let at = 0;
      while (text[at] === other[at]) at++;
      console.log('DIFF', id, list.length, key, '\n  ', text.slice(Math.max(0, at - 200), at + 120), '\n  ', other.slice(Math.max(0, at - 200), at + 120));
    }
  });
});
void createTelling;

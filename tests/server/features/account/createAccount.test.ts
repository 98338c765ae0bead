import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../../server/database/open.ts';
import { createAdministration } from '../../../../server/features/account/administration.service.ts';
import type { IdentityDirectory } from '../../../../server/identity/directory.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { startWholePortal, type WholePortal } from '../../../support/wholePortal.ts';
import { addAccounts, anAccount } from '../../identity/support/accounts.ts';

/** Accounts at a directory of their own, which has them before the portal's transaction. */

let database: Database;
let portal: WholePortal;
let faults: string[];
let made: string[];
let discarded: string[];

beforeAll(async () => {
  database = await createTestDatabase();
  portal = await startWholePortal(database, { log: (line) => faults.push(line) });
});
afterAll(async () => {
  await portal.close();
  await database.close();
});
beforeEach(() => {
  faults = [];
  made = [];
  discarded = [];
});

function administer(over: Partial<IdentityDirectory> = {}, of: Partial<Database> = {}) {
  const directory = {
    ...portal.parts.identity.directory,
    create: async ({ username }: { username: string }) => {
      made.push(`${username}-${made.length}`);
      return `${username}-${made.length - 1}`;
    },
    discard: async (subject: string) => void discarded.push(subject),
    ...over,
  };
  return createAdministration({
    ...portal.parts,
    database: { ...database, ...of },
    identity: { ...portal.parts.identity, directory },
  });
}
const given = (username: string) => ({
  username,
  email: `${username}@example.com`,
  name: username,
  ...({ roles: ['portal_user'], country: 'PL', language: 'pl' } as const),
});
const lose = () => Promise.reject(new Error('The race is lost.'));

describe('an account that can’t be made', () => {
  it('is taken back from the directory, and the reason stays what it was', async () => {
    const { create } = administer();
    await expect(create(given('loser'), undefined, lose)).rejects.toThrow('The race is lost.');
    expect(discarded).toEqual(made);
    expect(made).toEqual(['loser-0']);
    // The name is free again, there and here.
    await create(given('loser'));
    expect(discarded).toHaveLength(1);
  });

  it('because somebody has the name leaves theirs alone', async () => {
    await addAccounts(database, [anAccount('holder')]);
    await expect(administer().create(given('HOLDER'))).rejects.toMatchObject({ code: 'CONFLICT' });
    const refuse = () => Promise.reject(new Error('The directory has that name.'));
    await expect(administer({ create: refuse }).create(given('theirs'))).rejects.toThrow('name');
    expect([made, discarded]).toEqual([[], []]);
  });

  it('stays where nobody can tell whether it was made after all', async () => {
    const breakAfterwards: Database['transaction'] = async (work) => {
      await database.transaction(work);
      throw new Error('The connection broke.');
    };
    const { create } = administer({}, { transaction: breakAfterwards });
    await expect(create(given('kept'))).rejects.toThrow('The connection broke.');
    expect(discarded).toEqual([]);
  });

  it('and can’t be taken back either is told in the log', async () => {
    const discard = () => Promise.reject(new Error('The directory is away.'));
    await expect(administer({ discard }).create(given('stuck'), undefined, lose)).rejects.toThrow(
      'The race is lost.',
    );
    await portal.parts.background.idle();
    expect(faults.join('\n')).toContain('The directory is away.');
  });
});

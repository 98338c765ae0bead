import { pino } from 'pino';
import type { MarketFile } from '../../schemas/manifest/files.ts';
import type { Database } from '../database/open.ts';
import { createAccountImport } from '../features/accountImport/accountImport.ts';
import { createJobs } from '../jobs/jobs.ts';

/**
 * Who takes lines about accounts from a command: a process that works at jobs, now or later, tells
 * their owners.
 */
export async function openTakers(database: Database, markets: readonly MarketFile[]) {
  const jobs = createJobs(database, pino({ level: 'silent' }), { works: false });
  // Inside a batch's transaction the embedded engine would never answer.
  await jobs.start();
  const market = (country: MarketFile['country']) => {
    const found = markets.find((one) => one.country === country);
    if (!found) throw new Error(`There is no market ${country}.`);
    return found;
  };
  const takers = createAccountImport({ database, jobs, manifests: { market } });
  return { takers, close: () => jobs.stop() };
}

import path from 'node:path';
import { openDatabase } from '../../../../../server/database/open.ts';
import { createJobs } from '../../../../../server/jobs/jobs.ts';
import { createManifestService } from '../../../../../server/manifests/serve/createManifestService.ts';
import { createLocalFileStore } from '../../../../../server/storage/localFileStore.ts';
import { createTestArchive } from '../../../../support/archive.ts';
import { realDirectories } from '../../../manifests/directories.ts';

/**
 * A portal that makes packages, to be killed: `archiveProcess.ts DIRECTORY [DATABASE_URL]`. Each of its files is read
 * slowly, so that a package takes about a second.
 */

const [directory = '', databaseUrl] = process.argv.slice(2);
const say = (words: string) => process.stdout.write(`${words}\n`);

const database = await openDatabase({
  DATA_DIR: directory,
  DATABASE_URL: databaseUrl || undefined,
});
const manifests = await createManifestService({
  ...realDirectories,
  signIn: { authority: 'http://localhost', clientId: 'portal', scope: 'openid' } as never,
});
const fault = (detail: unknown) => say(`fault ${JSON.stringify(detail)}`);
const jobs = createJobs(database, { error: fault, warn: fault });
const local = createLocalFileStore(path.join(directory, 'files'));
const store = {
  ...local,
  async get(...asked: Parameters<typeof local.get>) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    return local.get(...asked);
  },
};
const given = { database, jobs, manifests, store, now: () => new Date() };
const { archive } = createTestArchive({ ...given, maxInterruptions: 1000 });
await jobs.start();
archive.work(jobs, 1);
say('ready');

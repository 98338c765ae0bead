import { execFile } from 'node:child_process';
import { randomFillSync } from 'node:crypto';
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Database } from '../server/database/open.ts';
import { createArchive } from '../server/features/document/archive.ts';
import { packageLimits } from '../server/features/document/documentDeps.ts';
import { createJobs } from '../server/jobs/jobs.ts';
import { createManifestService } from '../server/manifests/serve/createManifestService.ts';
import { newFileName } from '../server/storage/fileStore.ts';
import { createFiles } from '../server/storage/files.ts';
import { createLocalFileStore } from '../server/storage/localFileStore.ts';
import type { Options } from './options.ts';
import { print, round, time, withStore } from './store.ts';
import { type Watched, watch } from './watch.ts';

const runCommand = promisify(execFile);
const house = path.join(import.meta.dirname, '..');
const account = 1;
const feature = 'DOCUMENT_ARCH_ARCHIVE';
const pollMilliseconds = 100;
/** A tenth of the documents are the first property's, the others the second's. */
const [few, others] = [1, 2];

/** Of all the documents together; the full size is the most that a package may have. */
const amounts = {
  full: { documents: packageLimits.documents, bytes: packageLimits.bytes },
  small: { documents: 1000, bytes: 500_000_000 },
  tiny: { documents: 40, bytes: 400_000 },
} as const;

/**
 * A package as an account has it made, from the queue to the file in a local folder: a tenth of the
 * documents, then all of them, so that memory can be seen not to grow with them. Beside it stands
 * `cat` of the same files into one, which reaches the disk, too.
 */
export async function run({ size }: Options): Promise<void> {
  const { documents, bytes } = amounts[size];
  const directory = await mkdtemp(path.join(tmpdir(), 'meterhouse-bench-'));
  try {
    await withStore(async (database) => {
      await fill(database, directory, { documents, each: bytes / documents });
      const catMs = await time(() => concatenate(directory));
      await withArchive(database, directory, async (make) => {
        // What a process does once, such as compiling, is no package's fault.
        await make('none of it counts', { propertyIds: [few], documentType: 'IMS_INVOICE' });
        const idle = process.memoryUsage.rss();
        const peakOf = async (filter: object) => {
          const before = process.memoryUsage.rss();
          const watched = await watch(() => make('a package', filter));
          return { watched, growth: before + watched.memoryGrowth - idle };
        };
        const tenth = await peakOf({ propertyIds: [few] });
        const all = await peakOf({});
        print({
          benchmark: 'package',
          engine: database.engine,
          documents,
          ...speedOf(all.watched, catMs, bytes),
          idleMB: round(idle / 1e6, 0),
          memoryGrowthMB: round(all.growth / 1e6, 0),
          requiredGrowthMB: 150,
          tenthsGrowthMB: round(tenth.growth / 1e6, 0),
          peakRatio: round((idle + all.growth) / (idle + tenth.growth), 2),
          requiredPeakRatio: 1.2,
          longestBlockMs: round(all.watched.longestBlockMs, 1),
          longestBlockCpuMs: round(all.watched.longestBlockCpuMs, 1),
          requiredBlockMs: 50,
        });
      });
    });
  } finally {
    await rm(directory, { recursive: true });
  }
}

function speedOf({ ms, cpuMs, result }: Watched, catMs: number, bytes: number) {
  if (result < bytes) throw new Error(`The package has ${result} bytes of ${bytes}.`);
  const rate = (milliseconds: number) => round(bytes / 1000 / milliseconds, 0);
  return {
    packageMB: round(result / 1e6, 0),
    catMBPerSecond: rate(catMs),
    MBPerSecond: rate(ms),
    ratio: round(catMs / ms, 2),
    seconds: round(ms / 1000, 1),
    cpuSeconds: round(cpuMs / 1000, 1),
  };
}

/** Documents of random bytes, which nothing makes smaller, and an account that reads all of them. */
async function fill(
  database: Database,
  directory: string,
  { documents, each }: { documents: number; each: number },
): Promise<void> {
  await database.pool.query(
    `INSERT INTO account (id, subject, username, email, name, roles, country, language)
     OVERRIDING SYSTEM VALUE
     VALUES (${account}, 'owner', 'owner', 'owner@meterhouse.example', 'Owner',
       '{portal_user,portal_admin}', 'PL', 'en')`,
  );
  await database.pool.query(
    `INSERT INTO property (id, country, works_no, name, address, city, zip_code, time_zone)
     SELECT id, 'PL', id::text, 'P', 'A', 'C', 'Z', 'Europe/Warsaw'
     FROM unnest('{${few},${others}}'::int[]) AS id`,
  );
  await database.pool.query(
    `INSERT INTO permission_package (id, country, name, features) OVERRIDING SYSTEM VALUE
     VALUES (1, 'PL', 'Archive', '{${feature}}')`,
  );
  await database.pool.query(
    `INSERT INTO property_access (account_id, property_id, package_id)
     SELECT ${account}, id, 1 FROM unnest('{${few},${others}}'::int[]) AS id`,
  );
  const content = Buffer.allocUnsafe(each);
  const names: string[] = [];
  for (let count = 0; count < documents; count++) {
    const name = newFileName('documents');
    const place = path.join(directory, name);
    await mkdir(path.dirname(place), { recursive: true });
    await writeFile(place, randomFillSync(content));
    names.push(name);
  }
  await database.pool.query(
    `INSERT INTO document (property_id, document_type, billing_type, status, period_begin,
       period_end, created_at, owner_name, added_by, stored_name, file_name, content_type, bytes,
       checksum)
     SELECT CASE WHEN at <= $2 / 10 THEN ${few} ELSE ${others} END,
       CASE WHEN at = 1 THEN 'IMS_INVOICE' ELSE 'INDIVIDUAL_BILLING' END, 'HEAT', 'final',
       '2025-01-01', '2025-12-31', timestamptz '2026-01-01' + at * interval '1 second', 'Owner',
       'bench', name, 'bill ' || at % 100 || '.pdf', 'application/pdf', $3::bigint,
       md5(at::text) || md5(at::text)
     FROM unnest($1::text[]) WITH ORDINALITY AS given (name, at)`,
    [names, documents, each],
  );
  await database.pool.query('VACUUM ANALYZE');
}

/** The same bytes one after the other in one file, which is on the disk at the end. */
async function concatenate(directory: string): Promise<void> {
  const command = 'find documents -type f -print0 | xargs -0 cat > whole && sync whole';
  await runCommand('sh', ['-c', command], { cwd: directory });
  await rm(path.join(directory, 'whole'));
}

/** The archive as main.ts puts it together; `make` answers how large the package's file is. */
async function withArchive(
  database: Database,
  directory: string,
  work: (make: (name: string, filter: object) => Promise<number>) => Promise<void>,
): Promise<void> {
  const signIn = { authority: 'http://localhost', clientId: 'portal', scope: 'openid' } as never;
  const manifests = await createManifestService({
    manifestsDirectory: path.join(house, 'manifests'),
    localesDirectory: path.join(house, 'locales'),
    signIn,
  });
  const fail = (fault: unknown) => console.error(fault);
  const jobs = createJobs(database, { error: fail, warn: fail });
  const now = () => new Date();
  const files = createFiles({ database, store: createLocalFileStore(directory), now });
  const archive = createArchive({ database, jobs, manifests, files, now, packageKeepDays: 7 });
  const { packages } = archive;
  await jobs.start();
  archive.work(jobs, 1);
  const session = { accountId: account, user: { country: 'PL' } } as never;
  const scope = { accountId: account, anyFeature: [feature] as const };
  try {
    await work(async (name, filter) => {
      const { packageId: id } = await packages.create(session, scope, { name, filter });
      await untilReady(() => packages.list(account), id);
      const { rows } = await database.pool.query<{ name: string }>(
        'SELECT stored_name AS name FROM document_package WHERE id = $1',
        [id],
      );
      const { size } = await stat(path.join(directory, rows[0]?.name ?? ''));
      await packages.remove(account, id);
      return size;
    });
  } finally {
    await jobs.stop();
    manifests.close();
  }
}

async function untilReady(
  list: () => Promise<readonly { packageId: number; status: string }[]>,
  id: number,
): Promise<void> {
  for (;;) {
    const [made] = (await list()).filter(({ packageId }) => packageId === id);
    if (made?.status === 'READY') return;
    if (made?.status === 'ERROR') throw new Error('The package was not made.');
    await sleep(pollMilliseconds);
  }
}

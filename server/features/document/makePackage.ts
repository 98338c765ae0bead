import { dayMs } from '../../../schemas/time.ts';
import { AppError } from '../../errors.ts';
import { findOwner } from '../../identity/owner.repository.ts';
import type { Job } from '../../jobs/jobs.ts';
import { createWatch } from '../../jobs/watch.ts';
import type { Scope } from '../../session.ts';
import type { FileName } from '../../storage/fileStore.ts';
import { claimFile } from '../../storage/unclaimed.repository.ts';
import { type DocumentFile, listFilesOf, listFiltered } from './document.repository.ts';
import { type DocumentDeps, packageLimits } from './documentDeps.ts';
import { findPackage, movePackage, type PackageRow } from './packages.repository.ts';
import { zipDocuments } from './zipDocuments.ts';

/** A package that takes its process with it must not do so for ever. */
const usualInterruptions = 5;
/** Entries and directory of a zip come on top of what is in it. */
const zipOverhead = 50_000_000;

/** It can't be made as things are, and nobody needs to look. */
class Unmakeable extends Error {}

/** It was deleted, or another attempt makes it. */
class Unwanted extends Error {}

/**
 * Makes the package of a job in the queue `package.make`, from WAITING to READY or ERROR. It may be
 * called again for the same job at any time: what was begun is begun anew, what is done stays.
 */
export function createMakePackage(
  deps: DocumentDeps & { readonly maxInterruptions?: number },
): (job: Job) => Promise<void> {
  const { database, files, manifests, now } = deps;
  const { maxInterruptions = usualInterruptions } = deps;

  /** Takes the package over from whoever began it before; undefined when there is nothing to do. */
  function begin(id: number, queueId: string): Promise<PackageRow | undefined> {
    return database.transaction(async (tx) => {
      const before = await findPackage(tx, id);
      if (!before || before.queueId !== queueId) return undefined;
      if (before.status === 'ERROR') await movePackage(tx, id, 'WAITING', { interruptions: 0 });
      if (before.status === 'PROCESSING') {
        const interruptions = before.interruptions + 1;
        if (interruptions > maxInterruptions) {
          await movePackage(tx, id, 'ERROR', { finishedAt: now() });
          return undefined;
        }
        await movePackage(tx, id, 'WAITING', { interruptions });
      }
      const attempt = before.attempt + 1;
      const isOurs = await movePackage(tx, id, 'PROCESSING', { attempt }, { queueId });
      return isOurs ? { ...before, attempt } : undefined;
    });
  }

  /** The rights of its owner as they are now, which may be hours after they asked. */
  async function requireScope({ accountId }: PackageRow): Promise<Scope> {
    const owner = await findOwner(database.statements, accountId);
    const refusal =
      owner && manifests.findOperationRefusal('documentPackage.create', owner.subject);
    if (!owner || refusal !== undefined) throw new Unmakeable();
    return { accountId, anyFeature: manifests.licensingFeatures('documentPackage.create') };
  }

  async function listContents({ filter }: PackageRow, scope: Scope) {
    const { documents: most, bytes: maxBytes } = packageLimits;
    const contents = await database.asAccount(scope, async (tx) => {
      const ids = await listFiltered(tx, scope, filter, most + 1);
      return ids.length > most ? [] : listFilesOf(tx, scope, ids);
    });
    const bytes = contents.reduce((sum, file) => sum + file.bytes, 0);
    // What came since it was asked for may be too much, or the account's rights are fewer.
    if (contents.length === 0 || bytes > maxBytes) throw new Unmakeable();
    return contents;
  }

  async function write(row: PackageRow, signal: AbortSignal): Promise<void> {
    const contents = await listContents(row, await requireScope(row));
    const { name, bytes } = await files.keep('packages', zipDocuments(contents, files), {
      maxBytes: packageLimits.bytes + zipOverhead,
      signal,
    });
    try {
      await finish(row, contents, { name, bytes });
    } catch (error) {
      await files.discard(name);
      throw error;
    }
  }

  function finish(
    { id, attempt }: PackageRow,
    contents: readonly DocumentFile[],
    { name, bytes }: { readonly name: FileName; readonly bytes: number },
  ): Promise<void> {
    return database.transaction(async (tx) => {
      const finishedAt = now();
      const change = {
        bytes,
        finishedAt,
        storedName: name,
        documentIds: contents.map((document) => document.id),
        expiresAt: new Date(finishedAt.getTime() + deps.packageKeepDays * dayMs),
      };
      if (!(await movePackage(tx, id, 'READY', change, { attempt }))) throw new Unwanted();
      await claimFile(tx, name);
    });
  }

  return async ({ id: queueId, data, signal }) => {
    const row = await begin((data as { package: number }).package, queueId);
    if (!row) return;
    const { id, attempt } = row;
    const watch = createWatch(signal, async () => {
      const present = await findPackage(database.statements, id);
      return present?.attempt === attempt;
    });
    try {
      await write(row, watch.signal);
    } catch (error) {
      if (error instanceof Unwanted || watch.isUnwanted()) return;
      if (signal.aborted) {
        // It goes on in another process: that this one ends is no fault of the package's.
        await database.transaction((tx) => movePackage(tx, id, 'WAITING', {}, { attempt }));
        throw error;
      }
      await database.transaction((tx) =>
        movePackage(tx, id, 'ERROR', { finishedAt: now() }, { attempt }),
      );
      if (isFaultOfOurs(error)) throw error;
    } finally {
      await watch.end();
    }
  };
}

/** What its owner can mend, and what a full disk does, is nothing that support has to look at. */
function isFaultOfOurs(error: unknown): boolean {
  const isFull = error instanceof AppError && error.code === 'STORAGE_FULL';
  return !(error instanceof Unmakeable || isFull);
}

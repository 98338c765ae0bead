import type { OperationResponse } from '../../../schemas/api/operations.ts';
import { dayMs } from '../../../schemas/time.ts';
import type { Transaction } from '../../database/open.ts';
import { AppError } from '../../errors.ts';
import type { Scope, Session } from '../../session.ts';
import { cleanFileName } from '../../storage/fileName.ts';
import { requireFileName } from '../../storage/fileStore.ts';
import { noteUnclaimed } from '../../storage/unclaimed.repository.ts';
import type { Downloads } from '../download/downloads.ts';
import { type Bearer, fetchFile } from '../download/fetchFile.ts';
import { countDocuments, listFilesOf, type Wanted } from './document.repository.ts';
import { checkFilter, requireAsked } from './document.service.ts';
import { type DocumentDeps, packageLimits } from './documentDeps.ts';
import {
  countUnfinishedPackages,
  deletePackage,
  findOwnPackage,
  insertPackage,
  type ListedPackage,
  listExpiredPackages,
  listOwnPackages,
  noteQueueId,
  type PackageRow,
} from './packages.repository.ts';

type Package = OperationResponse<'documentPackage.create'>;

/** Nobody needs more at once, and others want theirs. */
const maxUnfinished = 20;

const noPackage = (id: number) => new AppError('NOT_FOUND', `There is no package ${id}.`);

/** Packages of accounts, from being asked for to being fetched; makePackage.ts makes them. */
export function createPackageService(deps: DocumentDeps & { readonly downloads: Downloads }) {
  const { database, jobs, files, manifests, downloads, now } = deps;

  async function requireOwn(tx: Transaction, accountId: number, id: number): Promise<PackageRow> {
    const row = await findOwnPackage(tx, accountId, id, now());
    if (!row) throw noPackage(id);
    return row;
  }

  /** Whether the account may still read all that is in the package. */
  async function findReadable(scope: Scope, { documentIds }: PackageRow) {
    const ids = documentIds ?? [];
    const readable = await database.asAccount(scope, (tx) => listFilesOf(tx, scope, ids));
    return readable.length === ids.length ? readable : undefined;
  }

  /** Its file is let go of in the transaction, and removed behind it. */
  async function drop(tx: Transaction, row: PackageRow): Promise<void> {
    await deletePackage(tx, row.id);
    if (row.storedName) await noteUnclaimed(tx, requireFileName(row.storedName), now());
  }

  const discardFile = async ({ storedName }: PackageRow): Promise<void> => {
    if (storedName) await files.discard(requireFileName(storedName));
  };

  return {
    /** Puts a package into the queue; throws when nothing would be in it, or too much. */
    async create(
      { accountId, user }: Session,
      scope: Scope,
      { name, filter }: { readonly name: string; readonly filter: Wanted },
    ): Promise<Package> {
      checkFilter(filter, manifests.market(user.country));
      const found = await database.asAccount(scope, async (tx) => {
        await requireAsked(tx, scope, filter);
        return countDocuments(tx, scope, filter);
      });
      refuseAmount(found);
      return database.transaction(async (tx) => {
        if ((await countUnfinishedPackages(tx, accountId)) >= maxUnfinished) {
          throw new AppError(
            'TOO_MANY_REQUESTS',
            `At most ${maxUnfinished} of your packages can wait to be made. Wait for some, or delete them.`,
          );
        }
        const at = now();
        const row = await insertPackage(tx, {
          accountId,
          country: user.country,
          name,
          filter,
          createdAt: at,
          expiresAt: new Date(at.getTime() + deps.packageKeepDays * dayMs),
        });
        const queueId = await jobs.send(tx, 'package.make', {
          key: `${row.id}`,
          data: { package: row.id },
          group: `${accountId}`,
        });
        await noteQueueId(tx, row.id, queueId);
        return toPackage(row);
      });
    },

    async list(accountId: number): Promise<Package[]> {
      const rows = await database.read((tx) => listOwnPackages(tx, accountId, now()));
      return rows.map(toPackage);
    },

    async remove(accountId: number, id: number): Promise<void> {
      const row = await database.transaction(async (tx) => {
        const own = await requireOwn(tx, accountId, id);
        await drop(tx, own);
        // Whoever is making it finds out that nobody wants it.
        if (own.queueId && own.status === 'WAITING') {
          await jobs.cancel(tx, 'package.make', own.queueId);
        }
        return own;
      });
      await discardFile(row);
    },

    async ticket(session: Session, scope: Scope, id: number) {
      const { accountId } = scope;
      const row = await database.read((tx) => requireOwn(tx, accountId, id));
      if (row.status !== 'READY') {
        throw new AppError('CONFLICT', `Package ${id} is ${row.status}, and has no file.`);
      }
      if (!(await findReadable(scope, row))) throw rightsHaveChanged(id);
      return downloads.issue(session, 'documentPackage.file', id);
    },

    /** The file for whoever has a ticket, as far as its owner may read all of it now. */
    fetch: (id: number, bearer: Bearer) =>
      fetchFile({ downloads, files }, 'documentPackage.file', id, bearer, async (owner) => {
        const { accountId } = owner;
        const anyFeature = manifests.licensingFeatures('documentPackage.ticket');
        const row = await database.read((tx) => findOwnPackage(tx, accountId, id, now()));
        const readable = row && (await findReadable({ accountId, anyFeature }, row));
        if (!row?.storedName || !readable) return undefined;
        const { name, storedName, bytes } = row;
        const fileName = zipName(name);
        const properties = [...new Set(readable.map(({ propertyId }) => propertyId))].sort(
          (one, other) => one - other,
        );
        const contentType = 'application/zip';
        return { storedName, fileName, contentType, bytes: bytes ?? 0, properties };
      }),

    /** Forgets packages whose time is over, and files that nobody refers to. */
    async sweep(): Promise<void> {
      for (const row of await listExpiredPackages(database.statements, now())) {
        await database.transaction((tx) => drop(tx, row));
        await discardFile(row);
      }
      await files.sweep();
    },
  };
}

function toPackage({ id, name, status, createdAt }: ListedPackage): Package {
  const creationDate = createdAt.toISOString();
  return { packageName: name, packageId: id, status, creationDate };
}

/** The name that its owner gave it, as every system takes it. */
function zipName(name: string): string {
  return `${cleanFileName(name.replace(/\.zip$/i, ''))}.zip`;
}

function rightsHaveChanged(id: number): AppError {
  return new AppError(
    'CONFLICT',
    `Package ${id} has documents that you have no access to any more. Have it made anew.`,
  );
}

function refuseAmount({ files, bytes }: { files: number; bytes: number }): void {
  if (files === 0) {
    throw new AppError('CONFLICT', 'No document with a file is as you asked: nothing to pack.');
  }
  if (files <= packageLimits.documents && bytes <= packageLimits.bytes) return;
  throw new AppError(
    'TOO_LARGE',
    `These are ${files} documents of ${Math.ceil(bytes / 1e6)} MB. A package takes ${packageLimits.documents} of ${packageLimits.bytes / 1e6} MB at most: ask for fewer.`,
  );
}

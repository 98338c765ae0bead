import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { OperationId } from '../../../../../schemas/api/operations.ts';
import type { FileOperation } from '../../../../../server/features/download/recordDownload.ts';
import type { Matrix } from '../../../http/isolation/interrogate.ts';
import type { Principal } from '../../../http/isolation/principals.ts';
import { addRow } from './things.ts';

/** A file that may be fetched, and what its entry says. */
interface FetchedFile {
  readonly as: Principal;
  /** The call that gives a ticket for it; left out: it is fetched with the session. */
  readonly ticket?: OperationId;
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly says: string;
}

const own = ({ world: { names } }: Matrix) => names.own as Record<string, number>;

const keep = async ({ portal }: Matrix) => {
  const content = Readable.from([Buffer.from('%PDF-1.7')]);
  return (await portal.parts.archive.files.keep('uploads', content, { maxBytes: 100 })).name;
};

/** Gives a row that is there a file. */
async function store(matrix: Matrix, table: string, id: number): Promise<number> {
  await matrix.database.pool.query(
    `UPDATE ${table} SET stored_name = $2, bytes = 8 WHERE id = $1`,
    [...[id, await keep(matrix)]],
  );
  return id;
}

/** By operation: one that nobody fetches here doesn't compile. */
export const fetchedFiles: {
  readonly [Id in FileOperation]: (matrix: Matrix) => Promise<FetchedFile> | FetchedFile;
} = {
  'report.file': async (matrix) => {
    const { property } = own(matrix);
    const definition = { reportName: 'r', reportType: 'DEVICE_READING', properties: [property] };
    const report = await addRow(matrix, 'report', {
      account_id: matrix.world.holders.own,
      country: 'PL',
      created_at: new Date(),
      definition,
      status: 'FINISHED',
      file_name: 'r.csv',
      expires_at: '2099-01-01',
    });
    const { directory } = matrix.portal.parts as unknown as { directory: string };
    await mkdir(directory, { recursive: true });
    await writeFile(path.join(directory, `${report}-0`), 'no\n1\n');
    const says = `file: report.file; report: ${report}; properties: ${property}; reportType: DEVICE_READING`;
    return { as: 'main user', ticket: 'report.ticket', params: { report }, says };
  },
  'document.file': async (matrix) => {
    const { property } = own(matrix);
    const document = await store(matrix, 'document', own(matrix)['document'] as number);
    const says = `file: document.file; document: ${document}; properties: ${property}`;
    return { as: 'main user', ticket: 'document.ticket', params: { document }, says };
  },
  'documentPackage.file': async (matrix) => {
    const { property, document } = own(matrix);
    const packageId = await addRow(matrix, 'document_package', {
      account_id: matrix.world.holders.own,
      country: 'PL',
      created_at: new Date(),
      name: 'bills',
      filter: {},
      status: 'READY',
      expires_at: '2099-01-01T00:00:00Z',
      document_ids: [document],
    });
    await store(matrix, 'document_package', packageId);
    const says = `file: documentPackage.file; packageId: ${packageId}; properties: ${property}`;
    return { as: 'main user', ticket: 'documentPackage.ticket', params: { packageId }, says };
  },
  'managedDocument.file': async (matrix) => {
    const { property } = own(matrix);
    const document = await store(matrix, 'document', own(matrix)['document'] as number);
    const says = `file: managedDocument.file; document: ${document}; properties: ${property}`;
    return { as: 'support', ticket: 'managedDocument.ticket', params: { document }, says };
  },
  'supportMessage.file': async (matrix) => {
    const attachment = await store(
      matrix,
      'contact_attachment',
      own(matrix)['attachment'] as number,
    );
    const says = `file: supportMessage.file; attachment: ${attachment}`;
    return { as: 'support', ticket: 'supportMessage.ticket', params: { attachment }, says };
  },
  'static.download': (matrix) => {
    const { staticFile = 0 } = own(matrix);
    const says = `file: static.download; staticFile: ${staticFile}`;
    return { as: 'main user', params: { staticFile, fileName: 'form.pdf' }, says };
  },
  'activityLog.file': () => ({
    as: 'support',
    query: { search: 'Correct-horse-battery-1', actionType: 'REPORT', periodBegin: '2026-01-01' },
    says: 'file: activityLog.file; actionType: REPORT; periodBegin: 2026-01-01',
  }),
  'import.rejectionsFile': (matrix) => {
    const { import: run = 0 } = own(matrix);
    const says = `file: import.rejectionsFile; import: ${run}`;
    return { as: 'support', params: { import: run }, says };
  },
};

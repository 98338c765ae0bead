import { z } from 'zod';
import { BackupError, type Entry } from './archive.ts';

/**
 * What a backup holds, in this order: `backup.json`; files of the store (`files/…`) and of reports
 * (`reports/…`), and rows (`rows/SCHEMA.TABLE/…`, tableRows.ts), each in parts of some megabytes that
 * are numbered from 0; `end.json`, without which it is cut off.
 */

export const headName = 'backup.json';
export const endName = 'end.json';

const tableSchema = z.object({
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.object({ name: z.string(), type: z.string() }).readonly()).readonly(),
});

export const headSchema = z.object({
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  engine: z.enum(['pglite', 'postgres']),
  /** How many steps of server/database/migrations its tables have. */
  steps: z.number().int().positive(),
  tables: z.array(tableSchema),
  /** First days of the months and years that have partitions. */
  partitions: z.object({ months: z.array(z.iso.date()), years: z.array(z.iso.date()) }),
  /** The number last given by each. */
  sequences: z.array(z.object({ name: z.string(), value: z.number().int() })),
});
export type Head = z.infer<typeof headSchema>;

export const endSchema = z.object({
  /** Rows of each table, by `SCHEMA.TABLE`. */
  rows: z.record(z.string(), z.number().int()),
  files: z.number().int(),
  reports: z.number().int(),
  /** The SHA-256 of all before it (archive.ts). */
  sha256: z.string(),
});
export type End = z.infer<typeof endSchema>;

/** All that a backup holds of one name. */
export interface Part {
  readonly kind: 'files' | 'reports' | 'rows';
  /** Behind the kind: the store's name, ID-ATTEMPT of a report, SCHEMA.TABLE. */
  readonly name: string;
  readonly pieces: AsyncIterable<Buffer>;
}

export interface BackupReader {
  head(head: Head): Promise<void>;
  part(part: Part): Promise<void>;
}

/** Reads a backup from its first byte to its last; throws `BackupError` unless all of it is there and sound. */
export async function readBackup(
  archive: AsyncGenerator<Entry>,
  reader: BackupReader,
): Promise<{ head: Head; end: End }> {
  const first = await archive.next();
  if (first.done || first.value.name !== headName) throw new BackupError('This is no backup.');
  const head = readHead(first.value);
  await reader.head(head);
  let next = await archive.next();
  while (!next.done && next.value.name !== endName) {
    const { kind, name } = readName(next.value);
    async function* pieces() {
      while (!next.done) {
        const found = next.value;
        if (found.name === endName || path(readName(found)) !== `${kind}/${name}`) return;
        next = await archive.next();
        yield found.content;
      }
    }
    const rest = pieces();
    await reader.part({ kind, name, pieces: rest });
    await readOut(rest);
  }
  if (next.done) throw new BackupError('The backup is cut off: its end is missing.');
  const end = endSchema.parse(JSON.parse(next.value.content.toString()));
  if (end.sha256 !== next.value.digestBefore) {
    throw new BackupError('The backup is damaged: its content isn’t what was written.');
  }
  const after = await archive.next();
  if (!after.done) throw new BackupError('The backup is damaged: something follows its end.');
  return { head, end };
}

async function readOut(pieces: AsyncGenerator<Buffer>): Promise<void> {
  for (let next = await pieces.next(); !next.done; ) next = await pieces.next();
}

function readHead({ content }: Entry): Head {
  const result = headSchema.safeParse(JSON.parse(content.toString()));
  if (result.success) return result.data;
  throw new BackupError(
    'The backup is of a form that this release doesn’t know: restore it with the release that made it, or a newer one.',
  );
}

const path = ({ kind, name }: Pick<Part, 'kind' | 'name'>) => `${kind}/${name}`;

function readName({ name }: Entry): Pick<Part, 'kind' | 'name'> {
  const [, kind, inside] = /^(files|reports|rows)\/(.+)\/\d+$/.exec(name) ?? [];
  if (!kind || !inside) throw new BackupError(`The backup is damaged: what is «${name}»?`);
  return { kind: kind as Part['kind'], name: inside };
}

import { maxSaidColumns } from '../../../schemas/entities/importKindColumns.ts';
import {
  type ImportForecast,
  type ImportKind,
  type ImportUpload,
  importUploadSchema,
} from '../../../schemas/entities/importRun.ts';
import { localeOf } from '../../../schemas/entities/languages.ts';
import { uploadLimits } from '../../../schemas/entities/upload.ts';
import type { Database, Transaction } from '../../database/open.ts';
import { AppError } from '../../errors.ts';
import type { ImportOptions } from '../../imports/importFile.ts';
import { sayFailure } from '../../imports/importRefused.ts';
import { KindInDoubt } from '../../imports/kinds.ts';
import { describeSource } from '../../imports/remember.ts';
import { headerOfRefusal } from '../../imports/tables.ts';
import { type Trial, tryFile } from '../../imports/tryFile.ts';
import type { ManifestService } from '../../manifests/serve/service.ts';
import type { ImportSources } from '../../manifests/session/importSources.ts';
import { type Said, type Say, said, sayIn, sayStored } from '../../said.ts';
import type { Session } from '../../session.ts';
import type { Files } from '../../storage/files.ts';
import type { Turn } from '../../workPool.ts';
import { requireUpload } from '../upload/claimUpload.ts';

/** So long an import is tried out while somebody looks at the form; what is left is counted. */
const maxMilliseconds = 5000;
/** What a file of support may hold unpacked. */
export const maxReadBytes = 1_000_000_000;
const shownColumns = 12;
const shownCharacters = 60;
const maxIgnored = 100;

/** What knows the sources of files. */
export type Sourced = 'importSources' | 'importSourceFile';

interface ForecastDeps {
  readonly database: Database;
  readonly files: Pick<Files, 'get'>;
  readonly manifests: Pick<ManifestService, Sourced | 'market' | 'words'>;
  readonly now: () => Date;
  readonly takers: NonNullable<ImportOptions['takers']>;
}

/** The caller's upload that an import is about. Throws VALIDATION_FAILED. */
export const namedUpload = ({ upload }: ImportUpload) => {
  const limits = uploadLimits.get(importUploadSchema.shape.upload);
  if (!limits) throw new Error('The field of the file says no limits.');
  return { upload, field: 'upload', limits };
};

/** What an import of an upload would do, for a form: nothing is written, and the file stays. */
export async function forecastImport(
  { database, files, manifests, now, takers }: ForecastDeps,
  body: ImportUpload,
  { session, turn, left }: { session: Session; turn: Turn; left: AbortSignal },
): Promise<ImportForecast> {
  const { user, accountId } = session;
  const named = namedUpload(body);
  const { storedName, fileName } = await database.read((tx: Transaction) =>
    requireUpload(tx, accountId, named),
  );
  const stream = await files.get(storedName);
  if (!stream) throw new AppError('NOT_FOUND', 'The file is gone. Send it again.');
  const { kind, decimal, dates, remember } = body;
  const { timeZone, language } = manifests.market(user.country);
  const words = manifests.words(localeOf(user.language));
  const say = sayIn(words);
  try {
    const trial = await tryFile(database, {
      stream,
      country: user.country,
      timeZone,
      language,
      by: user.username,
      actorId: accountId,
      takers,
      now: now(),
      stopping: left,
      kind,
      notation: { decimal, dates },
      ...saidBy(manifests.importSources(user.country), body),
      fileName,
      maxBytes: maxReadBytes,
      // The call has its turn already: it only has to be short while others want theirs.
      turn: { take: (work) => work(), isWanted: turn.isWanted },
      maxMilliseconds,
    });
    const described = {
      ...describeTrial(trial, createHeadings(words), say),
      said: sayColumns(trial.columns, body),
    };
    if (!remember) return described;
    const file = manifests.importSourceFile(remember);
    const isThere = await file.isThere();
    const { known } = manifests.importSources(user.country);
    const asked = { name: remember, country: user.country, notation: { decimal, dates } };
    const about = { ...asked, isThere, known };
    try {
      const remembered = describeSource(trial, about);
      const refusal = (await file.canBeWritten()) ? null : say(notWritable(file.place));
      return { ...described, remembered, refusal };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { ...described, refusal: sayFailure(error, say) };
    }
  } catch (error) {
    if (!(error instanceof AppError) || left.aborted) throw error;
    if (error.code !== 'IMPORT_REFUSED' && error.code !== 'TOO_LARGE') throw error;
    const fits = error instanceof KindInDoubt ? error.kinds : [];
    const columns = headerOfRefusal(error).map((heading) => ({ heading }));
    return {
      ...nothing,
      refusal: sayFailure(error, say),
      fits: [...fits],
      said: sayColumns(columns, body),
    };
  } finally {
    stream.destroy();
  }
}

/** What a body says of where a file comes from, and of its columns. */
export function saidBy(
  sources: ImportSources,
  { source: wanted, columns }: Pick<ImportUpload, 'source' | 'columns'>,
): Pick<ImportOptions, 'sources' | 'columns'> {
  const said = columns?.flatMap(({ heading, column }) => (column ? [[heading, column]] : [])) ?? [];
  return {
    sources: { ...sources, wanted },
    ...(said.length > 0 && { columns: Object.fromEntries(said) }),
  };
}

/** Each column, with what the caller says that it is. */
function sayColumns(
  columns: readonly { readonly heading: string }[],
  { columns: given = [] }: Pick<ImportUpload, 'columns'>,
): ImportForecast['said'] {
  const chosen = new Map(given.map(({ heading, column }) => [heading, column]));
  return columns
    .filter(({ heading }) => heading.trim())
    .slice(0, maxSaidColumns)
    .map(({ heading }) => {
      const column = chosen.get(heading);
      return column === undefined ? { heading } : { heading, column };
    });
}

export function notWritable(place: string): Said {
  return said('refusals.notWritable', { place });
}

const nothing = {
  kind: null,
  fits: [] as ImportKind[],
  refusal: null,
  lines: null,
  tried: null,
  accepted: null,
  corrected: null,
  duplicates: null,
  rejected: null,
  deviceErrors: null,
  ignored: [],
  understood: [],
  ignoredLines: null,
  source: null,
  said: [],
  remembered: null,
  columns: [],
  rows: [],
} satisfies ImportForecast;

type Headings = (field: 'line' | 'message' | 'content') => string;

function createHeadings(words: Readonly<Record<string, object>>): Headings {
  const fields = words['fields'] as Record<string, Record<string, string>> | undefined;
  return (field) => fields?.['ImportRejection']?.[field] ?? field;
}

function describeTrial(trial: Trial, heading: Headings, say: Say): ImportForecast {
  const { kind, alsoFits, lines, tried, ignored, understood, ignoredLines } = trial;
  const { accepted, corrected, deviceErrors, duplicates, rejected } = trial;
  return {
    kind,
    fits: [...alsoFits],
    refusal: null,
    lines,
    tried: tried < lines ? tried : null,
    accepted,
    corrected: corrected || null,
    duplicates,
    rejected,
    deviceErrors: deviceErrors || null,
    ignored: ignored.slice(0, maxIgnored),
    understood: understood.map(say),
    ignoredLines: ignoredLines || null,
    source: trial.source?.name ?? null,
    said: [],
    remembered: null,
    ...tabulate(trial, heading, say),
  };
}

/** Lines as they were understood, each with why it would be refused. */
function tabulate(
  { header, names, ignored, shown, rejections }: Trial,
  heading: Headings,
  say: Say,
) {
  const reasons = new Map(rejections.map((one) => [one.line, sayStored(one, say)]));
  // Telegrams have no columns.
  const cells = header
    .map((heading, at) => ({ heading, of: names[at] ?? '' }))
    .filter(({ heading, of }) => heading && of && !ignored.includes(heading))
    .slice(0, shownColumns);
  const columns = cells.map((cell, at) => ({
    name: `${at}`,
    heading: cell.heading,
    kind: 'text' as const,
  }));
  const content = { name: 'content', heading: heading('content'), kind: 'text' as const };
  return {
    columns: [
      { name: 'line', heading: heading('line'), kind: 'integer' as const },
      { name: 'message', heading: heading('message'), kind: 'text' as const },
      ...(cells.length > 0 ? columns : [content]),
    ],
    rows: shown.map((line) => [
      ...[line.number, reasons.get(line.number) ?? null],
      ...(cells.length > 0
        ? cells.map(({ of }) => cut(line.cells[of] ?? ''))
        : [cut(line.content)]),
    ]),
  };
}

function cut(text: string): string | null {
  if (text === '') return null;
  return text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text;
}

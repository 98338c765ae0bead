import { deviceCategorySchema } from '../../../schemas/entities/device.ts';
import { narrow, type RowOf } from '../../database/statement.ts';
import { type ChunkKey, type ChunkRow, nullsOf, zerosOf } from './chunks.ts';

/** A row's lists as they are stored, an entry a bucket. */
export const storedLists = {
  volumes: '(bigint | null)[]',
  measured: 'smallint[]',
  received: 'integer[]',
  minimum: '(bigint | null)[] | null',
  maximum: '(bigint | null)[] | null',
  interpolated: 'smallint[] | null',
  estimated: 'smallint[] | null',
  missing: 'smallint[] | null',
  bridged: 'bigint[] | null',
  interpolated_time: 'bigint[] | null',
  unknown_time: 'bigint[] | null',
  absent_time: 'bigint[] | null',
} as const;
/** A row as it is stored, for statements that read such. */
export const storedRollup = {
  property_id: 'bigint',
  subject_kind: 'smallint',
  subject_id: 'bigint',
  category: narrow('text', deviceCategorySchema),
  timeframe: 'smallint',
  chunk: 'date',
  ...storedLists,
} as const;
type StoredRow = RowOf<typeof storedRollup>;

export const rollupColumns = Object.keys(storedRollup).join(', ');
export const keyNames = [
  'property_id',
  'subject_kind',
  'subject_id',
  'category',
  'timeframe',
  'chunk',
] as const;

export function toChunkRow(row: StoredRow): ChunkRow {
  const key = {
    propertyId: row.property_id,
    subjectKind: row.subject_kind,
    subjectId: row.subject_id,
    category: row.category,
    timeframe: row.timeframe,
    chunk: row.chunk,
  };
  return withLists(key, 0, row);
}

/** A row or a slice of it; what isn't stored says nothing throughout. */
export function withLists(
  key: ChunkKey,
  begin: number,
  lists: RowOf<typeof storedLists>,
): ChunkRow {
  const { length } = lists.volumes;
  const [zeros, nulls] = [zerosOf(length), nullsOf(length)];
  return {
    propertyId: key.propertyId,
    subjectKind: key.subjectKind,
    subjectId: key.subjectId,
    category: key.category,
    timeframe: key.timeframe,
    chunk: key.chunk,
    begin,
    volumes: lists.volumes,
    measured: lists.measured,
    received: lists.received,
    minimum: lists.minimum ?? nulls,
    maximum: lists.maximum ?? nulls,
    interpolated: lists.interpolated ?? zeros,
    estimated: lists.estimated ?? zeros,
    missing: lists.missing ?? zeros,
    bridged: lists.bridged ?? zeros,
    interpolatedTime: lists.interpolated_time ?? zeros,
    unknownTime: lists.unknown_time ?? zeros,
    absentTime: lists.absent_time ?? zeros,
  };
}

import { and, asc, eq } from 'drizzle-orm';
import type {
  OperationRequest,
  OperationResponse,
  SortField,
} from '../../../schemas/api/operations.ts';
import { messageFilters } from '../../../schemas/api/supportMessages.ts';
import type { Country } from '../../../schemas/entities/market.ts';
import { supportMessageSchema } from '../../../schemas/entities/supportMessage.ts';
import { isoInstant } from '../../database/epoch.ts';
import type { Transaction } from '../../database/open.ts';
import { contactAttachment, contactEvent, contactMessage } from '../../database/portalTables.ts';
import { narrow, statement } from '../../database/statement.ts';
import { pagedList } from '../pagedList.ts';

/** What support sees of messages: those of its own country alone. */

const { state, subject } = supportMessageSchema.shape;
const claim = {
  id: 'bigint',
  createdAt: 'text',
  state: narrow('text', state),
  subject: narrow('text', subject),
  sender: 'text',
  emailAddress: 'text',
  attachments: 'bigint',
  changedBy: 'text | null',
  changedAt: 'text | null',
} as const;
const columns = `message.id, ${isoInstant('message.created_at')} AS "createdAt", state,
  topic AS subject, username AS sender, message.email AS "emailAddress",
  (SELECT count(*) FROM contact_attachment WHERE message_id = message.id) AS attachments,
  changed_by AS "changedBy", ${isoInstant('changed_at')} AS "changedAt"`;
/** `$1` is the country. */
const messages = `contact_message AS message JOIN account ON account.id = account_id
  WHERE message.country = $1`;
/** What a list shows of a message's text. */
const excerptLength = 200;

const filterColumns = {
  createdAt: 'message.created_at',
  state: 'state',
  subject: 'topic',
  sender: 'username',
  changedBy: 'changed_by',
} as const satisfies Record<keyof typeof messageFilters, string>;

const sortColumns = {
  createdAt: 'message.created_at',
  id: 'message.id',
  state: "array_position(ARRAY['NEW', 'IN_WORK', 'ANSWERED', 'CLOSED'], state)",
  subject: 'topic',
  sender: 'username',
  changedAt: 'changed_at',
} as const satisfies Record<SortField<'supportMessage.list'>, string>;

const messagePage = statement(
  { ...claim, excerpt: 'text', total: 'bigint' },
  (narrowing, order) =>
    `SELECT ${columns}, left(message.message, ${excerptLength}) AS excerpt,
       count(*) OVER () AS total
     FROM ${messages} ${narrowing} ${order}`,
);

const list = pagedList(
  messagePage,
  {
    kinds: messageFilters,
    columns: filterColumns,
    searched: ['message.message', 'username', 'message.email'],
  },
  { columns: sortColumns, otherwise: 'message.id DESC', usual: '-createdAt' },
);

export function listMessages(
  tx: Transaction,
  country: string,
  query: OperationRequest<'supportMessage.list'>['query'],
): Promise<OperationResponse<'supportMessage.list'>> {
  return list(tx, [country], query);
}

const newMessages = statement(
  { count: 'bigint', newestAt: 'text | null' },
  `SELECT count(*) AS count, ${isoInstant('max(message.created_at)')} AS "newestAt"
   FROM ${messages} AND state = 'NEW'`,
);

/** How many messages nobody has looked after, and when the newest of them came. */
export async function countNew(tx: Transaction, country: string) {
  const [row] = await tx.query(newMessages, [country]);
  return row;
}

const messageOf = statement(
  {
    ...claim,
    message: 'text',
    additionalEmailAddress: 'text | null',
    mailedAt: 'text | null',
  },
  `SELECT ${columns}, message.message, additional_email AS "additionalEmailAddress",
     ${isoInstant('mailed_at')} AS "mailedAt"
   FROM ${messages} AND message.id = $2`,
);

export async function findMessage(
  tx: Transaction,
  country: string,
  id: number,
): Promise<OperationResponse<'supportMessage.get'> | undefined> {
  const [row] = await tx.query(messageOf, [country, id]);
  return row;
}

/** The state of a message, which nobody else changes until the end of the transaction. */
export async function lockState(tx: Transaction, country: Country, id: number) {
  const [row] = await tx
    .select({ state: contactMessage.state })
    .from(contactMessage)
    .where(and(eq(contactMessage.country, country), eq(contactMessage.id, id)))
    .for('update');
  return row?.state;
}

/** Notes what somebody did with a message. */
export async function insertEvent(
  tx: Transaction,
  event: typeof contactEvent.$inferInsert,
): Promise<void> {
  const { messageId, by: changedBy, at: changedAt } = event;
  await tx.insert(contactEvent).values(event);
  await tx
    .update(contactMessage)
    .set({ state: event.state, changedBy, changedAt })
    .where(eq(contactMessage.id, messageId));
}

const eventsOf = statement(
  { id: 'bigint', at: 'text', by: 'text', state: narrow('text', state), note: 'text | null' },
  `SELECT id, ${isoInstant('at')} AS at, "by", state, note FROM contact_event
   WHERE message_id = $1 ORDER BY id DESC LIMIT 1000`,
);

/** The caller has made sure that the message may be seen. */
export function listEvents(tx: Transaction, messageId: number) {
  return tx.query(eventsOf, [messageId]);
}

/** The caller has made sure that the message may be seen. */
export function listAttachments(tx: Transaction, messageId: number) {
  const { id, fileName, contentType, bytes } = contactAttachment;
  return tx
    .select({ id, fileName, mediaType: contentType, size: bytes })
    .from(contactAttachment)
    .where(eq(contactAttachment.messageId, messageId))
    .orderBy(asc(id));
}

/** Undefined, too, when it came with another country's message. */
export async function findAttachment(tx: Transaction, country: Country, id: number) {
  const { fileName, storedName, contentType, bytes, messageId } = contactAttachment;
  const [row] = await tx
    .select({ fileName, storedName, contentType, bytes })
    .from(contactAttachment)
    .innerJoin(contactMessage, eq(contactMessage.id, messageId))
    .where(and(eq(contactAttachment.id, id), eq(contactMessage.country, country)));
  return row;
}

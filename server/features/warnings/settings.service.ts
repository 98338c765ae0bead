import type { OperationRequest, OperationResponse } from '../../../schemas/api/operations.ts';
import type { Urgency } from '../../../schemas/entities/warning.ts';
import type { WarningSetting } from '../../../schemas/entities/warningSetting.ts';
import {
  type Limits,
  limitsSchema,
  type MeasuredType,
  measuredKinds,
} from '../../../schemas/kinds/warnings.ts';
import { dayMs } from '../../../schemas/time.ts';
import type { Database } from '../../database/open.ts';
import { AppError } from '../../errors.ts';
import type { Limits as CallLimits } from '../../identity/limits.ts';
import type { ManifestService } from '../../manifests/serve/service.ts';
import { isOffered } from '../../markets.ts';
import { markPropertiesDue } from '../../metering/store/due.repository.ts';
import type { Scope, Session } from '../../session.ts';
import { countEpisodes } from '../../warnings/countEpisodes.ts';
import type { DefaultsOf } from '../../warnings/defaults.ts';
import { writeLimits } from '../../warnings/store/limits.repository.ts';
import { insertEvents, writeSeverities } from '../../warnings/store/warnings.repository.ts';
import { toPage } from '../paging.ts';
import { requireVisible } from '../property/scope.repository.ts';
import { closeWarnings } from './changes.repository.ts';
import { createMarketLimits } from './marketLimits.ts';
import {
  findSetting,
  listDevices,
  listSettings,
  type SettingRow,
  writeNotices,
} from './settings.repository.ts';

const forecastDays = 30;
/** A forecast looks at no more devices. */
const maxDevices = 300;
/** What has just been set counts for readings from here on. */
const countsFrom = 2 * dayMs;

/** What is written for some properties. */
interface NewSetting {
  readonly alert: MeasuredType;
  readonly isOn: boolean;
  readonly limits: Limits;
  readonly urgency: Urgency | null;
  readonly notice?: { readonly byEmail: boolean; readonly byMobile: boolean | undefined };
}

/** What counts as a warning, property by property. */
export function createSettingService({
  database,
  manifests,
  limits: callLimits,
  now,
}: {
  readonly database: Database;
  readonly manifests: Pick<ManifestService, 'formDefaults' | 'hasForm' | 'market'>;
  readonly limits: Pick<CallLimits, 'spend'>;
  readonly now: () => Date;
}) {
  const defaultsOf = createMarketLimits(manifests);

  /**
   * Whoever may save a type's settings may look at them, try them out and switch the type. Throws
   * FORBIDDEN where the manifests offer the session no form for it, as in some market.
   */
  function requireOffered({ subject }: Session, type: MeasuredType): void {
    const isShown = manifests.hasForm(`${measuredKinds[type].calls}.save`, subject);
    if (isShown && isOffered(manifests.market(subject.country), 'alertSetting', type)) return;
    const message = `Settings of ${type} are not offered to you in ${subject.country}.`;
    throw new AppError('FORBIDDEN', message);
  }

  const scopeOf = ({ accountId }: Pick<Session, 'accountId'>, type: MeasuredType): Scope => ({
    accountId,
    anyFeature: [measuredKinds[type].feature],
  });
  const asked = (session: Session, type: MeasuredType) => ({
    scope: scopeOf(session, type),
    type,
    categories: measuredKinds[type].categories,
  });

  async function requireSetting(session: Session, type: MeasuredType, property: number) {
    requireOffered(session, type);
    const found = await database.asAccount(scopeOf(session, type), (tx) =>
      findSetting(tx, asked(session, type), property),
    );
    if (found) return found;
    const message = `There is no property ${property} that you have access to.`;
    throw new AppError('PROPERTY_NOT_FOUND', message);
  }

  /** Turned off, what goes on is over; else devices are looked at anew. */
  async function write(
    { accountId, user }: Session,
    properties: readonly number[],
    { notice, ...setting }: NewSetting,
  ): Promise<{ properties: number }> {
    const { alert, isOn } = setting;
    const ids = [...new Set(properties)].sort((one, other) => one - other);
    const scope = scopeOf({ accountId }, alert);
    await database.asAccount(scope, (tx) => requireVisible(tx, scope, ids));
    await database.transaction(async (tx) => {
      await writeLimits(tx, ids, { ...setting, changedBy: user.username, changedAt: now() });
      if (notice) await writeNotices(tx, accountId, ids, { alert, ...notice });
      if (isOn) {
        const since = now().getTime() - countsFrom;
        return markPropertiesDue(tx, ids, measuredKinds[alert].categories, since);
      }
      const closed = await closeWarnings(tx, ids, alert, now());
      const events = closed.map(({ propertyId, id }) => ({
        propertyId,
        warningId: id,
        event: 'CLEARED' as const,
        by: user.username,
      }));
      await insertEvents(tx, events, now());
      await writeSeverities(tx, ids);
    });
    return { properties: ids.length };
  }

  return {
    async list(
      session: Session,
      query: OperationRequest<'warningSetting.list'>['query'],
    ): Promise<OperationResponse<'warningSetting.list'>> {
      const type = query.alert;
      requireOffered(session, type);
      return database.asAccount(scopeOf(session, type), async (tx) => {
        const list = (page: typeof query) => listSettings(tx, asked(session, type), page);
        const rows = (await list(query)).map(({ isOn, limits, country, urgency: _, ...row }) => ({
          ...row,
          alert: type,
          isOn: isOn ?? measuredKinds[type].isOn,
          isDefault: limits === null,
          limits: describeLimits(
            type,
            (limits ?? defaultsOf(country, type).limits) as Limits<typeof type>,
          ),
        }));
        const count = async () => (await list({ ...query, page: 0, size: 1 }))[0]?.total ?? 0;
        return toPage(rows, query, count);
      });
    },

    async get<Type extends MeasuredType>(session: Session, type: Type, property: number) {
      const row = await requireSetting(session, type, property);
      return toSetting(type, row, defaultsOf(row.country, type));
    },

    async save<Type extends MeasuredType>(
      session: Session,
      type: Type,
      body: WarningSetting<Type>,
    ) {
      requireOffered(session, type);
      const limits = limitsOf(type, body);
      const { properties, isOn, notifyByEmail, notifyByMobile } = body;
      return write(session, properties, {
        alert: type,
        isOn,
        limits,
        urgency: 'urgency' in body ? (body.urgency as Urgency) : null,
        notice: { byEmail: notifyByEmail, byMobile: notifyByMobile },
      });
    },

    async switch(
      session: Session,
      { alert, property, isOn }: OperationRequest<'warningSetting.switch'>['body'],
    ) {
      const { country, limits, urgency } = await requireSetting(session, alert, property);
      const usual = defaultsOf(country, alert);
      return write(session, [property], {
        alert,
        isOn,
        limits: limits ?? usual.limits,
        urgency: limits === null ? usual.urgency : urgency,
      });
    },

    /**
     * How many warnings there would have been, from the readings of the last days that the account
     * may see. Throws TOO_MANY_REQUESTS.
     */
    async forecast<Type extends MeasuredType>(
      session: Session,
      type: Type,
      body: WarningSetting<Type>,
    ): Promise<OperationResponse<'leakage.forecast'>> {
      requireOffered(session, type);
      const { accountId } = session.preview?.actor ?? session;
      await callLimits.spend('forecast', `forecast:${accountId}`);
      const limits = limitsOf(type, body);
      const scope = scopeOf(session, type);
      return database.asAccount(scope, async (tx) => {
        const ids = [...new Set(body.properties)];
        await requireVisible(tx, scope, ids);
        const found = await listDevices(tx, scope, ids, measuredKinds[type].categories, maxDevices);
        const monthAgo = now().getTime() - forecastDays * dayMs;
        const devices = found.map(({ seenSince, ...device }) => {
          const seenFrom = seenSince ?? Number.NEGATIVE_INFINITY;
          return { ...device, seenFrom, since: Math.max(monthAgo, seenFrom) };
        });
        return {
          warnings: await countEpisodes(tx, type, limits, devices),
          days: forecastDays,
          devices: devices.length,
          isSample: (found[0]?.total ?? 0) > found.length,
        };
      });
    },
  };
}

/** The limits of a call's body. */
function limitsOf<Type extends MeasuredType>(type: Type, body: WarningSetting<Type>): Limits<Type> {
  return limitsSchema(type).parse(body) as Limits<Type>;
}

function describeLimits<Type extends MeasuredType>(type: Type, limits: Limits<Type>): string {
  // One line, also where a column is narrow.
  return measuredKinds[type].describe(limits).replaceAll(' ', '\u00a0');
}

function toSetting<Type extends MeasuredType>(
  type: Type,
  row: SettingRow,
  usual: ReturnType<DefaultsOf>,
): WarningSetting<Type> {
  const { isOn, urgency } = measuredKinds[type];
  return {
    properties: [row.property],
    isOn: row.isOn ?? isOn,
    ...((row.limits ?? usual.limits) as Limits<Type>),
    ...(urgency !== null && { urgency: row.urgency ?? usual.urgency ?? urgency }),
    notifyByEmail: row.notifyByEmail,
    notifyByMobile: row.notifyByMobile,
  } as WarningSetting<Type>;
}

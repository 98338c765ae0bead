import type { OperationRequest, OperationResponse } from '../../../schemas/api/operations.ts';
import type { Urgency } from '../../../schemas/entities/warning.ts';
import type { WarningSetting } from '../../../schemas/entities/warningSetting.ts';
import {
  type Limits,
  type MeasuredType,
  measuredKinds,
  measuredTypes,
} from '../../../schemas/kinds/warnings.ts';
import { dayMs } from '../../../schemas/time.ts';
import type { Database, Transaction } from '../../database/open.ts';
import { AppError } from '../../errors.ts';
import type { Limits as CallLimits } from '../../identity/limits.ts';
import type { ManifestService } from '../../manifests/serve/service.ts';
import { isOffered } from '../../markets.ts';
import { markPropertiesDue } from '../../metering/store/due.repository.ts';
import type { Scope, Session } from '../../session.ts';
import { countEpisodes } from '../../warnings/countEpisodes.ts';
import { writeLimits } from '../../warnings/store/limits.repository.ts';
import { insertEvents, writeSeverities } from '../../warnings/store/warnings.repository.ts';
import { toPage } from '../paging.ts';
import { requireVisible } from '../property/scope.repository.ts';
import { closeWarnings } from './changes.repository.ts';
import { createMarketLimits } from './marketLimits.ts';
import { describeLimits, limitsOf, toSetting } from './settingOf.ts';
import { findSetting, listDevices, listSettings, writeNotices } from './settings.repository.ts';
import {
  listOtherwise,
  listSettingsOfTypes,
  listSwitched,
  writeSwitches,
} from './switches.repository.ts';

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

  function isOfferedTo({ subject }: Session, type: MeasuredType): boolean {
    const isShown = manifests.hasForm(`${measuredKinds[type].calls}.save`, subject);
    return isShown && isOffered(manifests.market(subject.country), 'alertSetting', type);
  }

  /**
   * Whoever may save a type's settings may look at them, try them out and switch the type. Throws
   * FORBIDDEN where the manifests offer the session no form for it, as in some market.
   */
  function requireOffered(session: Session, type: MeasuredType): void {
    if (isOfferedTo(session, type)) return;
    const { subject } = session;
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
  async function applySwitch(
    tx: Transaction,
    ids: readonly number[],
    { alert, isOn, by }: { alert: MeasuredType; isOn: boolean; by: string },
  ): Promise<void> {
    if (isOn) {
      const since = now().getTime() - countsFrom;
      return markPropertiesDue(tx, ids, measuredKinds[alert].categories, since);
    }
    const closed = await closeWarnings(tx, ids, alert, now());
    const events = closed.map(({ propertyId, id }) => ({
      propertyId,
      warningId: id,
      event: 'CLEARED' as const,
      by,
    }));
    await insertEvents(tx, events, now());
    await writeSeverities(tx, ids);
  }

  async function write(
    { accountId, user }: Session,
    properties: readonly number[],
    { notice, ...setting }: NewSetting,
  ): Promise<{ properties: number }> {
    const { alert } = setting;
    const by = user.username;
    const ids = [...new Set(properties)].sort((one, other) => one - other);
    const scope = scopeOf({ accountId }, alert);
    await database.asAccount(scope, (tx) => requireVisible(tx, scope, ids));
    await database.transaction(async (tx) => {
      await writeLimits(tx, ids, { ...setting, changedBy: by, changedAt: now() });
      if (notice) await writeNotices(tx, accountId, ids, { alert, ...notice });
      await applySwitch(tx, ids, { ...setting, by });
    });
    return { properties: ids.length };
  }

  /** The caller has made sure that the properties may be seen. */
  async function writeSwitch(
    { user }: Session,
    ids: readonly number[],
    { alert, isOn }: { readonly alert: MeasuredType; readonly isOn: boolean },
    at = now(),
  ): Promise<{ properties: number }> {
    const by = user.username;
    await database.transaction(async (tx) => {
      await writeSwitches(tx, ids, { alert, isOn, changedBy: by, changedAt: at, defaultsOf });
      await applySwitch(tx, ids, { alert, isOn, by });
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

    /** The types that the session may set, each over all properties where it may. */
    async types(session: Session): Promise<OperationResponse<'warningSetting.types'>> {
      const types = measuredTypes.filter((type) => isOfferedTo(session, type));
      const anyFeature = [...new Set(types.map((type) => measuredKinds[type].feature))];
      if (anyFeature.length === 0) return [];
      const scope = { accountId: session.accountId, anyFeature };
      const rows = await database.asAccount(scope, (tx) =>
        listSettingsOfTypes(tx, scope, types, defaultsOf),
      );
      return rows.map(({ alert, on, properties, limits, alike, byEmail, byMobile }) => ({
        ...{ alert, on, properties, byEmail },
        isOn: on > 0,
        isEverywhere: on === properties,
        limits: describeLimits(alert, limits as Limits<typeof alert>),
        otherLimits: properties - alike || null,
        byMobile: byMobile || null,
      }));
    },

    async switch(
      session: Session,
      { alert, property, isOn }: OperationRequest<'warningSetting.switch'>['body'],
    ) {
      await requireSetting(session, alert, property);
      return writeSwitch(session, [property], { alert, isOn });
    },

    async switchAll(
      session: Session,
      wanted: OperationRequest<'warningSetting.switchAll'>['body'],
    ): Promise<OperationResponse<'warningSetting.switchAll'>> {
      requireOffered(session, wanted.alert);
      const scope = scopeOf(session, wanted.alert);
      const ids = await database.asAccount(scope, (tx) => listOtherwise(tx, scope, wanted));
      const at = now();
      return { ...(await writeSwitch(session, ids, wanted, at)), at: at.toISOString() };
    },

    async switchBack(
      session: Session,
      { alert, at }: OperationRequest<'warningSetting.switchBack'>['body'],
    ): Promise<OperationResponse<'warningSetting.switchBack'>> {
      requireOffered(session, alert);
      const scope = scopeOf(session, alert);
      const done = { alert, at, by: session.user.username };
      const rows = await database.asAccount(scope, (tx) => listSwitched(tx, scope, done));
      const [first] = rows;
      if (!first) return { properties: 0 };
      const ids = rows.map(({ id }) => id);
      return writeSwitch(session, ids, { alert, isOn: !first.isOn });
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

import type { OperationId } from '../../../schemas/api/operations.ts';
import type { MeasuredType } from '../../../schemas/entities/warningLimits.ts';
import type { WarningSetting } from '../../../schemas/entities/warningSetting.ts';
import type { Database } from '../../database/open.ts';
import type { Handlers } from '../../http/handler.ts';
import type { Limits } from '../../identity/limits.ts';
import type { ManifestService } from '../../manifests/serve/service.ts';
import type { Session } from '../../session.ts';
import { createSettingService } from './settings.service.ts';
import { createWarningService } from './warnings.service.ts';

const types = {
  waterSpill: 'WATER_SPILL',
  leakage: 'LEAKAGE',
  temperature: 'TEMPERATURE',
  highWaterConsumption: 'HIGH_WATER_CONSUMPTION',
  humidity: 'HUMIDITY',
  co2: 'CO2',
} as const satisfies Record<string, MeasuredType>;
type Name = keyof typeof types;

type Answered = Extract<
  OperationId,
  `warning.${string}` | `warningSetting.${string}` | `${Name}.${'get' | 'save' | 'forecast'}`
>;

export function createWarningHandlers(parts: {
  readonly database: Database;
  readonly manifests: Pick<ManifestService, 'formDefaults' | 'hasForm' | 'market'>;
  readonly limits: Pick<Limits, 'spend'>;
  readonly now: () => Date;
}): Handlers<Answered> {
  const warnings = createWarningService(parts);
  const settings = createSettingService(parts);

  /** What is asked of one type's settings; the types differ in their limits alone. */
  const settingsOf = <One extends Name>(name: One) => {
    const type: MeasuredType = types[name];
    interface Call {
      readonly params: { readonly property: number };
      readonly body: WarningSetting;
    }
    interface By {
      readonly session: Session;
    }
    return {
      [`${name}.get`]: ({ params }: Call, { session }: By) =>
        settings.get(session, type, params.property),
      [`${name}.save`]: ({ body }: Call, { session }: By) => settings.save(session, type, body),
      [`${name}.forecast`]: ({ body }: Call, { session }: By) =>
        settings.forecast(session, type, body),
    } as unknown as Handlers<Extract<Answered, `${One}.${string}`>>;
  };

  return {
    'warning.list': ({ query }, { scope }) => warnings.list(scope, query),
    'warning.count': (_request, { scope }) => warnings.count(scope),
    'warning.days': ({ query }, { session, scope }) =>
      warnings.days(scope, query, parts.manifests.market(session.user.country).timeZone),
    'warning.silent': ({ query }, { scope }) => warnings.silent(scope, query),
    'warning.properties': ({ query }, { scope }) => warnings.properties(scope, query),
    'warning.get': ({ params }, { scope }) => warnings.get(scope, params.warning),
    'warning.graph': ({ params }, { scope }) => warnings.graph(scope, params.warning),
    'warning.limit': ({ params }, { scope }) => warnings.limit(scope, params.warning),
    'warning.history': ({ params, query }, { scope }) =>
      warnings.history(scope, params.warning, query),
    'warning.acknowledge': ({ body }, { session, scope }) =>
      warnings.acknowledge(session, scope, body),
    'warning.resolve': ({ body }, { session, scope }) => warnings.resolve(session, scope, body),
    'warning.snooze': ({ body }, { session, scope }) => {
      const { timeZone } = parts.manifests.market(session.user.country);
      return warnings.snooze(session, scope, body, timeZone);
    },
    'warningSetting.list': ({ query }, { session }) => settings.list(session, query),
    'warningSetting.switch': ({ body }, { session }) => settings.switch(session, body),
    ...settingsOf('waterSpill'),
    ...settingsOf('leakage'),
    ...settingsOf('temperature'),
    ...settingsOf('highWaterConsumption'),
    ...settingsOf('humidity'),
    ...settingsOf('co2'),
  };
}

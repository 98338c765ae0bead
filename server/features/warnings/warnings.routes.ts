import type { OperationId } from '../../../schemas/api/operations.ts';
import { measuredKinds, type SettingCall } from '../../../schemas/kinds/warnings.ts';
import type { Database } from '../../database/open.ts';
import type { Handler, Handlers } from '../../http/handler.ts';
import type { Limits } from '../../identity/limits.ts';
import type { ManifestService } from '../../manifests/serve/service.ts';
import { createSettingService } from './settings.service.ts';
import { createWarningService } from './warnings.service.ts';

type Answered =
  | Extract<OperationId, `warning.${string}` | `warningSetting.${string}`>
  | SettingCall<'get' | 'save' | 'forecast'>;

export function createWarningHandlers(deps: {
  readonly database: Database;
  readonly manifests: Pick<ManifestService, 'formDefaults' | 'hasForm' | 'market'>;
  readonly limits: Pick<Limits, 'spend'>;
  readonly now: () => Date;
}): Handlers<Answered> {
  const warnings = createWarningService(deps);
  const settings = createSettingService(deps);

  return {
    'warning.list': ({ query }, { scope }) => warnings.list(scope, query),
    'warning.count': (_request, { scope }) => warnings.count(scope),
    'warning.statuses': ({ query }, { scope }) => warnings.statuses(scope, query),
    'warning.days': ({ query }, { session, scope }) =>
      warnings.days(scope, query, deps.manifests.market(session.user.country).timeZone),
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
      const { timeZone } = deps.manifests.market(session.user.country);
      return warnings.snooze(session, scope, body, timeZone);
    },
    'warningSetting.list': ({ query }, { session }) => settings.list(session, query),
    'warningSetting.types': (_request, { session }) => settings.types(session),
    'warningSetting.switchAll': ({ body }, { session }) => settings.switchAll(session, body),
    'warningSetting.switchBack': ({ body }, { session }) => settings.switchBack(session, body),
    'warningSetting.switch': ({ body }, { session }) => settings.switch(session, body),
    ...handleTypes(settings),
  };
}

/** What is asked of each type's settings: they differ in their limits alone. */
function handleTypes(settings: ReturnType<typeof createSettingService>) {
  const handlers = Object.values(measuredKinds).flatMap(({ type, calls }) => {
    const get: Handler<SettingCall<'get'>> = ({ params }, { session }) =>
      settings.get(session, type, params.property);
    const save: Handler<SettingCall<'save'>> = ({ body }, { session }) =>
      settings.save(session, type, body);
    const forecast: Handler<SettingCall<'forecast'>> = ({ body }, { session }) =>
      settings.forecast(session, type, body);
    return Object.entries({ get, save, forecast }).map(
      ([verb, handler]) => [`${calls}.${verb}`, handler] as const,
    );
  });
  return Object.fromEntries(handlers) as Handlers<SettingCall<'get' | 'save' | 'forecast'>>;
}

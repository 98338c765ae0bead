import type { moduleSwitchOperations } from '../../../schemas/api/moduleSwitches.ts';
import { localeOf } from '../../../schemas/entities/languages.ts';
import type { Database } from '../../database/open.ts';
import type { Handlers } from '../../http/handler.ts';
import type { ManifestService } from '../../manifests/serve/service.ts';
import type { Session } from '../../session.ts';
import { pageBy, wholePage } from '../paging.ts';
import { createModuleService, need } from './module.service.ts';
import { listHistory } from './moduleSwitch.repository.ts';

/** What support does with modules: of its own market, never of another. */
export function createModuleHandlers(deps: {
  readonly database: Database;
  readonly manifests: Pick<ManifestService, 'withSwitches' | 'useSwitches' | 'words'>;
}): Handlers<keyof typeof moduleSwitchOperations> {
  const { database, manifests } = deps;
  const service = createModuleService(deps);

  /** Texts by their keys; what is no key is a name already. */
  const namerFor = ({ user }: Session) => {
    const words = manifests.words(localeOf(user.language));
    return (key: string): string => {
      const [namespace = '', path = ''] = key.split(':');
      const found = path
        .split('.')
        .reduce<unknown>(
          (at, one) => (at as Record<string, unknown> | undefined)?.[one],
          words[namespace],
        );
      return typeof found === 'string' ? found : key;
    };
  };
  const forecast = (module: string, session: Session) =>
    database.read(async (tx) => {
      const reading = await service.read(tx, session.user.country);
      const locale = localeOf(session.user.language);
      return service.forecast(tx, reading, module, { locale, nameOf: namerFor(session) });
    });

  return {
    'module.list': (_request, { session }) =>
      database.read(async (tx) => {
        const reading = await service.read(tx, session.user.country);
        return wholePage(service.list(reading, namerFor(session)));
      }),
    'module.get': async ({ params }, { session }) =>
      (await forecast(params.module, session)).module,
    'module.effects': async ({ params }, { session }) =>
      wholePage((await forecast(params.module, session)).effects),
    'module.history': ({ params, query }, { session: { user } }) =>
      database.read(async (tx) => {
        need(await service.read(tx, user.country), params.module);
        return pageBy((page) => listHistory(tx, user.country, params.module, page), query);
      }),
    'module.switch': ({ params, body }, { session }) =>
      service.switch(session, params.module, body),
    'module.rollBack': ({ params, body }, { session }) =>
      service.rollBack(session, params.module, params.entry, body),
  };
}

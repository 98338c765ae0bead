import type { Database } from '../../database/open.ts';
import type { Handlers } from '../../http/handler.ts';
import type { ManifestService } from '../../manifests/serve/service.ts';
import { requireOwn } from '../ownAccount.ts';
import { changePreferences, readPreferences } from './preferences.repository.ts';
import { sampleGraph, sampleLine } from './sample.service.ts';
import { readSessionUser } from './sessionUser.ts';

export function createSessionHandlers({
  database,
  manifests,
  phoneMessages = false,
}: {
  database: Database;
  manifests: Pick<ManifestService, 'market'>;
  /** Whether messages to phones can be sent. */
  phoneMessages?: boolean;
}): Handlers<
  | 'session.get'
  | 'preferences.get'
  | 'preferences.save'
  | 'preferences.sample'
  | 'preferences.sampleLine'
> {
  return {
    'session.get': async (_request, { session }) =>
      readSessionUser(session, { manifests, phoneMessages }),
    'preferences.get': async ({ params }, { session }) => {
      requireOwn(params.id, session);
      return database.read((tx) => readPreferences(tx, session.accountId));
    },
    'preferences.save': async ({ params, body }, { session }) => {
      requireOwn(params.id, session);
      return database.transaction(async (tx) => {
        await changePreferences(tx, session.accountId, body);
        return readPreferences(tx, session.accountId);
      });
    },
    'preferences.sample': async ({ params, query }, { session }) => {
      requireOwn(params.id, session);
      return sampleGraph(query.group);
    },
    'preferences.sampleLine': async ({ params, query }, { session }) => {
      requireOwn(params.id, session);
      return sampleLine(query.group, params.line);
    },
  };
}

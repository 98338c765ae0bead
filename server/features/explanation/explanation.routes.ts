import type { explanationOperations } from '../../../schemas/api/explanations.ts';
import { localeOf } from '../../../schemas/entities/languages.ts';
import type { Country } from '../../../schemas/entities/market.ts';
import type { Database, Transaction } from '../../database/open.ts';
import { AppError } from '../../errors.ts';
import type { Handlers } from '../../http/handler.ts';
import { findRights } from '../../identity/accountRights.repository.ts';
import type { ManifestService } from '../../manifests/serve/service.ts';
import { explainSubject } from '../../manifestTools/explainSubject.ts';
import type { ToldReason } from '../../manifestTools/reasons.ts';
import { createTeller, type Teller } from '../../manifestTools/words.ts';
import { findExplained } from './explanation.repository.ts';

interface Deps {
  readonly database: Database;
  readonly manifests: Pick<ManifestService, 'marketManifests' | 'words'>;
}

/** What support is told of an account of its own market; another's is nobody's. */
export function createExplanationHandlers({
  database,
  manifests,
}: Deps): Handlers<keyof typeof explanationOperations> {
  async function need(tx: Transaction, country: Country, username: string) {
    const account = await findExplained(tx, country, username);
    const rights = account && (await findRights(tx, username));
    if (account && rights) return { account, rights };
    throw new AppError('NOT_FOUND', `There is no user «${username}» in ${country}.`);
  }

  return {
    'explanation.account': ({ params }, { session }) =>
      database.read(async (tx) => {
        const { account, rights } = await need(tx, session.user.country, params.username);
        const { roles, features } = rights;
        return { ...account, roles: [...roles], features: [...features] };
      }),

    async 'explanation.things'({ params, query }, { session }) {
      const { country, language } = session.user;
      const { rights } = await database.read((tx) => need(tx, country, params.username));
      const { page, size, search = '', kind, state } = query;
      const sought = search.toLowerCase();
      const locale = localeOf(language);
      const tell = createTeller(manifests.words(locale), locale);
      const found = explainSubject(manifests.marketManifests(rights.country), rights)
        .map(({ menu, ...one }, id) => {
          const thing = menu === undefined ? one.thing : `${one.thing} (${tell.noun(menu)})`;
          return { ...one, id, thing };
        })
        .filter(
          (one) =>
            (kind === undefined || one.kind === kind) &&
            (state === undefined || one.state.toUpperCase() === state) &&
            `${one.thing} ${one.path ?? ''}`.toLowerCase().includes(sought),
        );
      const content = found
        .slice(page * size, (page + 1) * size)
        .map(({ reasons: find, ...one }) => {
          const reasons = find();
          return {
            ...one,
            state: one.state.toUpperCase() as Uppercase<typeof one.state>,
            reasons: sayAll(reasons, tell),
            places: [
              ...new Set(reasons.flatMap(({ place }) => (place ? tell.place(place) : []))),
            ].join(', '),
          };
        });
      return { content, page, size, total: found.length };
    },
  };
}

/** One sentence. */
function sayAll(reasons: readonly ToldReason[], tell: Teller): string {
  const given = [...new Set(reasons.map(tell.reason))].join('; ');
  return given && `${given.charAt(0).toUpperCase()}${given.slice(1)}.`;
}

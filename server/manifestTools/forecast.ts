import type { AccessSubject } from '../../schemas/accessRule.ts';
import type { Country } from '../../schemas/entities/market.ts';
import type { LoadedFiles } from '../manifests/read/load.ts';
import type { ManifestSet, MarketManifests } from '../manifests/session/manifestSet.ts';
import { type Audience, listAudiences } from './audiences.ts';
import { compareSnapshots, type Difference } from './compare.ts';
import { listVerdicts } from './explain.ts';
import { toReasons } from './reasons.ts';
import { takeSnapshot } from './snapshot.ts';
import type { Teller } from './words.ts';

interface Change {
  readonly loaded: LoadedFiles;
  readonly before: ManifestSet;
  readonly after: ManifestSet;
  readonly country: Country;
}

/** What would be different for each audience of a market: what a comparison would say afterwards. */
export function forecastDifferences(
  { loaded, before, after, country }: Change,
  tell: Teller,
): readonly Difference[] {
  const audiences: readonly Audience[] = listAudiences().filter((one) => one.country === country);
  const choice = { audiences, languages: [tell.language] };
  return compareSnapshots(
    takeSnapshot(before, loaded, choice),
    takeSnapshot(after, loaded, choice),
    tell,
  );
}

/** Accounts with the same rights. */
export interface Accounts {
  readonly subject: AccessSubject;
  readonly accounts: number;
}

/** For each route and entry that would change for anybody, for how many accounts it would be how. */
export function forecastAccounts(
  { before, after, country }: Change,
  everybody: readonly Accounts[],
  tell: Teller,
): string[] {
  const found = new Map<string, Outcome>();
  for (const { subject, accounts } of everybody) {
    const was = outcomesOf(before.markets[country], subject, tell);
    const is = outcomesOf(after.markets[country], subject, tell);
    for (const address of new Set([...was.keys(), ...is.keys()])) {
      const known = found.get(address) ?? {
        shown: 0,
        locked: 0,
        nothing: new Map(),
        hasChanged: false,
      };
      const { state, why } = is.get(address) ?? { state: 'hidden', why: tell.text('forecast.off') };
      if (state !== (was.get(address)?.state ?? 'hidden')) known.hasChanged = true;
      if (state === 'hidden') addNothing(known, why, subject, accounts);
      else known[state] += accounts;
      found.set(address, known);
    }
  }
  return [...found]
    .filter(([, { hasChanged }]) => hasChanged)
    .map(([address, outcome]) => `${address}: ${describe(outcome, tell)}`);
}

interface Outcome {
  shown: number;
  locked: number;
  /** By the reason: how many accounts, with which roles. */
  readonly nothing: Map<string, { accounts: number; roles: Set<string> }>;
  hasChanged: boolean;
}

function outcomesOf(manifests: MarketManifests, subject: AccessSubject, tell: Teller) {
  const outcomes = listVerdicts(manifests, subject)
    .filter(({ thing }) => ['route', 'entry', 'notification', 'option'].includes(thing.of))
    .map(({ thing, verdict: { state, grounds } }) => {
      const reasons = [...new Set(toReasons(grounds).map(tell.reason))];
      return [
        `${tell.noun(thing.noun)} ${thing.address}`,
        { state, why: reasons.map(shorten).join('; ') },
      ] as const;
    });
  return new Map(outcomes);
}

function addNothing({ nothing }: Outcome, why: string, { roles }: AccessSubject, accounts: number) {
  const known = nothing.get(why) ?? { accounts: 0, roles: new Set() };
  const own = roles.filter((role) => role !== 'portal_user');
  for (const role of own.length > 0 ? own : roles) known.roles.add(role);
  known.accounts += accounts;
  nothing.set(why, known);
}

function describe({ shown, locked, nothing }: Outcome, tell: Teller): string {
  const parts = [
    ...(shown > 0 ? [tell.count('forecast.shown', shown)] : []),
    ...(locked > 0 ? [tell.count('forecast.locked', locked)] : []),
    ...[...nothing].map(([why, { accounts, roles }]) =>
      tell.count('forecast.nothing', accounts, { why, roles: [...roles].join(', ') }),
    ),
  ];
  return parts.join(', ');
}

function shorten(words: string): string {
  return words.length > 110 ? `${words.slice(0, 109)}…` : words;
}

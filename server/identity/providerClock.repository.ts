import type { Statements } from '../database/statements.ts';
import { clockToleranceSeconds } from './accessTokens.ts';

/**
 * How far the provider's clock is ahead of the database's, or behind it, learnt from its tokens. A
 * token comes here no earlier than it was issued, so the largest `iat` minus now that was seen is
 * the nearest to the truth. It is kept by the hour, this one's and the one before that had any
 * tokens, so that a clock that was put right is believed again.
 */
const key = 'providerClock';

/**
 * SQL of the seconds that the provider is ahead, for a query that has joined `providerClock`. What
 * the token at hand shows counts, too; whole seconds, for `iat` has no parts of them.
 */
export const secondsAhead = (issuedAt: string) =>
  `ceil(greatest(-${clockToleranceSeconds}, ${issuedAt} - extract(epoch FROM now())::float8,
     (clock.value->>'ahead')::float8, (clock.value->>'before')::float8))`;

export const joinProviderClock = `LEFT JOIN setting AS clock ON clock.key = '${key}'`;

const thisHour = 'floor(extract(epoch FROM now()) / 3600)::int';

/** SQL of whether a token shows more than `providerClock` holds. */
export const isClockNews = (issuedAt: string) =>
  `coalesce((clock.value->>'hour')::int <> ${thisHour}
     OR (clock.value->>'ahead')::float8 < ${issuedAt} - extract(epoch FROM now())::float8, true)`;

/** Keeps what a token issued at that second shows of the provider's clock. */
export async function noteProviderClock(statements: Statements, issuedAt: number): Promise<void> {
  await statements.run(
    `INSERT INTO setting AS known (key, value)
     VALUES ($1, jsonb_build_object('hour', ${thisHour},
       'ahead', $2::float8 - extract(epoch FROM now())::float8))
     ON CONFLICT (key) DO UPDATE SET value = CASE
       WHEN known.value->'hour' <> excluded.value->'hour'
       THEN excluded.value || jsonb_build_object('before', known.value->'ahead')
       WHEN (known.value->>'ahead')::float8 < (excluded.value->>'ahead')::float8
       THEN known.value || excluded.value
       ELSE known.value END`,
    [key, issuedAt],
  );
}

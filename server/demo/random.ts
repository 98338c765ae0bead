/**
 * A small deterministic generator (mulberry32 over a hash of the seed): the same seed gives the same
 * demo on every machine, which Math.random can't.
 */
export interface Random {
  /** 0 ≤ x < 1. */
  next(): number;
  between(low: number, high: number): number;
  /** A whole number, both ends included. */
  integer(low: number, high: number): number;
  pick<T>(list: readonly T[]): T;
}

export function createRandom(...seed: readonly (string | number)[]): Random {
  let state = 2_166_136_261;
  for (const character of seed.join('/')) {
    state = Math.imul(state ^ character.charCodeAt(0), 16_777_619);
  }
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const integer = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    between: (low, high) => low + next() * (high - low),
    integer,
    pick: (list) => list[integer(0, list.length - 1)] as (typeof list)[number],
  };
}

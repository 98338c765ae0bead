import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

/** The highest of zxcvbn's scores: ten thousand million guesses don't find it. */
const safeScore = 4;
// Made once: it unpacks its list.
const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });

/** Whether few guesses find a password, by lists of those that many use. Loaded with the first one typed. */
export function isCommon(password: string): boolean {
  return zxcvbn.check(password).score < safeScore;
}

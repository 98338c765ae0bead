import type {
  ReadingExplanation,
  ReadingQuestionKind,
} from '../../schemas/entities/readingQuestion.ts';
import { dayMs } from '../../schemas/time.ts';

/** What a question knows of its readings; values in the device's unit, instants in UTC ms. */
export interface QuestionFacts {
  readonly question: ReadingQuestionKind;
  readonly at: number;
  readonly previousValue: number;
  readonly value: number;
  /** The reading after the one in question; null without any. */
  readonly nextValue: number | null;
}

/** Documented defaults, from what happens most: only support decides. */
export const explanationDefaults = {
  /** Registers have at least so many units before they roll over. */
  smallestModulus: 10_000,
  /** A fall of at most this share runs backwards rather than being another meter. */
  reverseShare: 0.05,
  /** A new register begins near zero when it shows less than this share of the old one. */
  newRegisterShare: 0.1,
  /** Silent for longer, a meter is most likely gone. */
  goneMilliseconds: 90 * dayMs,
} as const;

/** What most likely happened, to be confirmed. */
export function proposeExplanation(facts: QuestionFacts, now: number): ReadingExplanation {
  const { question, at, previousValue, value, nextValue } = facts;
  if (question === 'GAP') return 'OUT_OF_ORDER';
  if (question === 'DATE') return 'CORRECTION';
  // A register that stays where it jumped to is another meter's; one that falls back was misread.
  if (question === 'RISE')
    return nextValue !== null && nextValue >= value ? 'EXCHANGE' : 'CORRECTION';
  if (question === 'SILENT') {
    return now - at > explanationDefaults.goneMilliseconds ? 'DISMOUNTED' : 'OUT_OF_ORDER';
  }
  if (nextValue !== null && nextValue >= previousValue) return 'CORRECTION';
  if (fitsRollOver(previousValue, value, modulusOf(previousValue))) return 'ROLL_OVER';
  const fall = previousValue - value;
  return fall <= explanationDefaults.reverseShare * previousValue ? 'REVERSE' : 'EXCHANGE';
}

/** Where a register that has come to this value rolls over: the next power of ten. */
export function modulusOf(value: number): number {
  let modulus = explanationDefaults.smallestModulus;
  while (modulus <= value) modulus *= 10;
  return modulus;
}

/** The rule of registers.ts, for readings in the device's unit. */
export function fitsRollOver(previousValue: number, value: number, modulus: number): boolean {
  return previousValue > 0.9 * modulus && value + modulus - previousValue < 0.1 * modulus;
}

/**
 * Where an exchanged register began: at zero when it shows little, else where it was read first, so
 * that a used meter's whole index is not taken for consumption.
 */
export function startOfNewRegister(previousValue: number, value: number): number {
  return value <= explanationDefaults.newRegisterShare * previousValue ? 0 : value;
}

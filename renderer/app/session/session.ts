import { type ChoiceParts, type Choices, createChoices } from './choices.ts';
import { SessionKeeper } from './SessionKeeper.tsx';
import { createSessionLife, type SessionLife, type SessionParts } from './sessionLife.ts';

export interface Session {
  readonly life: SessionLife;
  readonly choices: Choices;
  /** Stands on the page while somebody is signed in. */
  readonly Keeper: typeof SessionKeeper;
}

/** Who is signed in and what they chose; loaded beside the sign-in. */
export function createSession(parts: SessionParts & ChoiceParts): Session {
  return {
    life: createSessionLife(parts),
    choices: createChoices(parts),
    Keeper: SessionKeeper,
  };
}

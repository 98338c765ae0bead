import { type ChoiceParts, type Choices, createChoices } from './choices.ts';
import { createSessionLife, type SessionLife, type SessionParts } from './sessionLife.ts';

export interface Session {
  readonly life: SessionLife;
  readonly choices: Choices;
}

/** Who is signed in and what they chose; loaded beside the sign-in. */
export function createSession(parts: SessionParts & ChoiceParts): Session {
  return {
    life: createSessionLife(parts),
    choices: createChoices(parts),
  };
}

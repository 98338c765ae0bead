import type { AccessRefusal, AccessRule } from '../../../schemas/accessRule.ts';
import { findLocated } from '../located.ts';
import type { Ground } from './judge.ts';
import { placeOf } from './provenance.ts';

/** A sentence, and where what it is about is written. */
export interface Line {
  readonly words: string;
  /** `file:line:column (layer)`. */
  readonly place: string | undefined;
}

const needs: Readonly<Record<AccessRefusal, (rule: AccessRule) => string>> = {
  signIn: () => 'it needs somebody who is signed in',
  countries: ({ countries }) => `it is for ${list(countries)} only`,
  anyRole: ({ anyRole }) => `it needs one of the roles ${list(anyRole)}`,
  notRole: ({ notRole }) => `it is closed to ${list(notRole)}`,
  anyFeature: ({ anyFeature }) => `it needs one of the features ${list(anyFeature)}`,
};

const refusals: Readonly<Record<AccessRefusal | 'module', string>> = {
  signIn: 'for nobody is signed in',
  countries: 'in this country',
  anyRole: 'for want of a role',
  notRole: 'with this role',
  anyFeature: 'for want of a feature',
  module: 'for its module is off in this market',
};

/** A reason in words, each line once. */
export function listLines(grounds: readonly Ground[]): Line[] {
  const lines = grounds.map((ground) => ({
    words: say(ground),
    place: ground.file && placeOf(findLocated(ground.file, ground.reason.path)),
  }));
  const known = new Map(lines.map((line) => [`${line.words}\n${line.place}`, line]));
  return [...known.values()];
}

export function say({ what, reason }: Ground): string {
  const before = what && `${what}: `;
  switch (reason.kind) {
    case 'rule':
      return `${before}${needs[reason.clause](reason.rule)}`;
    case 'call':
      return `${before}it calls ${reason.operation}, which is refused ${refusals[reason.refusal]}`;
    case 'link':
      return `${before}it leads to the route ${reason.route}, which is closed`;
    case 'empty':
      return `${before}none of what it is made of is left (${reason.noun})`;
    default:
      return `${before}no route and no panel leads there`;
  }
}

function list(values: readonly string[] | undefined): string {
  return (values ?? []).join(', ');
}

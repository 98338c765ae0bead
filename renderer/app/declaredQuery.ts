import type { ScreenManifest } from '../../schemas/manifest/compiled.ts';
import type { DeclaredQuery } from '../core/bindings.ts';

/** A screen's query parameters, each with the values that its choices offer. */
export function readDeclaredQuery({ query, root }: ScreenManifest): DeclaredQuery {
  const choices = new Map(listChoices(root));
  return Object.fromEntries(
    Object.entries(query).map(([name, own]) => {
      const only = choices.get(name);
      return [name, { ...own, ...(only && { only }) }];
    }),
  );
}

/** Choices whose values are known without a call. */
function listChoices(part: unknown): [query: string, only: readonly string[]][] {
  if (typeof part !== 'object' || part === null) return [];
  const { kind, query, only, options } = part as Readonly<Record<string, unknown>>;
  const isKnown = kind === 'choice' && options === undefined && Array.isArray(only);
  return isKnown && typeof query === 'string'
    ? [[query, only]]
    : Object.values(part).flatMap(listChoices);
}

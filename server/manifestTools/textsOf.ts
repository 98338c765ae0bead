import type { Located } from '../manifests/ground/located.ts';

interface ListedText {
  readonly key: string;
  readonly value: Located;
}

/** The texts of one file of locales, each with its keys joined by dots. */
export function textsOf(located: Located, path: readonly string[] = []): ListedText[] {
  if (!located.entries) return [{ key: path.join('.'), value: located }];
  return [...located.entries].flatMap(([key, { value }]) => textsOf(value, [...path, key]));
}

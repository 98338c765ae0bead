import type { Say } from '../../schemas/formMessages.ts';

type Words = Readonly<Record<string, object>>;

/** Says locale keys by a language's texts, by namespace; a key without a text is said as it is. */
export function sayIn(words: () => Words): Say {
  return (key, values) => {
    const keys = [key].flat();
    const all = words();
    const found = keys.map((one) => findText(all, one)).find((text) => text !== undefined);
    const text = found ?? keys.at(-1) ?? '';
    return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
  };
}

function findText(words: Words, key: string): string | undefined {
  const [namespace = '', path = ''] = key.split(':');
  let found: unknown = words[namespace];
  for (const name of path.split('.')) {
    const isKnown = typeof found === 'object' && found !== null && Object.hasOwn(found, name);
    found = isKnown ? (found as Record<string, unknown>)[name] : undefined;
  }
  return typeof found === 'string' ? found : undefined;
}

import { aboutPart } from '../layer/takeParts.ts';
import type { LoadedFiles } from '../read/load.ts';
import { aboutText } from '../read/texts.ts';

/** What opens a screen may stand in another screen, or in a part. */
export const aboutOpened = 'opened ';

/** Whether what a fault is about stands in a file that can't be read, which has a fault of its own. */
export function listUnread({ unreadable, unreadTexts }: LoadedFiles): (about: string) => boolean {
  const parts = [...unreadable].flatMap((name) => {
    const [, owner, part] = /([^/]+)\/([\w-]+)\.part\.json$/.exec(name) ?? [];
    return owner === undefined ? [] : [`${owner}.${part}`];
  });
  const texts = [...unreadTexts].map((namespace) => aboutText(`${namespace}:`));
  const whole = new Set(parts.map(aboutPart));
  const prefixes = [
    ...texts,
    ...(texts.length > 0 ? [aboutText(':')] : []),
    ...(unreadable.size > 0 ? [aboutOpened] : []),
  ];
  return (about) => whole.has(about) || prefixes.some((prefix) => about.startsWith(prefix));
}

/** Whether a module's own file can't be read: everything that refers to the module would look wrong. */
export function lacksModule({ unreadable }: LoadedFiles): boolean {
  return [...unreadable].some((file) => file.endsWith('/module.json'));
}

import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from './portal.ts';

/** Of the portal that the journeys share. */
const ownFolder = () => path.join(process.env.E2E_DATA_DIR ?? '', 'mail');

/** The mails that the portal has written so far, by the names of their files. */
export async function listMails(): Promise<ReadonlySet<string>> {
  return new Set(await readdir(ownFolder()).catch(() => []));
}

/** The newest mail to somebody that came after `before`. */
export async function findMail(
  to: string,
  before: ReadonlySet<string>,
  { timeout = 10_000, folder = ownFolder() }: { timeout?: number; folder?: string } = {},
): Promise<string> {
  let newest = '';
  await expect(async () => {
    for (const name of (await readdir(folder)).toSorted()) {
      if (before.has(name) || !name.endsWith('.eml')) continue;
      const text = decodeQuotedPrintable(await readFile(path.join(folder, name), 'utf8'));
      if (text.includes(`To: ${to}`)) newest = text;
    }
    expect(newest).not.toBe('');
  }).toPass({ timeout });
  return newest;
}

/** The first address in it. */
export async function findLink(
  to: string,
  before: ReadonlySet<string>,
  where?: Parameters<typeof findMail>[2],
): Promise<string> {
  const [link] = /https?:\/\/\S+/.exec(await findMail(to, before, where)) ?? [];
  expect(link).toBeDefined();
  return link as string;
}

function decodeQuotedPrintable(text: string): string {
  return text
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
}

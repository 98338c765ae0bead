import type { Page, Response } from '@playwright/test';
import type { CompiledRoute, ManifestIndex } from '../../schemas/manifest/compiled.ts';
import { expect } from './portal.ts';

/** What goes over all screens: their addresses, with ids of what is there. */

/** Whose id is asked for: the first row's of a call. */
export interface LookUp {
  /** May hold {names} that were looked up before. */
  readonly call: string;
  /** Its member that an address holds; by default `id`. */
  readonly member?: string;
  /** What makes one, where the demo has none. */
  readonly make?: { readonly call: string; readonly data: object | string };
}

/** What administrators look up, sub-administrators too, once `property` is known. */
export const lookUpOfAdministrator: Readonly<Record<string, LookUp>> = {
  tenant: { call: '/api/tenant?property={property}' },
  warning: { call: '/api/warnings' },
  identifier: { call: '/api/sub-admin' },
};

/** What support looks up in the market of an administrator. */
export const lookUpOfSupport = (administrator: string): Readonly<Record<string, LookUp>> => ({
  adminId: { call: `/api/admin?search=${administrator}` },
  packageId: { call: '/api/package' },
  import: {
    call: '/api/import',
    make: {
      call: '/api/import/readings?fileName=layout.csv',
      data: 'serial;at;value\nNOBODY-1;2026-01-01T00:00:00Z;1\n',
    },
  },
  message: {
    call: '/api/contact/message',
    make: {
      call: '/api/contact',
      data: {
        subject: 'TECH_SUPPORT',
        message: 'Nothing jumps',
        sendCopy: false,
        emailAddress: 'layout@meterhouse.example',
      },
    },
  },
});

/** What addresses hold that nobody looks up, with an administrator of the market. */
export const knownIds = (administrator: string): Readonly<Record<string, string>> => ({
  day: new Date().toISOString().slice(0, 10),
  module: 'reports',
  username: administrator,
  sapNumber: '0001000101',
});

/** Puts ids in the places of {names}; throws for a name without one. */
const fill = (path: string, ids: Readonly<Record<string, string>>) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const id = ids[name];
    if (id === undefined)
      throw new Error(`${path}: say in e2e/support/screens.ts what ${name} is.`);
    return id;
  });

/** A row's id, of what the caller sees; undefined where there is none. */
export async function findId(
  page: Page,
  authorization: string,
  { call, member = 'id', make }: LookUp,
  ids: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  const ask = async () => {
    const answer = await page.request.get(fill(call, ids), { headers: { authorization } });
    const { content = [] } = (await answer.json()) as { content?: Record<string, unknown>[] };
    return content[0];
  };
  let row = await ask();
  if (!row && make) {
    const type = typeof make.data === 'string' ? 'text/csv' : 'application/json';
    const headers = { authorization, 'content-type': type };
    const made = await page.request.post(make.call, { headers, data: make.data });
    expect(made.ok(), await made.text()).toBe(true);
    row = await ask();
  }
  return row && String(row[member]);
}

/** The address of a route, with an id for each {name}, and of what its screen reads the ids. */
export function addressOf(
  { path, query = [] }: CompiledRoute,
  ids: Readonly<Record<string, string>>,
): string {
  const address = fill(path, ids);
  const asked = query.flatMap((name) => {
    const id = ids[name];
    return id === undefined ? [] : [`${name}=${id}`];
  });
  return asked.length > 0 ? `${address}?${asked.join('&')}` : address;
}

/** The manifest and the token of who is signed in. */
export async function openDashboard(
  page: Page,
): Promise<{ index: ManifestIndex; authorization: string }> {
  const isIndex = async (response: Response) =>
    response.url().endsWith('/api/manifest') &&
    response.status() === 200 &&
    ((await response.json()) as ManifestIndex).signedIn;
  const answered = page.waitForResponse(isIndex);
  await page.goto('/dashboard');
  const response = await answered;
  const { authorization = '' } = await response.request().allHeaders();
  return { index: (await response.json()) as ManifestIndex, authorization };
}

/** Opens a page and waits until nothing on it is on its way any more. */
export async function openScreen(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.locator('main h1').first(), address).toBeVisible({ timeout: 60_000 });
  await expect(page.locator('.skeleton, .awaited'), address).toHaveCount(0, { timeout: 60_000 });
}

/** By how many pixels the page is wider than its window. */
export const measureOverflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

import { Hono } from 'hono';
import { expect, it, vi } from 'vitest';
import { mountManifestEvents } from '../../../server/http/manifestEvents.ts';

function start(limits?: { listeners: number; perAddress: number }) {
  const listeners = new Set<() => void>();
  const stopping = new AbortController();
  const app = new Hono();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  mountManifestEvents(app, { subscribe }, stopping.signal, limits);
  /** A page that listens; `next` is what it is told, `leave` closes it. */
  async function open(remoteAddress = '9.9.9.9') {
    const incoming = { socket: { remoteAddress }, headers: {} };
    const response = await app.request('/api/manifest/events', {}, { incoming });
    const reader = response.body?.getReader();
    const decoder = new TextDecoder();
    return {
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      next: async () => decoder.decode((await reader?.read())?.value),
      leave: () => reader?.cancel(),
    };
  }
  return { listeners, stopping, open };
}

it('tells pages that something changed, and not what', async () => {
  const { listeners, open } = start();
  const page = await open();
  expect(await page.next()).toBe('event: ping\ndata: \n\n');
  for (const tell of listeners) tell();
  expect(await page.next()).toBe('event: changed\ndata: \n\n');
  await page.leave();
});

it('gives back what a page held once it is gone, so that others may come', async () => {
  const { listeners, open } = start({ listeners: 2, perAddress: 9 });
  const pages = [await open(), await open()];
  await Promise.all(pages.map(({ next }) => next()));
  expect(listeners.size).toBe(2);
  expect(await open()).toMatchObject({ status: 503, retryAfter: '60' });
  await pages[0]?.leave();
  await vi.waitFor(() => expect(listeners.size).toBe(1));
  const third = await open();
  expect(third.status).toBe(200);
  expect((await open()).status).toBe(503);
  await Promise.all([pages[1]?.leave(), third.leave()]);
  await vi.waitFor(() => expect(listeners.size).toBe(0));
});

it('has places for others, however many an address or a network of IPv6 asks for', async () => {
  const { listeners, open } = start({ listeners: 9, perAddress: 1 });
  const pages = [await open('2001:db8::1'), await open('9.9.9.9'), await open('9.9.9.8')];
  expect(pages.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await open('2001:db8::2')).toMatchObject({ status: 503, retryAfter: '60' });
  await pages[0]?.next();
  await pages[0]?.leave();
  await vi.waitFor(async () => {
    const next = await open('2001:db8::3');
    pages.push(next);
    expect(next.status).toBe(200);
  });
  await Promise.all(pages.map(({ leave }) => leave()));
  await vi.waitFor(() => expect(listeners.size).toBe(0));
});

it('ends when the portal stops, tells pages when to come back, and takes no more', async () => {
  const { listeners, stopping, open } = start();
  const page = await open();
  await page.next();
  stopping.abort();
  const last = await page.next();
  expect(last).toContain('event: stopping');
  const milliseconds = Number(/retry: (\d+)/.exec(last)?.[1]);
  expect(milliseconds).toBeGreaterThanOrEqual(1000);
  expect(milliseconds).toBeLessThanOrEqual(5000);
  await vi.waitFor(() => expect(listeners.size).toBe(0));
  expect((await open()).status).toBe(503);
});

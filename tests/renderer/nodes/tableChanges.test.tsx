import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
// Load what is lazy before the clock of a test runs.
import '../../../renderer/nodes/table/TableNode.tsx';
import '../../../renderer/core/changes.ts';
import type { CompiledNodeOf } from '../../../schemas/manifest/compiled.ts';
import { changed, fakeStreams } from '../support/fakeStreams.ts';
import { renderNode } from '../support/renderNode.tsx';

const visibility = vi.spyOn(document, 'visibilityState', 'get');

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  visibility.mockReturnValue('visible');
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const live = { while: { field: '$row.status', oneOf: ['WAITING', 'PROCESSING'] }, seconds: 600 };
const table: CompiledNodeOf<'table'> = {
  type: 'table',
  id: 'packages',
  source: { call: 'documentPackage.list' },
  rowKey: 'packageId',
  paging: 'client',
  pageSizes: [10],
  live,
  empty: { title: 'test:nothing' },
  columns: [
    { id: 'packageName', label: 'test:name', field: 'packageName', primary: true },
    { id: 'status', label: 'test:status', field: 'status' },
  ],
};

/** A package list whose only row is in the state that the test says. */
async function draw(node = table) {
  const streams = fakeStreams();
  const portal = { status: 'WAITING' };
  const ask = vi.fn(() => [{ packageId: 1, packageName: 'Bills', status: portal.status }]);
  const view = await renderNode(node, {
    answers: { [node.source.call]: ask },
    openStream: streams.openStream,
  });
  await screen.findByRole('cell', { name: 'WAITING' });
  return { ...view, streams, portal, ask };
}

type Drawn = Awaited<ReturnType<typeof draw>>;

/** Opened, and what was missed before is asked for. */
async function isHearing({ streams, ask }: Drawn, times = 1) {
  await waitFor(() => expect(streams.opened).toHaveLength(times));
  await waitFor(() => expect(ask).toHaveBeenCalledTimes(times + 1));
}

const hours = (count: number) => vi.advanceTimersByTimeAsync(count * 3_600_000);

it('asks again when it is told that its call changed, and not by itself meanwhile', async () => {
  const drawn = await draw({ ...table, live: { ...live, seconds: 30 } });
  const { streams, portal, ask } = drawn;
  await isHearing(drawn);
  expect(streams.openStream.mock.calls[0]?.[0]).toBe('/api/changes');
  streams.opened[0]?.say('event: ping\ndata: \n\n');
  await vi.advanceTimersByTimeAsync(50_000);
  streams.opened[0]?.say(changed('report.list'));
  streams.opened[0]?.say('event: changed\ndata: nonsense\n\n');
  await vi.advanceTimersByTimeAsync(50_000);
  expect(ask).toHaveBeenCalledTimes(2);
  portal.status = 'PROCESSING';
  streams.opened[0]?.say(changed('documentPackage.list'));
  await screen.findByRole('cell', { name: 'PROCESSING' });
  expect(ask).toHaveBeenCalledTimes(3);
});

it('closes the stream once nothing is under way, and when it goes', async () => {
  const drawn = await draw();
  const { streams, portal, unmount } = drawn;
  await isHearing(drawn);
  portal.status = 'READY';
  streams.opened[0]?.say(changed('documentPackage.list'));
  await screen.findByRole('cell', { name: 'READY' });
  await waitFor(() => expect(streams.opened[0]?.signal.aborted).toBe(true));
  unmount();
  const other = await draw();
  await isHearing(other);
  expect(other.streams.opened[0]?.signal.aborted).toBe(false);
  other.unmount();
  expect(other.streams.opened[0]?.signal.aborted).toBe(true);
  await hours(1);
  expect(streams.opened).toHaveLength(1);
  expect(other.streams.opened).toHaveLength(1);
});

it('asks by itself while there is no stream, which is tried again more and more rarely', async () => {
  const streams = fakeStreams();
  streams.refuse = () => new Response(null, { status: 503, headers: { 'Retry-After': '0' } });
  const ask = vi.fn(() => [{ packageId: 1, packageName: 'Bills', status: 'WAITING' }]);
  await renderNode(table, {
    answers: { 'documentPackage.list': ask },
    openStream: streams.openStream,
  });
  await waitFor(() => expect(ask).toHaveBeenCalled());
  await waitFor(() => expect(streams.openStream).toHaveBeenCalled());
  await hours(1);
  expect(ask.mock.calls.length).toBeGreaterThanOrEqual(6);
  const tries = streams.openStream.mock.calls.length;
  expect(tries).toBeGreaterThan(60);
  expect(tries).toBeLessThan(150);
});

it('waits for as long as it is told to before it tries again', async () => {
  const streams = fakeStreams();
  streams.refuse = () => new Response(null, { status: 503, headers: { 'Retry-After': '3000' } });
  await renderNode(table, {
    answers: { 'documentPackage.list': () => [{ packageId: 1, status: 'WAITING' }] },
    openStream: streams.openStream,
  });
  await waitFor(() => expect(streams.openStream).toHaveBeenCalledTimes(1));
  await vi.advanceTimersByTimeAsync(2_900_000);
  expect(streams.openStream).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(200_000);
  expect(streams.openStream).toHaveBeenCalledTimes(2);
});

it('opens a stream that ended anew, and asks once for what was missed', async () => {
  const drawn = await draw();
  const { streams, portal, ask } = drawn;
  await isHearing(drawn);
  portal.status = 'PROCESSING';
  streams.opened[0]?.end();
  await vi.advanceTimersByTimeAsync(5000);
  await isHearing(drawn, 2);
  await screen.findByRole('cell', { name: 'PROCESSING' });
  await vi.advanceTimersByTimeAsync(50_000);
  expect(ask).toHaveBeenCalledTimes(3);
});

it('asks by itself again once its stream is gone', async () => {
  const drawn = await draw();
  const { streams, ask } = drawn;
  await isHearing(drawn);
  streams.refuse = () => new Response(null, { status: 503 });
  streams.opened[0]?.end();
  await hours(1);
  expect(ask.mock.calls.length).toBeGreaterThanOrEqual(6);
});

it('takes a stream that is silent for too long for dead', async () => {
  const drawn = await draw();
  await isHearing(drawn);
  drawn.streams.opened[0]?.say('event: ping\ndata: \n\n');
  await vi.advanceTimersByTimeAsync(120_000);
  await waitFor(() => expect(drawn.streams.opened).toHaveLength(2));
});

it('has no stream while nobody sees the page, and asks for what was missed after', async () => {
  const drawn = await draw();
  const { streams, portal } = drawn;
  await isHearing(drawn);
  visibility.mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  expect(streams.opened[0]?.signal.aborted).toBe(true);
  portal.status = 'PROCESSING';
  visibility.mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => expect(streams.opened).toHaveLength(2));
  await screen.findByRole('cell', { name: 'PROCESSING' });
});

it('opens none for a call of which the server tells nothing', async () => {
  const { streams, ask } = await draw({ ...table, source: { call: 'jobs.status' } });
  await vi.advanceTimersByTimeAsync(3_000_000);
  expect(ask.mock.calls.length).toBeGreaterThan(3);
  expect(streams.openStream).not.toHaveBeenCalled();
});

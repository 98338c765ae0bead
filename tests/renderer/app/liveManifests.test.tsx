import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { askAnew, followManifests } from '../../../renderer/app/liveManifests.ts';

class FakeEvents {
  static readonly CLOSED = 2;
  static readonly all: FakeEvents[] = [];
  readyState = 1;
  onerror: (() => void) | undefined;
  onopen: (() => void) | undefined;
  constructor() {
    FakeEvents.all.push(this);
  }
  addEventListener = () => undefined;
  close = () => {
    this.readyState = FakeEvents.CLOSED;
  };
}

beforeEach(() => {
  vi.useFakeTimers();
  FakeEvents.all.length = 0;
  vi.stubGlobal('EventSource', FakeEvents);
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      postMessage = () => undefined;
      close = () => undefined;
    },
  );
  vi.stubGlobal('navigator', {
    locks: { request: (_name: string, _options: object, work: () => Promise<void>) => work() },
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('listens anew after an answer that the browser takes for the last, as while a server restarts', () => {
  const onChange = vi.fn();
  const stop = followManifests(onChange);
  const [first] = FakeEvents.all as [FakeEvents];
  // The connection is lost: the browser comes back by itself.
  first.readyState = 0;
  first.onerror?.();
  vi.advanceTimersByTime(60_000);
  expect(FakeEvents.all).toHaveLength(1);
  // 502 or 503: it doesn't.
  first.readyState = FakeEvents.CLOSED;
  first.onerror?.();
  vi.advanceTimersByTime(15_000);
  expect(FakeEvents.all).toHaveLength(2);
  FakeEvents.all[1]?.onopen?.();
  expect(onChange).toHaveBeenCalledTimes(1);
  stop();
  FakeEvents.all[1]?.onerror?.();
  vi.advanceTimersByTime(60_000);
  expect(FakeEvents.all).toHaveLength(2);
});

it('has presets asked for again as well, and nothing that isn’t made of manifests', () => {
  const queries = new QueryClient();
  const calls = ['manifest.screen', 'reportPreset.list', 'report.list'];
  for (const call of calls) queries.setQueryData([call, {}], {});
  askAnew(queries);
  const isOld = (call: string) => queries.getQueryState([call, {}])?.isInvalidated;
  expect(calls.map(isOld)).toEqual([true, true, false]);
});

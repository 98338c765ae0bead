import { act, renderHook, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';

const address = { method: 'GET', path: '/api/some/{one}/of/{other}' };
const feature = { checks: { 'some.get': () => true }, addresses: { 'some.get': address } };
const load = vi.fn<() => Promise<typeof feature>>();
vi.doMock('virtual:operations', () => ({
  first: { checks: {}, addresses: {} },
  loaders: { some: load },
}));

beforeEach(() => {
  vi.resetModules();
  load.mockReset();
});

const read = () => import('../../../renderer/core/operations.ts');

it('draws who asks for path parameters again once they are known, and loads them once', async () => {
  const { usePathParameters, loadOperation } = await read();
  const { promise, resolve } = Promise.withResolvers<typeof feature>();
  load.mockReturnValue(promise);
  const { result } = renderHook(() => usePathParameters()('some.get'));
  expect(result.current).toBeUndefined();
  await act(async () => resolve(feature));
  await waitFor(() => expect(result.current).toEqual(['one', 'other']));
  expect((await loadOperation('some.get'))?.address).toBe(address);
  expect(load).toHaveBeenCalledOnce();
});

it('keeps nobody waiting for what could not be loaded, and tries again when it is called', async () => {
  const { usePathParameters, loadOperation, splitParameters } = await read();
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
  const { result } = renderHook(() => usePathParameters()('some.get'));
  await waitFor(() => expect(result.current).toEqual([]));
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
  await expect(loadOperation('some.get')).rejects.toThrow('The API can’t be reached.');
  load.mockResolvedValueOnce(feature);
  expect(await splitParameters('some.get', { one: 1, more: 2 })).toEqual({
    params: { one: 1 },
    query: { more: 2 },
  });
  await waitFor(() => expect(result.current).toEqual(['one', 'other']));
});

it('starts with the features that a screen reads from, not with those that its buttons call', async () => {
  const { expectSources } = await read();
  load.mockResolvedValue(feature);
  expectSources({ root: { action: { do: 'call', call: 'some.save' } } });
  expect(load).not.toHaveBeenCalled();
  expectSources({ root: { children: [{ source: { call: 'some.get' } }] } });
  expect(load).toHaveBeenCalledOnce();
});

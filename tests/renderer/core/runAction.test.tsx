import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../renderer/core/callError.ts';
import { runAction } from '../../../renderer/core/runAction.ts';
import type { CompiledNode } from '../../../schemas/manifest/compiled.ts';
import { renderNode } from '../support/renderNode.tsx';

type Action = Extract<CompiledNode, { type: 'button' }>['action'];

function button(action: Action): CompiledNode {
  return { id: 'b', type: 'button', label: 'test:label', intent: 'none', action };
}

afterEach(cleanup);

const press = () => userEvent.click(screen.getByRole('button', { name: 'Label' }));

const call: Action = {
  do: 'call',
  call: 'session.get',
  params: { part: '$query.part' },
  body: { name: '$session.username' },
  toast: 'test:title',
};

describe('a button with an action', () => {
  it('calls with parameters and body as bound, and says so', async () => {
    const view = await renderNode(button(call), {
      answers: { 'session.get': () => ({}) },
      path: '/?part=7',
    });
    await press();
    await waitFor(() => expect(view.actions.toast).toHaveBeenCalledTimes(1));
    expect(view.call).toHaveBeenCalledWith('session.get', {
      params: {},
      query: { part: '7' },
      body: { name: 'admin.pl' },
    });
    expect(view.actions.toast).toHaveBeenCalledWith({ text: 'A title', intent: 'success' });
  });

  it('sends lists of values', async () => {
    const view = await renderNode(
      button({ ...call, body: { names: ['$session.username', 'other'] } }),
      { answers: { 'session.get': () => ({}) } },
    );
    await press();
    await waitFor(() => expect(view.actions.toast).toHaveBeenCalledTimes(1));
    expect(view.call.mock.calls[0]?.[1]).toMatchObject({ body: { names: ['admin.pl', 'other'] } });
  });

  it('is not shown as under way while a panel lies over it', async () => {
    const view = await renderNode(
      button({ do: 'open', screen: 'test.thing', as: 'modal', params: {} }),
    );
    view.actions.open.mockReturnValueOnce(new Promise(() => undefined));
    await press();
    const own = screen.getByRole<HTMLButtonElement>('button', { name: 'Label' });
    expect([own.disabled, own.className.includes('loading')]).toEqual([false, false]);
  });

  it('asks first, and does nothing when the answer is no', async () => {
    const confirm = { title: 'test:title', intent: 'danger' as const };
    const view = await renderNode(button({ ...call, confirm }));
    view.actions.confirm.mockResolvedValueOnce(false);
    await press();
    expect(view.actions.confirm).toHaveBeenCalledWith({
      title: 'A title',
      intent: 'danger',
      text: undefined,
      accept: undefined,
    });
    expect(view.call).not.toHaveBeenCalled();
  });

  it('reports a failure, says no success and stays usable', async () => {
    const body = { status: 'FORBIDDEN', message: 'No', errors: [], code: 1101, timestamp: '' };
    const error = new ApiError(403, body);
    const view = await renderNode(button(call), {
      answers: {
        'session.get': () => {
          throw error;
        },
      },
    });
    await press();
    await waitFor(() => expect(view.actions.report).toHaveBeenCalledWith(error));
    expect(view.actions.toast).not.toHaveBeenCalled();
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Label' })).toHaveProperty('disabled', false),
    );
  });

  it('shows ahead what it will have changed, and takes that back when it fails', async () => {
    const row = { id: 1 };
    const before = { content: [row, { id: 2 }], total: 2 };
    const remove = {
      ...call,
      invalidates: ['property.list'],
      optimistic: { remove: true as const },
    };
    let answer: undefined | { resolve: (value: unknown) => void; reject: (cause: unknown) => void };
    const view = await renderNode(button(call), {
      answers: {
        'session.get': () =>
          new Promise((resolve, reject) => {
            answer = { resolve, reject };
          }),
      },
    });
    const { queries, actions } = view;
    const shown = () => queries.getQueryData(['property.list', {}]);
    const around = {
      ...actions,
      call: view.call as never,
      download: view.call as never,
      queries,
      bindings: { route: {}, query: {} },
      setQuery: vi.fn(),
      go: vi.fn(),
      routes: [],
      t: ((key: string) => key) as never,
    };
    queries.setQueryData(['property.list', {}], before);
    const failing = runAction(remove, around, { row });
    await vi.waitFor(() => expect(shown()).toEqual({ content: [{ id: 2 }], total: 1 }));
    answer?.reject(new Error('no'));
    await expect(failing).rejects.toThrow('no');
    expect(shown()).toEqual(before);
    expect(actions.toast).not.toHaveBeenCalled();

    const [again] = (shown() as typeof before).content;
    const done = runAction(remove, around, { row: again });
    await vi.waitFor(() => expect(shown()).toEqual({ content: [{ id: 2 }], total: 1 }));
    answer?.resolve({});
    expect(await done).toBe(true);
    expect(shown()).toEqual({ content: [{ id: 2 }], total: 1 });
  });

  it('offers to take back what can be, and asks anew for what changed', async () => {
    const view = await renderNode(
      button({
        ...call,
        invalidates: ['property.list'],
        undo: { call: 'session.get', params: { undo: true } },
      }),
      { answers: { 'session.get': () => ({}) } },
    );
    const invalidate = vi.spyOn(view.queries, 'invalidateQueries');
    await press();
    await waitFor(() => expect(invalidate).toHaveBeenCalledWith({ queryKey: ['property.list'] }));
    const [message] = view.actions.toast.mock.calls[0] as unknown as [
      { action: { text: string; onClick(): void } },
    ];
    expect(message.action.text).toBe('Undo');
    message.action.onClick();
    await waitFor(() => expect(invalidate).toHaveBeenCalledTimes(2));
    expect(view.call).toHaveBeenLastCalledWith('session.get', {
      params: {},
      query: { undo: true },
    });
  });

  it('goes on to a route with what the context knows', async () => {
    const view = await renderNode(
      button({ ...call, next: { route: 'thing', params: { thing: '$session.userId' } } }),
      { answers: { 'session.get': () => ({}) }, route: '/:thing?/:more?' },
    );
    await press();
    await waitFor(() => expect(view.router.state.location.pathname).toBe('/things/1'));
  });

  it('goes on to what the call has made', async () => {
    const view = await renderNode(
      button({ ...call, next: { route: 'thing', params: { thing: '$answer.made' } } }),
      { answers: { 'session.get': () => ({ made: 42 }) }, route: '/:thing?/:more?' },
    );
    await press();
    await waitFor(() => expect(view.router.state.location.pathname).toBe('/things/42'));
  });

  it('sets the address, opens a screen, and saves a file', async () => {
    const set = await renderNode(button({ do: 'setQuery', query: { tab: 'open' } }));
    await press();
    await waitFor(() => expect(set.place.search).toBe('?tab=open'));
    set.unmount();

    const open = await renderNode(
      button({
        do: 'open',
        screen: 'test.thing',
        as: 'modal',
        params: { thing: '$session.userId', none: '$query.none' },
      }),
    );
    await press();
    expect(open.actions.open).toHaveBeenCalledWith({
      screen: 'test.thing',
      as: 'modal',
      params: { thing: '1' },
    });
    open.unmount();

    const several = await renderNode(
      button({
        do: 'open',
        screen: 'test.thing',
        as: 'modal',
        params: { things: ['$session.userId', 2, '$query.none'] },
      }),
    );
    await press();
    expect(several.actions.open).toHaveBeenCalledWith({
      screen: 'test.thing',
      as: 'modal',
      params: { things: ['1', 2, undefined] },
    });
    several.unmount();

    const file = new Blob(['x']);
    const save = await renderNode(
      button({ do: 'download', call: 'session.get', fileName: 'a.csv' }),
      { answers: { 'session.get': () => file } },
    );
    await press();
    await waitFor(() => expect(save.actions.save).toHaveBeenCalledWith(file, 'a.csv'));
  });

  it('saves a file as the answer calls it, when nothing else is said', async () => {
    const file = new File(['{}'], 'flats.json');
    const { actions } = await renderNode(button({ do: 'download', call: 'session.get' }), {
      answers: { 'session.get': () => file },
    });
    await press();
    await waitFor(() => expect(actions.save).toHaveBeenCalledWith(file, 'flats.json'));
  });

  it('leaves a file that is had by a ticket to the browser', async () => {
    const view = await renderNode(
      button({
        do: 'download',
        call: 'report.file',
        ticket: 'report.ticket',
        params: { report: '$query.report' },
        fileName: 'a.csv',
      }),
      {
        answers: { 'report.ticket': () => ({ token: 'once/1', validSeconds: 60 }) },
        path: '/?report=7',
      },
    );
    await press();
    await waitFor(() => expect(view.actions.save).toHaveBeenCalledTimes(1));
    expect(view.call.mock.calls).toEqual([['report.ticket', { params: { report: '7' } }]]);
    expect(view.actions.save).toHaveBeenCalledWith('/api/report/7/file?token=once%2F1', 'a.csv');
  });

  it('says of a download that failed that it is one, and saves nothing', async () => {
    const failure = new Error('The file is gone.');
    const { actions } = await renderNode(
      button({ do: 'download', call: 'session.get', fileName: 'a.csv' }),
      {
        answers: {
          'session.get': () => {
            throw failure;
          },
        },
      },
    );
    await press();
    await waitFor(() => expect(actions.report).toHaveBeenCalledWith(failure, 'download'));
    expect(actions.save).not.toHaveBeenCalled();
  });

  it('copies, and says so for three seconds', async () => {
    const view = await renderNode(button({ do: 'copy', value: '$session.mail' }));
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Label' }));
    expect(await navigator.clipboard.readText()).toBe('admin.pl@example.org');
    expect(view.actions.toast).toHaveBeenCalledWith({ text: 'Copied', timeout: 3000 });
  });

  it('prints the page', async () => {
    const print = vi.spyOn(window, 'print').mockReturnValue();
    await renderNode(button({ do: 'print' }));
    await press();
    expect(print).toHaveBeenCalledTimes(1);
    print.mockRestore();
  });
});

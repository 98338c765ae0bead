import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
// Loads what is lazy before the clock of a test runs.
import '../../../renderer/nodes/controls/ControlsNode.tsx';
import '../../../renderer/nodes/controls/PickControl.tsx';
import type { CallInput } from '../../../renderer/core/api.ts';
import type { CompiledNodeOf } from '../../../schemas/manifest/compiled.ts';
import { renderNode } from '../support/renderNode.tsx';

afterEach(cleanup);

const pick = {
  id: 'property',
  kind: 'pick',
  label: 'test:label',
  query: 'property',
  source: { call: 'property.list' },
  value: 'worksId',
  text: 'name',
  chosen: { call: 'property.get', params: { property: '$query.property' } },
  none: 'test:title',
  empty: 'test:nothing',
} satisfies CompiledNodeOf<'controls'>['items'][number];

const controls = (more: object = {}): CompiledNodeOf<'controls'> => ({
  type: 'controls',
  id: 'controls',
  label: 'test:name',
  items: [{ ...pick, ...more }],
});

const names = ['Ash', 'Beech', 'Cedar'];
const answers = {
  'property.list': ({ query = {} }: CallInput) => {
    const wanted = String(query['search'] ?? '').toLowerCase();
    const content = names
      .map((name, at) => ({ worksId: at + 1, name }))
      .filter(({ name }) => name.toLowerCase().includes(wanted));
    return { content, page: 0, size: 50, total: wanted ? content.length : 60 };
  },
  'property.get': ({ params }: CallInput) => ({ worksId: params?.['property'], name: 'Far away' }),
};

const box = () => screen.findByRole<HTMLInputElement>('combobox', { name: 'Label' });
const options = () => screen.queryAllByRole('option').map((option) => option.textContent);

describe('a picker', () => {
  it('offers what a call answers, and sets the query parameter', async () => {
    const { place } = await renderNode(controls(), { answers });
    const input = await box();
    expect(input.value).toBe('A title');
    await userEvent.click(input);
    await waitFor(() => expect(options()).toEqual(['A title', ...names]));
    expect(screen.getByText('57 more: keep typing')).toBeTruthy();
    await userEvent.click(screen.getByRole('option', { name: 'Beech' }));
    expect([place.search, input.value, options()]).toEqual(['?property=2', 'Beech', []]);
    await userEvent.click(input);
    expect(screen.getByRole('option', { selected: true }).textContent).toBe('Beech');
    await userEvent.click(screen.getByRole('option', { name: 'A title' }));
    expect([place.search, input.value]).toEqual(['', 'A title']);
  });

  it('is searched and chosen by keyboard', async () => {
    const { place, call } = await renderNode(controls(), { answers });
    await box();
    await userEvent.tab();
    await userEvent.keyboard('ce');
    await waitFor(() => expect(options()).toEqual(['Cedar']));
    expect(call.mock.calls.map(([, { query }]) => query?.['search'])).toEqual([undefined, 'ce']);
    const active = (await box()).getAttribute('aria-activedescendant');
    expect(document.getElementById(active ?? '')?.textContent).toBe('Cedar');
    await userEvent.keyboard('{Enter}');
    expect([place.search, (await box()).value]).toEqual(['?property=3', 'Cedar']);
    // What was picked is still known when another search hides it.
    await userEvent.keyboard('as');
    await waitFor(() => expect(options()).toEqual(['Ash']));
    await userEvent.keyboard('{Escape}');
    await userEvent.tab();
    expect([place.search, (await box()).value, options()]).toEqual(['?property=3', 'Cedar', []]);
  });

  it('says that nothing matches', async () => {
    await renderNode(controls(), { answers });
    await userEvent.type(await box(), 'xyz');
    expect(await screen.findByText('Nothing found')).toBeTruthy();
  });

  it('has its label again after a reload, also of a row beyond the first page', async () => {
    await renderNode(controls(), { answers, path: '/?property=2' });
    await waitFor(async () => expect((await box()).value).toBe('Beech'));
    cleanup();
    await renderNode(controls(), { answers, path: '/?property=59' });
    await waitFor(async () => expect((await box()).value).toBe('Far away'));
    cleanup();
    const { call } = await renderNode(controls({ chosen: undefined }), {
      answers,
      path: '/?property=59',
    });
    await waitFor(async () => expect((await box()).value).toBe('59'));
    expect(call.mock.calls.every(([id]) => id === 'property.list')).toBe(true);
  });

  it('says that it loads, that there is nothing, and that the call failed', async () => {
    await renderNode(controls(), {
      answers: { 'property.list': () => new Promise(() => undefined) },
    });
    await userEvent.click(await box());
    expect(screen.getByText('Loading')).toBeTruthy();
    cleanup();
    const none = { content: [], page: 0, size: 50, total: 0 };
    await renderNode(controls(), { answers: { 'property.list': () => none } });
    expect((await screen.findByText('Nothing here')).getAttribute('role')).toBe('status');
    cleanup();
    let isDown = true;
    await renderNode(controls(), {
      answers: {
        'property.list': (input: CallInput) => {
          if (isDown) throw new Error('down');
          return answers['property.list'](input);
        },
      },
    });
    expect((await screen.findByRole('alert')).textContent).toContain('could not be loaded');
    isDown = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await userEvent.click(await box());
    await waitFor(() => expect(options()).toContain('Cedar'));
  });
});

import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
// Loads what is lazy before the clock of a test runs.
import '../../../renderer/nodes/facts/FactsNode.tsx';
import '../../../renderer/nodes/qr/QrNode.tsx';
import '../../../renderer/nodes/section/FoldedSection.tsx';
import '../../../renderer/nodes/text/CodeText.tsx';
import type { CompiledNode } from '../../../schemas/manifest/compiled.ts';
import { index, renderNode } from '../support/renderNode.tsx';

afterEach(cleanup);

function around(...children: CompiledNode[]): CompiledNode {
  return {
    type: 'section',
    id: 'around',
    layout: 'stack',
    source: { call: 'totp.get' },
    children,
  };
}

describe('facts', () => {
  it('writes values under their names, lists with commas, and what is missing as a dash', async () => {
    const facts: CompiledNode = {
      type: 'facts',
      id: 'facts',
      items: [
        { id: 'a', label: 'test:name', value: '$data.name' },
        {
          id: 'b',
          label: 'test:amount',
          value: '$data.categories',
          format: { as: 'enumeration', of: 'deviceCategory' },
        },
        { id: 'c', label: 'test:detail', value: '$data.when', format: { as: 'datetime' } },
      ],
    };
    await renderNode(around(facts), {
      answers: {
        'totp.get': () => ({ name: 'Anna', categories: ['HCA', 'COLD_WATER_METER'], when: null }),
      },
    });
    const values = (await screen.findAllByRole('definition')).map((one) => one.textContent);
    expect(values).toEqual(['Anna', 'Heating, Cold water', expect.stringContaining('–')]);
    expect(screen.getAllByRole('term').map((one) => one.textContent)).toEqual([
      'Name',
      'Amount',
      'Detail',
    ]);
  });
});

it('writes a fact with what stands beside it, yes and no in words, and leaves out what is empty', async () => {
  const facts: CompiledNode = {
    type: 'facts',
    id: 'facts',
    items: [
      {
        id: 'flow',
        label: 'test:name',
        value: '$data.flow',
        format: { as: 'quantity', unit: 'unit' },
      },
      { id: 'isOn', label: 'test:amount', value: '$data.isOn' },
      { id: 'isOff', label: 'test:amount', value: '$data.isOff' },
      { id: 'at', label: 'test:label', value: '$data.at', format: { as: 'datetime' } },
      { id: 'no', label: 'test:detail', value: '$data.no', hideWhenEmpty: true },
    ],
  };
  const answer = {
    flow: 12,
    unit: 'ppm',
    isOn: true,
    isOff: false,
    no: null,
    at: '2026-11-22T19:00:00Z',
    timeZone: 'Asia/Tokyo',
  };
  await renderNode(around(facts), { answers: { 'totp.get': () => answer } });
  const values = (await screen.findAllByRole('definition')).map((one) => one.textContent);
  expect(values).toEqual(['12\u202fppm', 'Yes', 'No', '23.11.2026 04:00']);
});

describe('a QR code', () => {
  const node: CompiledNode = {
    type: 'qr',
    id: 'qr',
    value: '$data.uri',
    label: 'test:label',
  };

  it('has a name and a quiet border, and is drawn without markup of others', async () => {
    await renderNode(around(node), {
      answers: { 'totp.get': () => ({ uri: 'otpauth://totp/x' }) },
    });
    const code = await screen.findByRole('img', { name: 'Label' });
    const [, , size] = (code.getAttribute('viewBox') ?? '').split(' ').map(Number);
    // A code has 17 modules and four for each version; four stay white on each side.
    expect(((size ?? 0) - 2 * 4 - 17) % 4).toBe(0);
    expect(code.querySelector('path')?.getAttribute('d')).toMatch(/^M4 4h1v1h-1z/);
  });

  it('is not there without a value', async () => {
    await renderNode(around(node), { answers: { 'totp.get': () => ({}) } });
    await expect(screen.findByRole('img', {}, { timeout: 200 })).rejects.toThrow();
  });
});

describe('a code', () => {
  it('is written line by line and copied as such', async () => {
    const codes: CompiledNode = {
      type: 'text',
      id: 'codes',
      text: '$data.codes',
      style: 'code',
      copy: true,
    };
    const user = userEvent.setup();
    const { actions } = await renderNode(around(codes), {
      answers: { 'totp.get': () => ({ codes: ['one-1', 'two-2'] }) },
    });
    const lines = (await screen.findAllByRole('listitem')).map((line) => line.textContent);
    expect(lines).toEqual(['one-1', 'two-2']);
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    expect(await navigator.clipboard.readText()).toBe('one-1\ntwo-2');
    expect(actions.toast).toHaveBeenCalledOnce();
  });
});

describe('a folded section', () => {
  it('opens by its title', async () => {
    await renderNode({
      type: 'section',
      id: 'folded',
      title: 'test:title',
      layout: 'stack',
      folded: true,
      children: [{ type: 'text', id: 'answer', text: 'test:label', style: 'body' }],
    });
    const details = (await screen.findByRole('group')) as HTMLDetailsElement;
    expect(details.open).toBe(false);
    await userEvent.click(within(details).getByRole('heading', { name: 'A title' }));
    expect(details.open).toBe(true);
    expect(within(details).getByText('Label')).toBeTruthy();
  });
});

describe('buttons', () => {
  const visit = (address: string): CompiledNode => ({
    type: 'button',
    id: 'visit',
    label: 'test:label',
    intent: 'none',
    action: { do: 'visit', address },
  });

  it('lead outside by a link of their own tab, which knows nothing of ours', async () => {
    await renderNode(visit('https://example.org/a'));
    const link = screen.getByRole('link', { name: 'Label' });
    expect(link.getAttribute('href')).toBe('https://example.org/a');
    expect(link.getAttribute('target')).toBe('_blank');
    expect(link.getAttribute('rel')).toBe('noopener noreferrer');
  });

  it('lead nowhere that is not https, or not known', async () => {
    await renderNode(visit('javascript:alert(1)'));
    await renderNode(visit('$market.contactUrl'));
    expect(index.market.contactUrl).toBeNull();
    expect(screen.queryByRole('link')).toBeNull();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('sign in on the way to what the provider can do, and come back to a route', async () => {
    const { actions } = await renderNode({
      type: 'button',
      id: 'sign-in',
      label: 'test:label',
      intent: 'none',
      action: { do: 'signIn', providerAction: 'CONFIGURE_TOTP', returnTo: 'thing' },
    });
    await userEvent.click(screen.getByRole('button', { name: 'Label' }));
    expect(actions.signIn).toHaveBeenCalledExactlyOnceWith({
      providerAction: 'CONFIGURE_TOTP',
      returnTo: '/things/{thing}',
    });
  });
});

describe('a source that is asked with a body', () => {
  it('sends what the place knows, and asks anew when that changes', async () => {
    const { call, router } = await renderNode(
      {
        type: 'section',
        id: 'check',
        layout: 'stack',
        source: { call: 'password.check', body: { token: '$query.token' } },
        children: [{ type: 'text', id: 'state', text: '$data.state', style: 'body' }],
      },
      {
        path: '/?token=a',
        query: { token: {} },
        answers: {
          'password.check': ({ body }) => ({ state: `for ${(body as { token: string }).token}` }),
        },
      },
    );
    await screen.findByText('for a');
    await router.navigate('/?token=b');
    await screen.findByText('for b');
    expect(call.mock.calls.map(([, input]) => input.body)).toEqual([
      { token: 'a' },
      { token: 'b' },
    ]);
  });
});

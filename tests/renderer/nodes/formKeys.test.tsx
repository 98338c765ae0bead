import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
// Loads what is lazy before the clock of a test runs.
import '../../../renderer/nodes/form/FormNode.tsx';
import type { CompiledNode, CompiledNodeOf } from '../../../schemas/manifest/compiled.ts';
import type { CompiledForm, JsonSchema } from '../../../schemas/manifest/compiledForm.ts';
import { renderNode, session } from '../support/renderNode.tsx';
import { validatorOf } from '../support/validatorOf.ts';

afterEach(cleanup);

const schema: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['name'],
  properties: { name: { type: 'string', minLength: 3, default: 'Default' } },
};
const form: CompiledForm = {
  id: 'test.form',
  display: 'sections',
  sections: [],
  schema,
  validator: validatorOf(schema),
  fields: [{ name: 'name', label: 'test:name', width: 'full' }],
};

type FormNode = CompiledNodeOf<'form'>;

function node(part: Partial<FormNode>): FormNode {
  const submit = { do: 'call' as const, call: 'contact.send', invalidates: ['session.get'] };
  return { id: 'f', type: 'form', form, submit, ...part };
}

const nameField = () => screen.findByRole('textbox', { name: /Name/ });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('a form that shows what is typed', () => {
  const source = { call: 'session.get' };
  const page: CompiledNode = {
    type: 'section',
    id: 'page',
    layout: 'stack',
    source,
    children: [
      {
        type: 'text',
        id: 'shown',
        text: { key: 'test:hello', values: { name: '$data.name' } },
        style: 'body',
      },
      node({ source, preview: true }),
    ],
  };

  async function begin() {
    let stored = { name: 'Anna', other: 1 };
    const drawn = await renderNode(page, {
      answers: {
        'session.get': () => stored,
        'contact.send': ({ body }) => {
          stored = { ...stored, ...(body as object) };
          return stored;
        },
      },
    });
    await screen.findByText('Hello Anna');
    return drawn;
  }

  it('shows it elsewhere while it is valid, and keeps what else the answer has', async () => {
    const { queries } = await begin();
    await userEvent.type(await nameField(), 'bella');
    await screen.findByText('Hello Annabella');
    expect(queries.getQueryData(['session.get', {}])).toEqual({ name: 'Annabella', other: 1 });
    await userEvent.clear(await nameField());
    await userEvent.type(await nameField(), 'An');
    await screen.findByText('Hello Anna');
  });

  it('takes it back when it is left unsaved', async () => {
    const { queries, unmount } = await begin();
    await userEvent.type(await nameField(), 'bella');
    await screen.findByText('Hello Annabella');
    unmount();
    expect(queries.getQueryData(['session.get', {}])).toEqual({ name: 'Anna', other: 1 });
  });

  it('stays with what was saved', async () => {
    const { queries, unmount, call } = await begin();
    await userEvent.type(await nameField(), 'bella');
    await press('Save');
    await waitFor(() =>
      expect(call.mock.calls.filter(([id]) => id === 'session.get')).toHaveLength(2),
    );
    await screen.findByText('Hello Annabella');
    unmount();
    expect(queries.getQueryData(['session.get', {}])).toEqual({ name: 'Annabella', other: 1 });
  });
});

it('fills in the defaults, which are still to be saved', async () => {
  const { call, guard } = await renderNode(node({ source: { call: 'session.get' }, reset: true }), {
    answers: { 'session.get': () => ({ name: 'Anna' }) },
  });
  expect(await nameField()).toHaveProperty('value', 'Anna');
  await press('Reset to defaults');
  expect(await nameField()).toHaveProperty('value', 'Default');
  expect(call).toHaveBeenCalledTimes(1);
  expect(guard.ask()).toBeDefined();
});

it('is empty again once it was submitted, and asks nobody who leaves then', async () => {
  const { guard, call } = await renderNode(node({ clears: true }), {
    answers: { 'contact.send': () => ({}) },
  });
  await userEvent.clear(await nameField());
  await userEvent.type(await nameField(), 'Secret');
  await press('Save');
  await waitFor(() => expect(call).toHaveBeenCalled());
  await waitFor(async () => expect(await nameField()).toHaveProperty('value', 'Default'));
  expect(guard.ask()).toBeUndefined();
});

it('may choose the language, which no call of its own is for', async () => {
  const submit = { do: 'setLanguage' as const, language: '$form.name' };
  const { actions, call } = await renderNode(node({ submit }));
  await nameField();
  await press('Save');
  await waitFor(() => expect(actions.setLanguage).toHaveBeenCalledExactlyOnceWith('Default'));
  expect(call).not.toHaveBeenCalled();
});

it('ticks the rules of a password that is made up, and of no other', async () => {
  const text = { type: 'string' } as const;
  const password = { widget: 'password', width: 'full' } as const;
  const own: JsonSchema = { type: 'object', properties: { old: text, next: text } };
  const passwords: CompiledForm = {
    ...form,
    schema: own,
    validator: validatorOf(own),
    fields: [
      { ...password, name: 'old', label: 'test:name', autocomplete: 'current-password' },
      { ...password, name: 'next', label: 'test:detail', rules: [{ rule: 'password' }] },
    ],
  };
  await renderNode(node({ form: passwords }));
  const old = await screen.findByLabelText('Name');
  expect(old.getAttribute('autocomplete')).toBe('current-password');
  expect(screen.getAllByRole('meter')).toHaveLength(1);
  const next = screen.getByLabelText('Detail');
  const met = () =>
    screen.getAllByRole('listitem').filter((item) => item.dataset['met'] === 'true').length;
  expect(met()).toBe(0);
  await userEvent.type(next, 'abcdef');
  expect(met()).toBe(2);
  await userEvent.type(next, 'ABC-123');
  expect(met()).toBe(6);
});

describe('a password that is easily guessed', () => {
  const password = { widget: 'password', width: 'full', name: 'name', label: 'test:name' } as const;
  const anyText: JsonSchema = { type: 'object', properties: { name: { type: 'string' } } };
  const withRules = (...rules: NonNullable<CompiledForm['fields'][number]['rules']>) => ({
    ...form,
    schema: anyText,
    validator: validatorOf(anyText),
    fields: [{ ...password, rules }],
  });
  const names = ['$session.username', 'meterhouse'];
  const warning = () => screen.findByText(/This password/);

  it('is told while one types, described and read out, and sent all the same', async () => {
    const own = withRules({ rule: 'password' }, { rule: 'uncommon', params: names });
    const { call } = await renderNode(node({ form: own }));
    const input = await screen.findByLabelText('Name');
    const region = document.getElementById(input.getAttribute('aria-describedby') ?? '');
    expect(region?.getAttribute('role')).toBe('status');
    expect(region?.textContent).toBe('');
    await userEvent.type(input, 'Password-2026!');
    expect((await warning()).textContent).toContain('easy to guess');
    expect(region?.contains(await warning())).toBe(true);
    await userEvent.clear(input);
    await userEvent.type(input, `Xy7!kq-${session.username}`);
    await waitFor(async () => expect((await warning()).textContent).toContain('a name'));
    await userEvent.clear(input);
    await userEvent.type(input, 'x7#Kd92!mPqr');
    await waitFor(() => expect(region?.textContent).toBe(''));
    await userEvent.clear(input);
    await userEvent.type(input, 'Meterhouse-1!');
    await warning();
    await press('Save');
    await waitFor(() => expect(call).toHaveBeenCalled());
  });

  it('is told in the form’s own words, and not without the rule', async () => {
    const own = { rule: 'uncommon', params: ['meterhouse'], message: 'test:detail' };
    const { unmount } = await renderNode(node({ form: withRules(own) }));
    await userEvent.type(await screen.findByLabelText('Name'), 'Meterhouse');
    expect(await screen.findByText('Detail')).toBeTruthy();
    unmount();
    await renderNode(node({ form: withRules({ rule: 'password' }) }));
    const input = await screen.findByLabelText('Name');
    expect(input.getAttribute('aria-describedby')).toBeNull();
    expect(screen.queryByRole('status')).toBeNull();
  });
});

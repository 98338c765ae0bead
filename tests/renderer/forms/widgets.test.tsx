import { withTheme } from '@rjsf/core';
import type { RJSFSchema } from '@rjsf/utils';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { addDays, today } from '../../../renderer/core/date/calendarDays.ts';
import { formatDate } from '../../../renderer/core/format.ts';
import { TranslationProvider } from '../../../renderer/core/translation.ts';
import { theme } from '../../../renderer/forms/theme.ts';
import { loadValidator } from '../../../renderer/forms/validator.ts';
import { splitPhone } from '../../../renderer/forms/widgets/phone.ts';
import { createTexts } from '../support/texts.ts';
import { validatorOf } from '../support/validatorOf.ts';

const Form = withTheme(theme);
afterEach(cleanup);

/** A form with one field; answers the latest value. */
async function field(
  schema: RJSFSchema,
  widget?: string,
  formData?: unknown,
  own?: string,
  options = {},
) {
  const i18n = await createTexts();
  const onChange = vi.fn();
  const whole = { type: 'object', properties: { it: { title: 'It', ...schema } } } as RJSFSchema;
  const validator = await loadValidator(whole as never, validatorOf(whole));
  render(
    <TranslationProvider i18n={i18n}>
      <Form
        schema={whole}
        uiSchema={{
          it: {
            ...(widget && { 'ui:widget': widget }),
            ...(own && { 'ui:field': own }),
            'ui:options': options,
          },
        }}
        formData={{ it: formData }}
        validator={validator}
        onChange={({ formData: data }) => onChange(data?.it)}
      />
    </TranslationProvider>,
  );
  return async (expected: unknown) =>
    waitFor(() => expect(onChange.mock.calls.at(-1)?.[0]).toEqual(expected));
}

function watchSubmit() {
  const onSubmit = vi.fn((event: SubmitEvent) => event.preventDefault());
  document.querySelector('form')?.addEventListener('submit', onSubmit);
  return onSubmit;
}

const text: RJSFSchema = { type: 'string' };
const choices: RJSFSchema = { ...text, enum: ['one', 'two', 'three'] };
const several: RJSFSchema = { type: 'array', items: choices, uniqueItems: true };
const user = userEvent.setup();
const input = () => screen.getByLabelText('It');

describe('widgets', () => {
  it('a text is trimmed, and nothing is no text', async () => {
    const becomes = await field(text);
    await user.type(input(), '  hello ');
    await user.tab();
    await becomes('hello');
    await user.clear(input());
    await user.tab();
    await becomes(undefined);
  });

  it('so many stars, by keyboard too', async () => {
    const becomes = await field({ type: 'integer', minimum: 1, maximum: 5 }, 'rating', 2);
    await user.click(screen.getByRole('radio', { name: '4 / 5' }));
    await becomes(4);
    expect(screen.getAllByRole('radio')).toHaveLength(5);
  });

  it('a first and a last day, neither beyond the other', async () => {
    const day: RJSFSchema = { type: 'string', format: 'date' };
    const range: RJSFSchema = { type: 'object', properties: { begin: day, end: day } };
    const becomes = await field(range, undefined, { begin: '2026-03-05' }, 'daterange');
    expect(screen.getByRole('group', { name: 'It' })).toBeTruthy();
    const last = screen.getByLabelText('To');
    await user.type(last, '01.03.2026');
    await user.tab();
    expect(last.getAttribute('aria-invalid')).toBe('true');
    await user.clear(last);
    await user.type(last, '09.03.2026');
    await user.tab();
    await becomes({ begin: '2026-03-05', end: '2026-03-09' });
    await user.clear(screen.getByLabelText('From'));
    await user.tab();
    await becomes({ end: '2026-03-09' });
  });

  it('several of a list, found by typing, by keyboard alone', async () => {
    const becomes = await field(several, 'multiselect', ['three']);
    const box = screen.getByRole('combobox', { name: 'It' });
    await user.click(box);
    expect(screen.getAllByRole('option')).toHaveLength(3);
    await user.keyboard('tw{Enter}');
    // In the order of the list.
    await becomes(['two', 'three']);
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('listbox')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Remove three' }));
    await becomes(['two']);
  });

  it('Enter takes a typed day; the form is sent by the next one', async () => {
    const becomes = await field({ type: 'string', format: 'date' }, 'date', '2026-03-01');
    const onSubmit = watchSubmit();
    const day = screen.getByRole('textbox');
    await user.clear(day);
    await user.type(day, '32.3.2026{Enter}');
    expect(screen.getByText(/DD\.MM\.YYYY/)).toBeTruthy();
    await user.clear(day);
    await user.type(day, '9.3.2026{Enter}');
    await becomes('2026-03-09');
    expect(onSubmit).not.toHaveBeenCalled();
    await user.keyboard('{Enter}');
    expect(onSubmit).toHaveBeenCalledOnce();
  });

  it('Enter belongs to the open list, also where it holds nothing, and not to the form', async () => {
    await field(several, 'multiselect');
    const onSubmit = watchSubmit();
    const box = screen.getByRole('combobox', { name: 'It' });
    await user.type(box, 'zzz{Enter}');
    expect(screen.getByText('Nothing found')).toBeTruthy();
    expect(onSubmit).not.toHaveBeenCalled();
    await user.keyboard('{Escape}{Enter}');
    expect(onSubmit).toHaveBeenCalledOnce();
  });

  it('several of a list as boxes, and one of a list as dots', async () => {
    const becomes = await field(several, 'checkboxes');
    await user.click(screen.getByRole('checkbox', { name: 'three' }));
    await user.click(screen.getByRole('checkbox', { name: 'one' }));
    await becomes(['one', 'three']);
    cleanup();
    const isNow = await field(choices, 'radio');
    await user.click(screen.getByRole('radio', { name: 'two' }));
    await isNow('two');
  });

  it('boxes under the headings of their groups, of which all can be ticked, or none', async () => {
    const groups = [
      { label: 'Odd', values: ['one', 'three'] },
      { label: 'Even', values: ['two'] },
    ];
    const becomes = await field(several, 'checkboxes', ['three'], undefined, { groups });
    const odd = within(screen.getByRole('group', { name: 'Odd' }));
    expect(odd.getAllByRole('checkbox').map(({ id }) => id)).toEqual(['root_it-0', 'root_it-2']);
    await user.click(screen.getByRole('checkbox', { name: 'two' }));
    await becomes(['two', 'three']);
    await user.click(odd.getByRole('button', { name: 'Select all: Odd' }));
    await becomes(['one', 'two', 'three']);
    await user.click(odd.getByRole('button', { name: 'Select none: Odd' }));
    await becomes(['two']);
    expect(screen.getByRole('button', { name: 'Select none: Even' }).textContent).toBe(
      'Select none',
    );
  });

  it('boxes of those alone that are there to be chosen, without headings over nothing', async () => {
    const groups = [
      { label: 'Odd', values: ['one', 'three'] },
      { label: 'Even', values: ['two'] },
    ];
    const options = { groups, among: ['one', 'three'] };
    const becomes = await field(several, 'checkboxes', undefined, undefined, options);
    expect(screen.getAllByRole('group', { name: /Odd|Even/ })).toHaveLength(1);
    expect(screen.queryByRole('checkbox', { name: 'two' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Select all: Odd' }));
    await becomes(['one', 'three']);
  });

  it('ready selections, with the boxes folded until none of them is what is ticked', async () => {
    const levels = [
      { label: 'All', values: ['one', 'two', 'three'] },
      { label: 'Odd', values: ['one', 'three'] },
      { label: 'First', values: ['one'] },
    ];
    const becomes = await field(several, 'checkboxes', ['one'], undefined, { levels });
    const radios = () => screen.getAllByRole('radio', { checked: true }).map(nameOf);
    const nameOf = (radio: HTMLElement) => radio.closest('label')?.textContent;
    const isOpen = () => screen.getByText('Choose one by one').closest('details')?.open;
    expect([radios(), isOpen()]).toEqual([['First'], false]);
    await user.click(screen.getByRole('radio', { name: 'Odd' }));
    await becomes(['one', 'three']);
    expect(radios()).toEqual(['Odd']);
    await user.click(screen.getByText('Choose one by one'));
    await user.click(screen.getByRole('checkbox', { name: 'one' }));
    await becomes(['three']);
    expect(screen.queryAllByRole('radio', { checked: true })).toEqual([]);
    cleanup();
    await field(several, 'checkboxes', ['three'], undefined, { levels });
    expect(isOpen()).toBe(true);
    cleanup();
    // Who has little of it isn't asked which of three names for the same is meant.
    await field(several, 'checkboxes', undefined, undefined, { levels, among: ['one'] });
    expect(screen.queryAllByRole('radio')).toEqual([]);
    expect(screen.getByRole('checkbox', { name: 'one' })).toBeDefined();
  });

  it('chips in an order, ticked by click and Space, moved by Alt and an arrow', async () => {
    const becomes = await field(several, undefined, ['three', 'one'], 'chips');
    await screen.findAllByRole('listitem');
    const names = () => screen.getAllByRole('listitem').map((chip) => chip.textContent);
    expect(names()).toEqual(['three', 'one', 'two']);
    const chip = (name: string, pressed: boolean) => screen.getByRole('button', { name, pressed });
    await user.click(chip('two', false));
    await becomes(['three', 'one', 'two']);
    // What isn't ticked any more stays where it is.
    await user.click(chip('one', true));
    await becomes(['three', 'two']);
    expect(names()).toEqual(['three', 'one', 'two']);
    chip('one', false).focus();
    await user.keyboard('[Space]');
    await becomes(['three', 'one', 'two']);
    await user.keyboard('{Alt>}{ArrowRight}{/Alt}');
    await becomes(['three', 'two', 'one']);
    expect(document.activeElement).toBe(chip('one', true));
    expect(screen.getByRole('status').textContent).toBe('one: 3 of 3');
    await user.keyboard('{Alt>}{ArrowRight}{/Alt}{ArrowUp}');
    await becomes(['three', 'two', 'one']);
  });

  it('chips of objects, where none stands for all, with details that come back', async () => {
    const entry: RJSFSchema = { type: 'object', properties: { name: choices, heading: text } };
    const options = { choice: 'name', noneIsAll: true };
    const list: RJSFSchema = { type: 'array', items: entry };
    const becomes = await field(list, undefined, undefined, 'chips', options);
    await screen.findAllByRole('listitem');
    const ticked = () => screen.getAllByRole('button', { pressed: true });
    expect(ticked()).toHaveLength(3);
    const chip = (name: RegExp) => screen.getByRole('button', { name });
    await user.click(chip(/^two$/));
    await becomes([{ name: 'one' }, { name: 'three' }]);
    await user.click(screen.getByRole('button', { name: 'Details of three' }));
    const details = within(screen.getByRole('group', { name: 'three' }));
    await user.type(details.getByRole('textbox', { name: 'heading' }), 'III');
    await becomes([{ name: 'one' }, { name: 'three', heading: 'III' }]);
    expect(chip(/^threeIII$/)).toBeTruthy();
    await user.click(chip(/^threeIII$/));
    await becomes([{ name: 'one' }]);
    // The last one stays: without any, all would be chosen.
    await user.click(chip(/^one$/));
    expect(ticked()).toHaveLength(1);
    await user.click(chip(/^three$/));
    await becomes([{ name: 'one' }, { name: 'three', heading: 'III' }]);
    await user.click(chip(/^threeIII$/));
    await user.click(chip(/^two$/));
    await becomes([{ name: 'one' }, { name: 'two' }]);
  });

  it('tags by Enter, comma and paste, each once', async () => {
    const becomes = await field({ type: 'array', items: text }, 'tags');
    await user.type(input(), 'a{Enter}b,a{Enter}');
    await becomes(['a', 'b']);
    await user.click(input());
    await user.paste('c; d');
    await becomes(['a', 'b', 'c', 'd']);
    await user.click(screen.getByRole('button', { name: 'Remove b' }));
    await becomes(['a', 'c', 'd']);
  });

  it('a phone number with its prefix, chosen or pasted', async () => {
    const becomes = await field(text, 'phone');
    await user.selectOptions(screen.getByLabelText('Dialling prefix'), '+420');
    await user.type(input(), '601 123 456');
    await user.tab();
    await becomes('+420601123456');
    await user.clear(input());
    await user.paste('0048 601-123-456');
    await user.tab();
    await becomes('+48601123456');
    expect(splitPhone('+421900')).toEqual({ prefix: '+421', number: '900' });
    expect(splitPhone('601').prefix).toBeUndefined();
  });

  it('a password shows itself on request, and says what it lacks', async () => {
    const becomes = await field(text, 'password');
    await user.type(input(), 'Abcdefgh1!jk');
    expect(input().getAttribute('type')).toBe('password');
    await user.click(screen.getByRole('button', { name: 'Show the password' }));
    expect(input().getAttribute('type')).toBe('text');
    expect(screen.getAllByText('met')).toHaveLength(6);
    await becomes('Abcdefgh1!jk');
  });

  it('a day as it is written here, and a colour', async () => {
    const becomes = await field({ ...text, format: 'date' });
    await user.type(input(), '05.03.2026');
    await user.tab();
    await becomes('2026-03-05');
    cleanup();
    const isNow = await field(text, 'color', '#000000');
    await user.clear(screen.getByRole('textbox', { name: 'It' }));
    await user.type(screen.getByRole('textbox', { name: 'It' }), '#215db0');
    await user.tab();
    await isNow('#215db0');
  });

  it('a day that lies ahead, where the form asks for one', async () => {
    const day: RJSFSchema = { ...text, format: 'date' };
    const week = addDays(today(), 7);
    const becomes = await field(day, 'date', undefined, undefined, { ahead: true });
    await user.type(input(), formatDate(addDays(today(), -1)));
    await user.tab();
    expect(screen.getByText(/^Choose a day from/)).toBeTruthy();
    await user.clear(input());
    await user.type(input(), formatDate(week));
    await user.tab();
    await becomes(week);
    cleanup();
    // Elsewhere what is still to come becomes today (specification §9).
    const isToday = await field(day);
    await user.type(input(), formatDate(week));
    await user.tab();
    await isToday(today());
  });

  it('a list by keyboard: added, moved, copied away', async () => {
    const becomes = await field({ type: 'array', items: text }, undefined, ['a', 'b']);
    await user.click(screen.getAllByRole('button', { name: 'Move down' })[0] as HTMLElement);
    await becomes(['b', 'a']);
    await user.click(screen.getByRole('button', { name: 'Add' }));
    await becomes(['b', 'a', undefined]);
    await user.click(screen.getAllByRole('button', { name: 'Remove' })[0] as HTMLElement);
    await becomes(['a', undefined]);
    expect(screen.getByRole('group', { name: 'Entry 2 of 2' })).toBeTruthy();
  });
});

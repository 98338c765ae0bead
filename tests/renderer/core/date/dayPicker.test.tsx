import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import DayPicker, { type PickedPeriod } from '../../../../renderer/core/date/DayPicker.tsx';
import { TranslationProvider } from '../../../../renderer/core/translation.ts';
import { createTexts } from '../../support/texts.ts';

afterEach(cleanup);

async function renderPicker(language = 'en', period?: PickedPeriod, value = '2026-03-10') {
  const onPick = vi.fn();
  render(
    <TranslationProvider i18n={await createTexts(language)}>
      <DayPicker
        value={value}
        range={{ first: '2026-02-20', last: '2026-03-29' }}
        period={period}
        onPick={onPick}
      />
    </TranslationProvider>,
  );
  return onPick;
}

const focused = () => document.activeElement?.textContent?.replace(/^\d+(?=\d\d\.)/, '');

describe.each([
  ['a day', undefined],
  ['the first day of a period', { side: 'begin', begin: '2026-03-10', end: '2026-03-20' }],
  ['the last day of a period', { side: 'end', begin: '2026-03-01', end: '2026-03-10' }],
] as const)('the calendar for %s', (_, period) => {
  it('begins weeks on Monday, in the reader’s language', async () => {
    await renderPicker('pl', period);
    const [monday] = screen.getAllByRole('columnheader', { hidden: true });
    expect(monday?.textContent).toBe('pon.');
    expect(monday?.getAttribute('aria-label')).toBe('poniedziałek');
    expect(screen.getByRole('grid', { name: 'marzec 2026' })).toBeTruthy();
    const months = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Miesiąc' });
    expect([...months.options].map(({ text }) => text)).toEqual(['luty', 'marzec']);
    expect(screen.getByRole('button', { name: 'Poprzedni miesiąc' })).toBeTruthy();
  });

  it('picks a day, also the one that it is, but none out of bounds', async () => {
    const onPick = await renderPicker('en', period);
    await userEvent.click(screen.getByRole('gridcell', { name: '30.03.2026' }));
    expect(onPick).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('gridcell', { name: '29.03.2026' }));
    await userEvent.click(screen.getByRole('gridcell', { name: '10.03.2026' }));
    expect(onPick.mock.calls).toEqual([['2026-03-29'], ['2026-03-10']]);
  });

  it('begins at its day and moves by keyboard, over months and up to the bounds', async () => {
    const onPick = await renderPicker('en', period);
    expect(focused()).toBe('10.03.2026');
    await userEvent.keyboard('{ArrowUp}{ArrowLeft}{ArrowUp}');
    expect(focused()).toBe('23.02.2026');
    await userEvent.keyboard('{PageUp}');
    expect(focused()).toBe('20.02.2026');
    await userEvent.keyboard('{Enter}');
    expect(onPick).toHaveBeenCalledExactlyOnceWith('2026-02-20');
  });
});

it('shows the days of a period', async () => {
  await renderPicker('en', { side: 'begin', begin: '2026-03-10', end: '2026-03-12' });
  const chosen = screen.getAllByRole('gridcell', { selected: true });
  expect(chosen.map(({ textContent }) => textContent)).toEqual([
    '1010.03.2026',
    '1111.03.2026',
    '1212.03.2026',
  ]);
});

it('opens a period that reaches out of the days with data where those end', async () => {
  const period = { begin: '2026-03-28', end: '2026-04-15' };
  await renderPicker('en', { side: 'end', ...period }, period.end);
  const chosen = screen.getAllByRole('gridcell', { selected: true });
  expect(chosen.map(({ textContent }) => textContent)).toEqual(['2828.03.2026', '2929.03.2026']);
  expect(focused()).toBe('29.03.2026');
});

it('opens a period beside the days with data next to it, with none of them chosen', async () => {
  const onPick = await renderPicker(
    'en',
    { side: 'begin', begin: '2026-05-01', end: '2026-05-31' },
    '2026-05-01',
  );
  expect(screen.queryAllByRole('gridcell', { selected: true })).toEqual([]);
  expect(focused()).toBe('29.03.2026');
  await userEvent.click(screen.getByRole('gridcell', { name: '27.03.2026' }));
  expect(onPick.mock.calls).toEqual([['2026-03-27']]);
});

it('knows no day that the schema’s bounds leave out, and opens all the same', async () => {
  const errors = vi.spyOn(console, 'error');
  render(
    <TranslationProvider i18n={await createTexts('en')}>
      <DayPicker value="2030-01-01" range={{ last: '2026-03-29' }} onPick={vi.fn()} />
    </TranslationProvider>,
  );
  expect(screen.queryAllByRole('gridcell', { selected: true })).toEqual([]);
  expect(screen.getByRole('grid')).toBeTruthy();
  expect(errors.mock.calls).toEqual([]);
});

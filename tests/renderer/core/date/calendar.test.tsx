import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { I18nextProvider } from 'react-i18next';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Calendar } from '../../../../renderer/core/date/Calendar.tsx';
import { createTexts } from '../../support/texts.ts';

afterEach(cleanup);

async function renderCalendar(language = 'en') {
  const onPick = vi.fn();
  render(
    <I18nextProvider i18n={await createTexts(language)}>
      <Calendar
        value="2026-03-10"
        range={{ first: '2026-02-20', last: '2026-03-29' }}
        onPick={onPick}
      />
    </I18nextProvider>,
  );
  return onPick;
}

describe('calendar', () => {
  it('begins weeks on Monday, in the reader’s language', async () => {
    await renderCalendar('pl');
    expect(screen.getAllByRole('columnheader')[0]?.textContent).toBe('pon.');
    expect(screen.getByText('marzec 2026')).toBeTruthy();
  });

  it('picks a day, but none without data', async () => {
    const onPick = await renderCalendar();
    await userEvent.click(screen.getByRole('button', { name: '30.03.2026' }));
    expect(onPick).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: '29.03.2026' }));
    expect(onPick).toHaveBeenCalledExactlyOnceWith('2026-03-29');
  });

  it('moves by keyboard, over months and up to the bounds', async () => {
    const onPick = await renderCalendar();
    screen.getByRole('button', { name: '10.03.2026' }).focus();
    await userEvent.keyboard('{ArrowUp}{ArrowLeft}{ArrowUp}');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('23.02.2026');
    await userEvent.keyboard('{PageUp}');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('20.02.2026');
    await userEvent.keyboard('{Enter}');
    expect(onPick).toHaveBeenCalledExactlyOnceWith('2026-02-20');
  });
});

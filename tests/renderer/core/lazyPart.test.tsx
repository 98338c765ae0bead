import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { isLoadingAhead, lazyPart } from '../../../renderer/core/lazyPart.tsx';
import { TranslationProvider } from '../../../renderer/core/translation.ts';
import { createTexts } from '../support/texts.ts';

afterEach(cleanup);

const Greeting = ({ name }: { name: string }) => <p>Hello {name}</p>;
const lost = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

async function draw(Part: ReturnType<typeof lazyPart<{ name: string }>>) {
  return render(
    <TranslationProvider i18n={await createTexts()}>
      <input aria-label="Typed" />
      <Part name="Ann" />
    </TranslationProvider>,
  );
}

it('a part that doesn’t come says so in its place, keeps what is beside it, and comes on request', async () => {
  const load = vi.fn(lost);
  await draw(lazyPart<{ name: string }>(load));
  await userEvent.type(screen.getByLabelText('Typed'), 'kept');
  const again = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.getByRole('alert')).toBeTruthy();
  load.mockImplementation((async () => ({ default: Greeting })) as never);
  await userEvent.click(again);
  expect(await screen.findByText('Hello Ann')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Typed').value).toBe('kept');
  expect(screen.queryByRole('alert')).toBeNull();
});

it('a part that was loaded ahead is there at once, and loaded once', async () => {
  const load = vi.fn(async () => ({ default: Greeting }));
  const Part = lazyPart(load);
  Part.preload();
  await waitFor(() => expect(isLoadingAhead()).toBe(false));
  await draw(Part);
  expect(screen.getByText('Hello Ann')).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(1);
});

it('that loading ahead fails is nobody’s matter: it reloads no page, and the part asks again', async () => {
  const load = vi.fn(lost);
  const Part = lazyPart<{ name: string }>(load);
  Part.preload();
  expect(isLoadingAhead()).toBe(true);
  await waitFor(() => expect(isLoadingAhead()).toBe(false));
  load.mockImplementation((async () => ({ default: Greeting })) as never);
  await draw(Part);
  expect(await screen.findByText('Hello Ann')).toBeTruthy();
});

import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { TranslationProvider } from '../../../renderer/core/translation.ts';
// Loads what is lazy before the clock of a test runs.
import '../../../renderer/app/overlays/OverlayLayer.tsx';
import { OverlayHost } from '../../../renderer/app/overlays/OverlayHost.tsx';
import { createOverlays } from '../../../renderer/app/overlays/overlays.ts';
import { createTexts } from '../support/texts.ts';

// own process: Blueprint keeps what is open in it, whatever page drew that.
afterEach(cleanup);

async function draw() {
  const overlays = createOverlays();
  const i18n = await createTexts();
  render(
    <TranslationProvider i18n={i18n}>
      <OverlayHost overlays={overlays} />
    </TranslationProvider>,
  );
  return overlays;
}

it('asks one question at a time, and hears yes, no and Escape', async () => {
  const overlays = await draw();
  const question = { title: 'Delete it?', text: 'For good.', intent: 'danger' as const };
  const first = overlays.confirm(question);
  expect(await overlays.confirm(question)).toBe(false);
  await screen.findByText('For good.');
  await userEvent.click(screen.getByRole('button', { name: 'Yes' }));
  expect(await first).toBe(true);
  const second = overlays.confirm({ ...question, accept: 'Delete' });
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(await second).toBe(false);
  const third = overlays.confirm(question);
  await screen.findByRole('button', { name: 'Yes' });
  // The dialog hears keys once the focus is in it.
  await waitFor(() => expect(document.activeElement?.closest('.bp6-overlay')).toBeTruthy());
  await userEvent.keyboard('{Escape}');
  expect(await third).toBe(false);
});

it('shows toasts with what can be done about them', async () => {
  const overlays = await draw();
  const onClick = vi.fn();
  overlays.toast({ text: 'Removed', action: { text: 'Undo', onClick } });
  await screen.findByText('Removed');
  await userEvent.click(screen.getByText('Undo'));
  expect(onClick).toHaveBeenCalledTimes(1);
  await waitFor(() => expect(overlays.current().toasts).toEqual([]));
});

it('says of each panel whether something was submitted in it', async () => {
  const overlays = createOverlays();
  const panel = { screen: 'test.thing', as: 'modal' as const, params: { things: [1, 2] } };
  const done = overlays.open(panel);
  overlays.current().panel?.close(true);
  expect(await done).toBe(true);
  expect(overlays.current().panel).toBeUndefined();
  const left = overlays.open(panel);
  const next = overlays.open(panel);
  expect(await left).toBe(false);
  expect(overlays.current().panel).toBeDefined();
  overlays.clear();
  expect(await next).toBe(false);
  expect(overlays.current().panel).toBeUndefined();
});

import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, expectAccessible, signIn, test } from './support/portal.ts';

const formFile = () =>
  path.join(process.env.E2E_MANIFESTS_DIR ?? '', 'modules/contact/message.form.json');

test('a message is asked for, judged while it is written, held back, and sent', async ({
  page,
}) => {
  await signIn(page, 'admin.pl');
  await page.getByRole('link', { name: 'Kontakt' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kontakt');
  const message = page.getByRole('textbox', { name: 'Wiadomość' });
  await expect(message).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Wyślij', exact: true }).click();
  const summary = page.getByRole('alert');
  await expect(summary).toBeFocused();
  await expect(summary).toContainText('2 pola wymagają uwagi');
  await expectAccessible(page);
  await summary.getByRole('link', { name: 'Wiadomość: Wymagane' }).click();
  await expect(message).toBeFocused();

  await message.fill('krótko');
  await page.keyboard.press('Tab');
  await expect(page.getByText('Co najmniej 10 znaków', { exact: true })).toBeVisible();
  await message.fill('Licznik w lokalu 3 nie wysyła odczytów.');

  // What was written is not lost by a wrong click.
  await page.getByRole('link', { name: 'Pulpit' }).first().click();
  const question = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await expect(question).toContainText('Wyjść bez zapisywania?');
  await question.getByRole('button', { name: 'Anuluj' }).click();
  await expect(page).toHaveURL(/contact-form/);
  await expect(message).toHaveValue('Licznik w lokalu 3 nie wysyła odczytów.');
  await page.goBack();
  await expect(question).toContainText('Wyjść bez zapisywania?');
  await question.getByRole('button', { name: 'Anuluj' }).click();
  await expect(page).toHaveURL(/contact-form/);

  await page.getByRole('combobox', { name: 'Temat' }).selectOption({ index: 1 });
  await page.getByRole('button', { name: 'Wyślij', exact: true }).click();
  await expect(page.getByText('Wiadomość została wysłana')).toBeVisible();
  await expect(page).toHaveURL(/dashboard/);
});

test('a form’s file that is saved changes the open page within a second, and what was typed stays', async ({
  page,
}) => {
  await signIn(page, 'admin.pl', '/contact-form');
  const message = page.getByRole('textbox', { name: 'Wiadomość' });
  await message.fill('Jeszcze nie skończone');
  await expect(page.getByText('/ 3000')).toBeVisible();
  const original = await readFile(formFile(), 'utf8');
  try {
    // On a machine that is busy elsewhere one of some tries is as quick.
    await expect(async () => {
      await writeFile(formFile(), original);
      await expect(page.getByText('/ 3000')).toBeVisible();
      await writeFile(formFile(), original.replace('"maxLength": 3000', '"maxLength": 500'));
      await expect(page.getByText('/ 500')).toBeVisible({ timeout: 2000 });
    }).toPass({ timeout: 120_000 });
    await expect(message).toHaveValue('Jeszcze nie skończone');
  } finally {
    await writeFile(formFile(), original);
  }
  await expect(page.getByText('/ 3000')).toBeVisible();
});

test.describe('on a phone in the dark', () => {
  test.use({ viewport: { width: 360, height: 740 }, colorScheme: 'dark' });

  test('the form fits, and violates nothing', async ({ page }) => {
    await signIn(page, 'admin.cz', '/contact-form');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kontakt');
    await page.getByRole('button', { name: 'Odeslat' }).click();
    await expect(page.getByRole('alert')).toBeFocused();
    await expectAccessible(page);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
  });
});

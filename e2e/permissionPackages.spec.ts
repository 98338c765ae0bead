import type { Locator, Page } from '@playwright/test';
import { drawBySeed } from '../scripts/testing/seed.mjs';
import { expect, expectAccessible, signIn, test } from './support/portal.ts';

// A package that somebody has isn't deleted, and none is asked for that there isn't.
test.use({ expectedFaults: /status of (409|404)/ });

const looks = [
  { width: 1280, height: 900, colorScheme: 'light' },
  { width: 390, height: 844, colorScheme: 'dark' },
] as const;

/** A row of the list, which on narrow screens is a card. */
const rowOf = (page: Page, name: string): Locator =>
  page
    .getByRole('row')
    .or(page.getByRole('listitem'))
    .filter({ has: page.getByRole('link', { name, exact: true }) });

/** Ticks a box, or takes the tick away, by the keyboard. */
async function press(page: Page, name: string) {
  await page.getByRole('checkbox', { name }).focus();
  await page.keyboard.press('Space');
}

async function answer(page: Page, row: Locator, label: string) {
  await row.getByRole('button', { name: label }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: label }).click();
  return question;
}

for (const { colorScheme, ...viewport } of drawBySeed(looks, 1, 'permission packages')) {
  test(`support makes, looks at, changes and deletes a permission package, ${viewport.width} pixels wide, ${colorScheme}`, async ({
    page,
  }) => {
    test.slow();
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    const name = `Pakiet ${Date.now()}`;
    await signIn(page, 'support.pl', '/user-management');
    await page.getByRole('link', { name: 'Pakiety uprawnień' }).click();
    await expect(rowOf(page, 'full')).toContainText('22');
    await expectAccessible(page);

    await page.getByRole('link', { name: 'Nowy pakiet' }).click();
    await expect(page).toHaveURL(/\/packages\/form$/);
    await page.getByLabel('Nazwa').fill('FULL');
    await page.getByRole('button', { name: 'Utwórz' }).click();
    await expect(page.getByText('Co najmniej', { exact: false }).first()).toBeVisible();
    await page.getByRole('button', { name: 'Zaznacz wszystko: Raporty', exact: true }).click();
    await press(page, 'Raport: błędy AMM');
    await page.getByRole('button', { name: 'Utwórz' }).click();
    await expect(page.getByText('Ta nazwa jest już zajęta').first()).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel('Nazwa').fill(name);
    await page.getByRole('button', { name: 'Utwórz' }).click();
    await expect(page.getByText('Pakiet uprawnień został utworzony.')).toBeVisible();
    await expect(rowOf(page, name)).toContainText('9');

    await rowOf(page, name).getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(/\/packages\/preview\?packageId=\d+$/);
    await expect(page.getByRole('heading', { name })).toBeVisible();
    const features = page
      .getByRole('table', { name: 'Co obejmuje' })
      .or(page.getByRole('list', { name: 'Co obejmuje' }));
    await expect(features.getByText('Raporty cykliczne')).toBeVisible();
    await expect(features.locator('.badge-success')).toHaveText(Array(9).fill('W pakiecie'));
    await expect(features.locator('.badge-none')).toHaveText(Array(13).fill('Poza pakietem'));
    await expect(features.locator('.badge svg')).toHaveCount(22);
    await expect(page.getByText('Nikt nie ma tego pakietu')).toBeVisible();
    await expectAccessible(page);

    await page.getByRole('link', { name: 'Edytuj' }).click();
    await expect(page).toHaveURL(/\/packages\/form\?/);
    await expect(page.getByLabel('Nazwa')).toHaveValue(name);
    await expect(page.getByRole('checkbox', { name: 'Raport: błędy AMM' })).not.toBeChecked();
    await press(page, 'Raport: błędy AMM');
    await page.getByRole('button', { name: 'Odznacz wszystko: Raporty', exact: true }).click();
    await press(page, 'Bilans wody');
    await page.getByLabel('Opis').fill('Tylko bilans');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Zapisz' }).click();
    await expect(page.getByText('Pakiet uprawnień został zapisany.')).toBeVisible();
    await expect(rowOf(page, name)).toContainText('Tylko bilans');

    const question = await answer(page, rowOf(page, 'full'), 'Usuń');
    await expect(
      question.or(page.getByRole('alert')).getByText(/Pakiet mają administratorzy/),
    ).toBeVisible();
    await page.goto('/user-management/packages');
    await expect(rowOf(page, 'full')).toContainText('22');
    await answer(page, rowOf(page, name), 'Usuń');
    await expect(page.getByText('Pakiet uprawnień został usunięty.')).toBeVisible();
    await expect(rowOf(page, name)).toHaveCount(0);
  });
}

test('an address that should say which permission package says so when it doesn’t', async ({
  page,
}) => {
  await signIn(page, 'support.pl');
  for (const address of ['form?mode=edit', 'preview']) {
    await page.goto(`/user-management/packages/${address}`);
    await expect(page.getByText('Brak identyfikatora pakietu')).toBeVisible();
    await expect(page.getByLabel('Nazwa')).toHaveCount(0);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Wszystkie pakiety' }).click();
    await expect(page).toHaveURL(/\/user-management\/packages$/);
  }
  for (const address of ['form?mode=edit&packageId=987654', 'preview?packageId=987654']) {
    await page.goto(`/user-management/packages/${address}`);
    await expect(
      page.getByText('Nie ma takiego pakietu uprawnień.', { exact: true }),
    ).toBeVisible();
    await expect(page.getByLabel('Nazwa')).toHaveCount(0);
  }
});

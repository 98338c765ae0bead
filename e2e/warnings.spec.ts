import { writeFileSync } from 'node:fs';
import { runImport } from './support/imports.ts';
import { expect, expectAccessible, signIn, test } from './support/portal.ts';

const hour = 3_600_000;

test('a limit is set, its warning comes, is snoozed and resolved for good', async ({
  page,
}, testInfo) => {
  test.slow();
  const write = (name: string, lines: readonly string[]) => {
    const file = testInfo.outputPath(name);
    writeFileSync(file, `${lines.join('\n')}\n`);
    return file;
  };
  await signIn(page, 'admin.pl');
  await page.goto('/warnings/settings');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessible(page);
  await page
    .getByRole('region', { name: 'Wyciek wody' })
    .or(page.locator('section', { hasText: 'Wyciek wody' }))
    .last()
    .getByRole('link', { name: 'Otwórz' })
    .click();
  await expect(page).toHaveURL(/\/settings\/water-leakage$/);
  await page.getByRole('searchbox').fill('PL-1001');
  await expect(page.getByRole('row')).toHaveCount(2);
  await expectAccessible(page);
  await page.getByRole('row').nth(1).getByRole('link').click();
  const critical = page.getByLabel('Krytyczne powyżej, w l/h');
  await critical.fill('3');
  await page.getByRole('button', { name: 'Zapisz ustawienie' }).click();
  await expect(page.getByText('Próg krytyczny nie może być niższy').first()).toBeVisible();
  await critical.fill('25');
  await expect(page.getByText(/w ciągu ostatnich 30 dni powstał/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Zapisz ustawienie' }).click();
  await expect(page.getByText('Ustawienie zapisano')).toBeVisible();

  // Thirty litres in each hour of the last two days.
  runImport(
    write('leaking.csv', [
      'works_no;serial;category;tenant_no',
      'PL-1001;E2E-LEAK;COLD_WATER_METER;001',
    ]),
  );
  const last = Math.floor(Date.now() / hour) * hour;
  const readings = Array.from({ length: 49 }, (_, at) => {
    const when = new Date(last - (48 - at) * hour).toISOString();
    return `E2E-LEAK;${when};${(10 + at * 0.03).toFixed(3)}`;
  });
  runImport(write('flow.csv', ['serial;at;value', ...readings]));

  const row = page.getByRole('row', { name: /E2E-LEAK/ });
  await expect(async () => {
    await page.goto('/warnings/property-warnings-list?property=1001');
    await expect(row).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: 90_000 });
  await expect(row).toContainText('Krytyczne');
  await expectAccessible(page);

  await row.getByRole('checkbox').check({ force: true });
  await page.getByRole('status').filter({ hasText: 'Zaznaczono jeden wiersz' }).waitFor();
  await row.getByRole('button', { name: 'Przyjmij do wiadomości' }).click();
  await expect(page.getByText('Przyjęto do wiadomości')).toBeVisible();
  await page.locator('.selection-bar').getByRole('button', { name: 'Rozwiąż ostatecznie' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Tego nie można cofnąć');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Anuluj' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(row.getByRole('checkbox')).toBeChecked();

  await row.getByRole('link', { name: 'E2E-LEAK' }).click();
  await expect(page).toHaveURL(/\/warnings\/warning\/\d+/);
  await expect(page.getByText('30,0\u202fl/h')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Rozwiąż ostatecznie' }).click();
  await dialog.getByLabel('Notatka').fill('Zawór wymieniono.');
  await dialog.getByRole('button', { name: 'Rozwiąż ostatecznie' }).click();
  await expect(dialog).toHaveCount(0);
  const history = page.getByRole('table', { name: 'Co się działo' });
  await expect(history.getByRole('row', { name: /Rozwiązano/ })).toContainText('admin.pl');
  await expect(page.getByRole('button', { name: 'Rozwiąż ostatecznie' })).toHaveCount(0);
  await page.goto('/warnings/property-warnings-list?property=1001');
  await expect(page.getByText('Brak ostrzeżeń')).toBeVisible();
});

import { writeFileSync } from 'node:fs';
import { runImport } from '../support/imports.ts';
import { findMail, listMails } from '../support/mails.ts';
import { expect, expectAccessible, signIn, test, tryOf } from '../support/portal.ts';

test('a limit is set, what contradicts it is refused, and the list begins with what is open', async ({
  page,
}) => {
  test.slow();
  await signIn(page, 'admin.pl', '/warnings/settings');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessible(page);
  const humidity = page.getByRole('row', { name: /Wilgotność/ });
  const before = await humidity.textContent();
  await humidity.getByRole('button', { name: 'Więcej czynności' }).click();
  await page.getByRole('button', { name: 'Włącz we wszystkich nieruchomościach' }).last().click();
  await expect(page.getByText(/^Zmieniono w \d+/)).toBeVisible();
  await expect(humidity).not.toHaveText(before ?? '');
  await page.getByRole('button', { name: 'Cofnij' }).click();
  await expect(page.getByText(/^Przywrócono w \d+/)).toBeVisible();
  await expect(humidity).toHaveText(before ?? '');
  await page
    .getByRole('row', { name: /Wyciek/ })
    .getByRole('button', { name: 'Według nieruchomości' })
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

  await page.goto('/warnings/property-warnings-list?property=1001');
  const tab = (name: string) => page.getByRole('button', { name: new RegExp(`^${name} \\d+$`) });
  await expect(tab('Aktywne')).toHaveAttribute('aria-pressed', 'true');
  await tab('Rozwiązane').click();
  await expect(tab('Rozwiązane')).toHaveAttribute('aria-pressed', 'true');
  await expect(tab('Aktywne')).toHaveAttribute('aria-pressed', 'false');
  await expectAccessible(page);
});

test('what flows day and night is noticed, told by mail, looked at and resolved for good', async ({
  page,
}, testInfo) => {
  test.setTimeout(300_000);
  // Of this try alone.
  const serial = `LEAK-1-${tryOf(testInfo)}`;
  const before = await listMails();
  await signIn(page, 'admin.pl', '/warnings/settings/form?type=LEAKAGE&property=1001');
  await page.getByLabel('Powiadamiaj e-mailem').check({ force: true });
  await page.getByRole('button', { name: 'Zapisz ustawienie' }).click();
  await expect(page.getByText('Ustawienie zapisano')).toBeVisible();

  // Two days of hours with 30 litres in each.
  const hour = 3_600_000;
  const end = Math.floor(Date.now() / hour) * hour;
  const lines = Array.from({ length: 49 }, (_, at) => {
    const instant = new Date(end - (49 - at) * hour).toISOString();
    return `${serial};${instant};${(10 + at * 0.03).toFixed(2)}`;
  });
  const write = (name: string, content: string) => {
    const file = testInfo.outputPath(name);
    writeFileSync(file, content);
    return file;
  };
  const device = `works_no;serial;category;interval\nPL-1001;${serial};COLD_WATER_METER;HOURLY\n`;
  runImport(write('devices.csv', device));
  runImport(write('readings.csv', ['serial;at;value', ...lines, ''].join('\n')));

  await expect(async () => {
    await page.goto('/warnings/property-warnings-list?property=1001');
    // The most urgent first.
    const row = page.getByRole('row', { name: serial }).first();
    await row.getByRole('link').first().click({ timeout: 5000 });
  }).toPass({ timeout: 150_000 });
  await expect(page.getByRole('heading', { level: 1, name: 'Wyciek' })).toBeVisible();
  await expect(page.getByText('30,0 l/h')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Co zmierzono' })).toBeVisible();
  await expectAccessible(page);

  expect(await findMail('admin.pl@meterhouse.example', before, { timeout: 120_000 })).toContain(
    serial,
  );

  const place = page.url();
  await page.goto('/warnings/property-warnings-list?property=1001');
  await page
    .getByRole('row', { name: serial })
    .first()
    .getByRole('button', { name: 'Wycisz' })
    .click();
  const question = page.getByRole('dialog');
  const inAWeek = new Date(Date.now() + 7 * 24 * hour).toISOString().slice(0, 10);
  await question.getByRole('textbox').fill(inAWeek.split('-').reverse().join('.'));
  await question.getByRole('button', { name: 'Wycisz' }).click();
  await expect(page.getByText('Wyciszono')).toBeVisible();
  await page.getByRole('button', { name: /^Wyciszone \d+$/ }).click();
  await expect(page.getByText(inAWeek.split('-').reverse().join('.')).first()).toBeVisible();
  await page.goto(place);

  await page.getByRole('button', { name: 'Rozwiąż ostatecznie' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('Zawór wymieniony');
  await dialog.getByRole('button', { name: 'Rozwiąż ostatecznie' }).click();
  await expect(page.getByText('Rozwiązane').first()).toBeVisible();
  const history = page.getByRole('table');
  await expect(history.getByText('Wysłano powiadomienie')).toBeVisible();
  await expect(history.getByText('Zawór wymieniony')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Rozwiąż ostatecznie' })).toHaveCount(0);
});

import { expect, expectAccessible, signIn, test } from './support/portal.ts';
import { search } from './support/search.ts';

/** Days before today in Warsaw, as the fields write them. */
function dayBefore(days: number): string {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Warsaw' });
  const day = new Date(`${format.format(new Date())}T12:00:00Z`);
  day.setUTCDate(day.getUTCDate() - days);
  return day.toISOString().slice(0, 10).split('-').toReversed().join('.');
}

test('a period that is too long shows its end, and says which', async ({ page }) => {
  await signIn(page, 'admin.pl', '/consumption/1124?timeframe=DAILY&periodBegin=2020-01-01');
  const shortened = page.getByText(/obejmuje najwyżej 800 dni/);
  await expect(shortened).toContainText(`od ${dayBefore(799)} do ${dayBefore(0)}`);
  await expect(page.getByRole('textbox', { name: 'Od', exact: true })).toHaveValue(dayBefore(799));
  await expect(page.getByRole('textbox', { name: 'Do', exact: true })).toHaveValue(dayBefore(0));
  await expectAccessible(page);
});

test.describe('where readings ended', () => {
  // Before the first reading there is no period.
  test.use({ expectedFaults: /\/api\/consumption\/period/ });

  test('a flat that was heard of last some weeks ago opens there, says so, and leads to today', async ({
    page,
  }) => {
    test.setTimeout(330_000);
    await signIn(page, 'admin.pl', '/consumption/1124?timeframe=DAILY');
    // Of a building of 24 flats the twentieth has fallen silent.
    await search(page, '020');
    await expect(page).toHaveURL(/\/consumption\/1124\/\d+\?timeframe=DAILY$/);
    const from = page.getByRole('textbox', { name: 'Od', exact: true });
    const to = page.getByRole('textbox', { name: 'Do', exact: true });
    const graph = page.getByRole('region', { name: 'Zużycie w czasie' });
    const ended = page.getByText(/^Odczyty kończą się \d\d\.\d\d\.\d{4}, dlatego/);
    // A fresh demo goes on loading its buildings while it is used.
    await expect(async () => {
      await page.reload();
      await expect(ended).toBeVisible({ timeout: 10_000 });
    }).toPass({ timeout: 240_000 });
    const endedOn = /\d\d\.\d\d\.\d{4}/.exec(await ended.innerText())?.[0] ?? '';
    await expect(to).toHaveValue(endedOn);
    await expect(graph.getByRole('status')).toContainText(`–${endedOn}`);
    // Nothing is read by the hour there: days are nothing to click on.
    await graph.getByRole('button', { name: 'Jako tabela' }).click();
    await expect(graph.getByRole('rowheader')).toHaveCount(31);
    await expect(graph.getByRole('rowheader').getByRole('button')).toHaveCount(0);
    await expectAccessible(page);

    await page.getByRole('link', { name: 'Analiza odchyleń' }).click();
    await expect(page).toHaveURL(/\/deviation\?timeframe=DAILY$/);
    await expect(ended).toContainText(endedOn);
    await expect(to).toHaveValue(endedOn);
    await expectAccessible(page);
    await page.goBack();

    await page.getByRole('button', { name: 'Przejdź do dzisiaj' }).click();
    await expect(to).toHaveValue(dayBefore(0));
    await expect(from).toHaveValue(dayBefore(30));
    await expect(graph.getByRole('status')).toContainText(`${dayBefore(30)}–${dayBefore(0)}`);
    await expect(ended).toHaveCount(0);
  });
});

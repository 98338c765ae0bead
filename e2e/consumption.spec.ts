import {
  expect,
  expectAccessible,
  navigationOf,
  signIn,
  signInByHand,
  test,
} from './support/portal.ts';
import { search } from './support/search.ts';

test('an administrator of PL goes from the login page to a tenant’s graph, and logs out', async ({
  page,
}) => {
  await page.goto('/');
  await expect(page).toHaveURL(/\/auth\/login$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in');
  await expectAccessible(page);

  await signInByHand(page, 'admin.pl');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pulpit');
  for (const tile of [
    'Bilans wody',
    'Przegląd zużycia',
    'Archiwum dokumentów',
    'Raporty',
    'Alerty',
  ]) {
    await expect(page.getByRole('main').getByRole('link', { name: tile })).toBeVisible();
  }
  await expectAccessible(page);

  await page.getByRole('main').getByRole('link', { name: 'Przegląd zużycia' }).click();
  await expect(page).toHaveURL(/\/consumption/);
  const list = page.getByRole('region', { name: 'Lista' });
  await expect(list.getByRole('link').first()).toBeVisible();
  await expect(page.getByRole('button', { name: /nieruchomości: / }).first()).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: /nieruchomości: Kraków/ }).click();
  await expect(page.getByRole('status').filter({ hasText: 'w widoku' })).not.toHaveText(/^86 z/);
  await page.getByPlaceholder(/Szukaj/).fill('PL-1001');
  await page.getByRole('button', { name: 'Pokaż wszystkie' }).click();
  await expect(list.getByRole('link')).toHaveCount(1);
  await list.getByRole('link').click();

  await expect(page).toHaveURL(/\/consumption\/1001$/);
  const graph = page.getByRole('region', { name: 'Zużycie w czasie' });
  await expect(graph.locator('.recharts-bar-rectangle').first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('combobox', { name: 'Rodzaj urządzenia' }).selectOption('HOT_WATER_METER');
  await expect(graph.getByRole('heading')).toContainText('Ciepła woda');
  await page.getByRole('combobox', { name: 'Przedział czasu' }).selectOption('WEEKLY');
  await expect(page).toHaveURL(/timeframe=WEEKLY/);
  await expect(graph.getByRole('button', { name: 'Oddal' })).toBeVisible();
  for (const kind of ['CSV', 'PNG', 'SVG']) {
    await graph.getByRole('button', { name: 'Pobierz' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: kind }).click();
    expect((await download).suggestedFilename()).toContain(`.${kind.toLowerCase()}`);
  }
  await graph.getByRole('button', { name: 'Jako tabela' }).click();
  await expect(graph.getByRole('table')).toContainText('m³');

  await page.locator('main a.row-link').first().click();
  await expect(page).toHaveURL(/\/consumption\/1001\/\d+/);
  const tenantGraph = page.getByRole('region', { name: 'Zużycie w czasie' });
  await expect(tenantGraph.getByRole('button', { name: /Okres porównawczy/ })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Jesteś tutaj' })).toContainText('Zużycie');
  await expectAccessible(page);

  const average = tenantGraph.getByRole('button', { name: /Średnia nieruchomości/ });
  await average.click();
  await expect(page).toHaveURL(/propertyAverage=true/);
  await expect(average).toContainText('m³');
  await expect(tenantGraph.locator('.recharts-line').first()).toBeVisible();

  await page.getByRole('link', { name: 'Analiza odchyleń' }).click();
  await expect(page).toHaveURL(/\/consumption\/1001\/\d+\/deviation\?timeframe=WEEKLY(&|$)/);
  await expect(page.getByText(/urządzeń w normie/)).toBeVisible();
  await expect(page.getByRole('table').getByRole('row').nth(1)).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'admin.pl' }).click();
  await page.getByRole('button', { name: 'Wyloguj' }).click();
  await expect(page).toHaveURL(/\/auth\/login$/);
  await page.goto('/consumption');
  await expect(page).toHaveURL(/\/auth\/login$/);
});

test('which building uses most per square metre, and which of its flats, takes three clicks', async ({
  page,
}) => {
  await signIn(page, 'admin.pl');
  await page.getByRole('main').getByRole('link', { name: 'Przegląd zużycia' }).click();
  await page.getByRole('link', { name: 'Porównaj nieruchomości' }).click();
  const rows = page.getByRole('table').getByRole('row');
  await expect(rows.nth(1)).toBeVisible();
  const rates = await page.locator('tbody tr td:nth-child(2)').allInnerTexts();
  // Those without an area come last, and have a dash.
  const figures = rates
    .map((text) => Number.parseFloat(text.replace(',', '.')))
    .filter(Number.isFinite);
  expect(figures.length).toBeGreaterThan(2);
  expect(figures).toEqual(figures.toSorted((one, other) => other - one));
  await expectAccessible(page);
  // Beside the menu of a window of 1280 px there is room for all columns.
  const hidden = () =>
    page
      .locator('.table-scroll')
      .evaluateAll((list) => list.map((one) => one.scrollWidth - one.clientWidth));
  expect(await hidden()).toEqual([0]);

  await page.locator('main a.row-link').first().click();
  await expect(page).toHaveURL(/\/consumption\/\d+\/flats\?.*category=/);
  await expect(page.locator('.quantity-bar-mark').first()).toBeVisible();
  await expectAccessible(page);
  expect(await hidden()).toEqual([0]);
  // The month before is another one, and the address says which.
  await page.getByRole('button', { name: 'Poprzedni miesiąc' }).click();
  await expect(page).toHaveURL(/month=\d{4}-\d\d-01/);
  await expect(rows.nth(1)).toBeVisible();
});

test('a click on a month shows its days, and the address keeps every state', async ({ page }) => {
  await signIn(page, 'admin.pl', '/consumption/1002?category=COLD_WATER_METER');
  const graph = page.getByRole('region', { name: 'Zużycie w czasie' });
  await graph.getByRole('button', { name: 'Jako tabela' }).click();
  await graph.getByRole('rowheader').nth(3).getByRole('button').click();
  await expect(page).toHaveURL(/timeframe=DAILY.*periodBegin=\d{4}-\d{2}-01/);
  await page.reload();
  await expect(graph.locator('.recharts-bar-rectangle').first()).toBeVisible();

  // The way above the page and the next building keep what was chosen.
  const chosen = new URL(page.url()).searchParams.get('periodBegin');
  await page.getByRole('navigation', { name: 'Jesteś tutaj' }).getByText('Zużycie').click();
  await expect(page).toHaveURL(new RegExp(`/consumption\\?.*periodBegin=${chosen}`));
  await search(page, 'PL-1001');
  await expect(page).toHaveURL(new RegExp(`/consumption/1001\\?.*periodBegin=${chosen}`));
  await expect(page).toHaveURL(/timeframe=DAILY/);

  await page.goto(
    `/consumption/1002?category=COLD_WATER_METER&timeframe=DAILY&periodBegin=${chosen}`,
  );
  await graph.getByRole('button', { name: 'Oddal' }).click();
  await expect(page).not.toHaveURL(/timeframe=DAILY/);
});

test('dragging over a graph zooms, by keyboard too, and the way back undoes it', async ({
  page,
}) => {
  await signIn(page, 'admin.pl', '/consumption/1002?category=COLD_WATER_METER');
  const graph = page.getByRole('region', { name: 'Zużycie w czasie' });
  const drawing = graph.getByRole('application');
  await expect(graph.locator('.recharts-bar-rectangle').first()).toBeVisible();
  await drawing.scrollIntoViewIfNeeded();
  // The plot lies between the axis of 64 pixels and a margin of 8.
  const box = await drawing.boundingBox();
  if (!box) throw new Error('The graph has no place on the page.');
  const middleOf = (month: number) => box.x + 64 + ((month + 0.5) / 12) * (box.width - 72);
  await page.mouse.move(middleOf(7), box.y + 100);
  await page.mouse.down();
  await page.mouse.move(middleOf(6), box.y + 110);
  await page.mouse.move(middleOf(4), box.y + 120);
  await expect(graph.getByRole('status')).toHaveText(/^01\.\d\d\.\d{4}–\d\d\.\d\d\.\d{4}$/);
  const chosen = await graph.getByRole('status').innerText();
  await expectAccessible(page);
  await page.mouse.up();
  await expect(page).toHaveURL(/category=COLD_WATER_METER&periodBegin=\d{4}-\d\d-01&periodEnd=/);
  await expect(graph.getByRole('status')).toHaveText(`Pokazany okres: ${chosen}`);
  await expect(page.getByRole('textbox', { name: 'Od' })).toHaveValue(chosen.slice(0, 10));
  await graph.getByRole('button', { name: 'Jako tabela' }).click();
  await expect(graph.getByRole('rowheader')).toHaveCount(4);
  await graph.getByRole('button', { name: 'Jako tabela' }).click();

  await page.goBack();
  await expect(page).not.toHaveURL(/periodBegin/);
  await expect(graph.getByRole('button', { name: 'Cały okres' })).toHaveCount(0);

  await page.mouse.move(0, 0);
  await drawing.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await expect(graph.getByRole('status')).toContainText('Enter przybliża');
  await page.keyboard.press('Escape');
  await expect(graph.getByRole('status')).toContainText('Pokazany okres');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/periodBegin=/);
  await expect(drawing).toBeFocused();
  await graph.getByRole('button', { name: 'Cały okres' }).click();
  await expect(page).not.toHaveURL(/periodBegin/);
});

test('an administrator of CZ sees Czech', async ({ page }) => {
  await signIn(page, 'admin.cz');
  await expect(page.locator('html')).toHaveAttribute('lang', 'cs');
  await expect
    .poll(() => navigationOf(page))
    .toEqual(['Spotřeba', 'Reporty', 'Archiv dokumentů', 'Upozornění']);
  await page.goto('/consumption');
  await expect(
    page.getByRole('region', { name: 'Seznam' }).getByRole('link').first(),
  ).toBeVisible();
  await expectAccessible(page);
});

test('an administrator of DK has tiles and pages, and no entries of the navigation', async ({
  page,
}) => {
  await signIn(page, 'admin.dk');
  expect(await navigationOf(page)).toEqual([]);
  await page.getByRole('main').getByRole('link', { name: 'Consumption overview' }).click();
  await expect(page).toHaveURL(/\/consumption$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Consumption');
});

test('domea sees consumption only', async ({ page }) => {
  await signIn(page, 'domea.pl');
  await expect.poll(() => navigationOf(page)).toEqual(['Zużycie']);
  await page.goto('/reports');
  await expect(page).toHaveURL(/\/(dashboard|auth\/login)$/);
});

test('what the package lacks is locked, and says so to eye, keyboard and screen reader', async ({
  page,
}) => {
  await signIn(page, 'basic.pl');
  await expect.poll(() => navigationOf(page)).toEqual(['Zużycie']);
  await expect(page.locator('main a.tile')).toHaveCount(1);
  const locked = page.locator('.tile-locked').filter({ hasText: 'Raporty' });
  // The tooltip's code comes after the page; the pointer enters anew until it is there.
  await expect(async () => {
    await page.mouse.move(0, 0);
    await locked.hover();
    await expect(page.locator('[role=tooltip]:popover-open')).toContainText(/plan/i, {
      timeout: 2000,
    });
  }).toPass({ timeout: 15_000 });
  await expectAccessible(page);
});

test('support sees user management', async ({ page }) => {
  await signIn(page, 'support.pl');
  await expect.poll(() => navigationOf(page)).toContain('Zarządzanie użytkownikami');
});

test.describe('on a phone in the dark', () => {
  test.use({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' });

  test('nothing is wider than the screen, and nothing violates axe', async ({ page }) => {
    await signIn(page, 'admin.pl');
    for (const path of ['/dashboard', '/consumption', '/consumption/1001']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.waitForLoadState('networkidle');
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow).toBe(0);
      await expectAccessible(page);
    }
    // The last one is a property, whose graph stands before its figures and whose tables have one button.
    const [graph, figures] = await Promise.all(
      ['.graph', '.stats'].map((part) => page.locator(`main ${part}`).first().boundingBox()),
    );
    expect(graph?.y).toBeLessThan(figures?.y ?? 0);
    await page.getByRole('button', { name: 'Filtruj i sortuj' }).first().click();
    await expect(page.getByLabel('Sortowanie')).toBeVisible();
    await expectAccessible(page);
  });
});

import { expect, expectAccessible, signIn, test } from './support/portal.ts';

const pdf = Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\na guide\n%%EOF', 'latin1');

test('what support puts up is in the menu at the top, and goes with its deletion', async ({
  page,
  browser,
}) => {
  test.slow();
  const label = `Guide ${Date.now()}`;
  await signIn(page, 'super.dk', '/static-files');
  await page.getByRole('button', { name: 'Add a file' }).click();
  const input = page.locator('input[type=file]');
  const refused = { name: 'a.html', mimeType: 'text/html', buffer: Buffer.from('<p>x') };
  await input.setInputFiles(refused);
  await expect(page.getByRole('alert')).toContainText('Only these can be sent');
  await input.setInputFiles({ name: 'guide.pdf', mimeType: 'application/pdf', buffer: pdf });
  await expect(page.getByText('guide.pdf (1 KB)')).toBeVisible();
  await page.getByLabel('Label').fill(label);
  await page.getByLabel('Tags').click();
  await page.getByRole('option', { name: 'Top menu' }).click();
  await page.keyboard.press('Escape');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('cell', { name: label })).toBeVisible();

  const reader = await (await browser.newContext()).newPage();
  await signIn(reader, 'admin.dk');
  await reader.getByRole('button', { name: 'Documents' }).click();
  const downloading = reader.waitForEvent('download');
  await reader.getByRole('button', { name: label }).click();
  expect((await downloading).suggestedFilename()).toBe('guide.pdf');
  await expectAccessible(reader);
  await reader.close();

  await page.getByRole('row', { name: label }).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('cell', { name: label })).toHaveCount(0);
});

test('a question that the address names is open', async ({ page }) => {
  await page.goto('/resources/frequently-asked-questions#locked');
  await expect(page.getByText('Your permission package does not include it')).toBeVisible();
  await expect(page.getByText('A missing value is shown as a dash')).toBeHidden();
});

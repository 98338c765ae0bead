import { launch } from './browser.ts';
const browser = await launch();
const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, colorScheme: 'light', locale: 'pl-PL' });
const page = await context.newPage();
page.on('console', (m) => { if (['error','warning'].includes(m.type())) console.log('CONSOLE', m.text()); });
page.on('pageerror', (e) => console.log('PAGEERROR', e.message));
const base = 'http://127.0.0.1:8310';
await page.goto(base);
await page.getByRole('button', { name: /Zaloguj|Sign in/ }).first().click();
await page.locator('input[type=text],input[name=username]').first().fill('support.pl');
await page.locator('input[type=password]').first().fill('Meterhouse-demo-1');
await page.keyboard.press('Enter');
await page.waitForURL((u) => u.origin === base && !u.pathname.includes('oidc') && !u.pathname.includes('sign'));
await page.waitForTimeout(1500);
const shot = async (name: string, to: string) => {
  await page.goto(base + to);
  await page.getByRole('heading', { level: 1 }).waitFor({ timeout: 60000 });
  await page.waitForTimeout(4000);
  await page.screenshot({ path: `/tmp/h1-pp/${name}.png`, fullPage: true });
  console.log(name, page.url());
};
const which = process.argv[2] ?? 'all';
const id = process.argv[3] ?? '1';
const width = Number(process.argv[4] ?? 1280);
if (width !== 1280) { await page.setViewportSize({ width, height: 844 }); await page.emulateMedia({ colorScheme: 'dark' }); }
if (which === 'all') {
  await shot(`index-${width}`, '/user-management');
  await shot(`list-${width}`, '/user-management/packages');
  await page.getByRole('link', { name: /./ }).filter({ hasText: /^[a-z]/ }).first().count();
  await shot(`preview-${width}`, `/user-management/packages/preview?packageId=${id}`);
  await shot(`form-${width}`, '/user-management/packages/form');
  await shot(`edit-${width}`, `/user-management/packages/form?mode=edit&packageId=${id}`);
  await shot(`missing-${width}`, '/user-management/packages/form?mode=edit');
  await shot(`unknown-${width}`, '/user-management/packages/form?mode=edit&packageId=99999');
  await shot(`odd-${width}`, '/user-management/packages/preview?packageId=abc');
}
await browser.close();

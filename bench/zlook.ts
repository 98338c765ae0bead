import { launch } from './browser.ts';
const [, , origin = 'http://127.0.0.1:8130', user = 'admin.pl', dark = '', width = '1280'] = process.argv;
const steps = process.argv.slice(6);
const browser = await launch();
const context = await browser.newContext({ viewport: { width: Number(width), height: 900 }, colorScheme: dark === 'dark' ? 'dark' : 'light' });
const page = await context.newPage();
page.on('console', (m) => { if (m.type() === 'error' || m.type() === 'warning') console.log('CONSOLE', m.text()); });
page.on('pageerror', (e) => console.log('PAGEERROR', e.message));
page.on('response', (r) => { if (r.url().includes('/api/document')) console.log(r.status(), r.request().method(), r.url().slice(0,140)); if (r.status() >= 400) console.log(r.status(), r.request().method(), r.url()); });
await page.goto(origin);
await page.getByRole('button', { name: /Zaloguj|Sign in|Přihlásit/ }).first().click();
await page.locator('input[name=username], input[name=login]').first().fill(user);
await page.locator('input[type=password]').fill('Meterhouse-demo-1');
await page.keyboard.press('Enter');
await page.waitForURL(/dashboard|\/$/);
await page.waitForLoadState('networkidle');
let n = 0;
for (const step of steps) {
  const [what, ...rest] = step.split('|');
  const arg = rest.join('|');
  try {
    if (what === 'go') await page.goto(origin + arg);
    if (what === 'click') await page.getByRole('button', { name: new RegExp(arg) }).first().click({ timeout: 8000 });
    if (what === 'link') await page.getByRole('link', { name: new RegExp(arg) }).first().click({ timeout: 8000 });
    if (what === 'css') await page.locator(arg).first().click({ timeout: 8000 });
    if (what === 'fill') { const [l, v] = rest; await page.getByLabel(new RegExp(l!)).first().fill(v!); }
    if (what === 'key') await page.keyboard.press(arg);
    if (what === 'wait') await page.waitForTimeout(Number(arg));
    if (what === 'shot') { await page.waitForTimeout(700); await page.screenshot({ path: `/tmp/shot-${arg}.png` }); console.log('shot', arg, page.url()); }
    if (what === 'full') { await page.waitForTimeout(700); await page.screenshot({ path: `/tmp/shot-${arg}.png`, fullPage: true }); }
  } catch (error) { console.log('FAILED', step, String(error).slice(0, 300)); }
  n++;
}
await browser.close();

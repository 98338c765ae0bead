import type { Browser, Page } from '@playwright/test';
import type { CompiledForm, JsonSchema } from '../schemas/manifest/compiledForm.ts';
import { createValidatorStore } from '../server/forms/validators.ts';
import { median, percentile, withPage } from './browser.ts';
import type { Options, Size } from './options.ts';
import { print } from './store.ts';

const fields = 200;
const sizes = {
  full: { rows: 100_000, rounds: 15, keys: 60, scrolled: 3000 },
  small: { rows: 100_000, rounds: 5, keys: 20, scrolled: 3000 },
  tiny: { rows: 1000, rounds: 1, keys: 2, scrolled: 200 },
} as const satisfies Record<Size, unknown>;

/** What a reader waits for in a very long table of the browser and in a very long form. */
export async function run({ size }: Options): Promise<void> {
  const { form, module } = makeForm();
  await withPage('interact', { [form.validator]: module }, async (browser, origin) => {
    await measureTable(browser, origin, sizes[size]);
    await measureForm(browser, origin, form, sizes[size].keys);
  });
}

function makeForm() {
  const names = Array.from({ length: fields }, (_, at) => `field${at}`);
  const schema: JsonSchema = {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, { type: 'string', maxLength: 200 }])),
    required: names.slice(0, 50),
    additionalProperties: false,
  };
  const validators = createValidatorStore();
  validators.keep('form', schema);
  const form: CompiledForm = {
    id: 'bench.form',
    schema,
    display: 'sections',
    sections: [],
    fields: names.map((name) => ({ name, label: 'ui:table.columns', width: 'half' })),
    validator: '/validator.js',
  };
  return { form, module: validators.findModule('form') ?? '' };
}

async function measureTable(
  browser: Browser,
  origin: string,
  { rows, rounds, scrolled }: { rows: number; rounds: number; scrolled: number },
) {
  const page = await openPage(browser, origin);
  await page.evaluate((count) => window.interact?.drawTable(count), rows);
  const click = (selector: string) =>
    page.evaluate((one) => window.interact?.click(one) ?? Number.NaN, selector);
  const costs: Record<'sortTexts' | 'sortNumbers' | 'filter', number[]> = {
    sortTexts: [],
    sortNumbers: [],
    filter: [],
  };
  // A reader looks before they click.
  await page.waitForTimeout(2000);
  const filter = '.column-filter input';
  await click('th:nth-child(2) .filter-button');
  await page.evaluate((one) => window.interact?.waitFor(one), filter);
  for (let round = 0; round < rounds; round++) {
    costs.sortTexts.push(await click('th:nth-child(2) .sort-button'));
    costs.sortNumbers.push(await click('th:nth-child(4) .sort-button'));
    costs.filter.push(await enter(page, filter, round % 2 ? 'tenant 77' : '8'));
    await enter(page, filter, '');
  }
  for (const [step, milliseconds] of Object.entries(costs)) {
    print({
      benchmark: 'interact',
      step: `table: ${step}`,
      rows,
      medianMs: round(median(milliseconds)),
      p95Ms: round(percentile(milliseconds, 0.95)),
      requiredMs: 100,
    });
  }
  const frames = await page.evaluate(
    (milliseconds) => window.interact?.scroll('.table-scroll', milliseconds) ?? [],
    scrolled,
  );
  print({
    benchmark: 'interact',
    step: 'table: scroll',
    rows,
    frames: frames.length,
    framesPerSecond: round(1000 / (frames.reduce((sum, one) => sum + one, 0) / frames.length)),
    p95Ms: round(percentile(frames, 0.95)),
    requiredFramesPerSecond: 60,
  });
  await page.close();
}

/** Milliseconds of script for what is entered into a field. */
function enter(page: Page, field: string, text: string): Promise<number> {
  return page.evaluate(
    ([selector, entered]) =>
      window.interact?.enter(selector, entered) ?? Promise.resolve(Number.NaN),
    [field, text] as const,
  );
}

async function measureForm(browser: Browser, origin: string, form: CompiledForm, rounds: number) {
  const page = await openPage(browser, origin);
  await page.evaluate((one) => window.interact?.drawForm(one), form);
  const input = '[id$="_field7"]';
  const keystrokes: number[] = [];
  const handedOn: number[] = [];
  for (let at = 0; at < rounds; at++) {
    keystrokes.push(await enter(page, input, 'a'.repeat(at + 1)));
    handedOn.push(await page.evaluate((one) => window.interact?.handOn(one) ?? Number.NaN, input));
  }
  for (const [step, milliseconds] of Object.entries({ keystroke: keystrokes, handedOn })) {
    print({
      benchmark: 'interact',
      step: `form: ${step}`,
      fields,
      medianMs: round(median(milliseconds)),
      p95Ms: round(percentile(milliseconds, 0.95)),
      requiredMs: 16,
    });
  }
  await page.close();
}

async function openPage(browser: Browser, origin: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  page.on('pageerror', (error) => console.error(error));
  await page.goto(origin);
  await page.waitForFunction(() => window.interact !== undefined);
  return page;
}

function round(value: number): number {
  return Number(value.toFixed(2));
}

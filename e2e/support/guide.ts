import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page } from '@playwright/test';

/**
 * Guides that say what to do in the browser in sentences of a few kinds, done as they are written. A
 * sentence of no known kind is a fault, so that no step is passed over.
 */

/** A step: the sentence, and of its kind the words between its marks. */
export interface Step {
  readonly sentence: string;
  readonly kind: keyof typeof kinds;
  readonly words: readonly string[];
}

const value = '`([^`]+)`';
const label = '\\*\\*([^*]+)\\*\\*';
const kinds = {
  choosePassword: `Choose the password ${value} by the mail to ${value}\\.`,
  signIn: `Sign in as ${value} with ${value}\\.`,
  language: `Choose ${value} in the menu under your name\\.`,
  signOut: 'Sign out\\.',
  pressBeside: `Press ${label} beside ${value}\\.`,
  pressInPanel: `Press ${label} in the panel\\.`,
  press: `Press ${label}\\.`,
  fill: `Fill ${label} with ${value}\\.`,
  choose: `Choose ${value} under ${label}\\.`,
  tick: `Tick ${label}\\.`,
  see: `See ${value}(?:\\.|$)`,
  dontSee: `Don't see ${value}(?:\\.|$)`,
} as const;

/** A part of a guide: its shell commands, then its steps. */
export interface Part {
  readonly heading: string;
  readonly shell: string;
  readonly steps: readonly Step[];
}

/** The parts (###) of a section (##) of a document, in its order. */
export function readGuide(file: string, section: string): Part[] {
  const [, rest = ''] = readFileSync(file, 'utf8').split(`\n## ${section}\n`);
  const [whole = ''] = rest.split('\n## ');
  return whole
    .split('\n### ')
    .slice(1)
    .map((text) => {
      const [heading = '', ...lines] = text.split('\n');
      const body = lines.join('\n');
      const shell = [...body.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block).join('');
      const items = [...body.matchAll(/^\d+\. (.*)$/gm)].map(([, item = '']) => item);
      return { heading, shell, steps: items.flatMap(readSteps) };
    });
}

function readSteps(item: string): Step[] {
  const steps: Step[] = [];
  for (let rest = item; rest !== ''; ) {
    const step = readStep(rest);
    if (!step) throw new Error(`No step begins so: ${rest}`);
    steps.push(step);
    rest = rest.slice(step.sentence.length).trimStart();
  }
  return steps;
}

function readStep(text: string): Step | undefined {
  for (const [kind, pattern] of Object.entries(kinds)) {
    const [sentence, ...words] = new RegExp(`^${pattern}`).exec(text) ?? [];
    if (sentence !== undefined) return { sentence, kind: kind as Step['kind'], words };
  }
  return undefined;
}

/** What depends on the identity provider. */
export interface Ways {
  choosePassword(page: Page, password: string, email: string): Promise<void>;
  /** On the provider's page, which is open. */
  answerProvider(page: Page, username: string, password: string): Promise<void>;
}

/** Does a step in a page of the portal. */
export async function doStep(page: Page, { kind, words }: Step, ways: Ways): Promise<void> {
  const [first = '', second = ''] = words;
  const panel = page.getByRole('dialog');
  switch (kind) {
    case 'choosePassword':
      return ways.choosePassword(page, first, second);
    case 'signIn':
      await page.goto('/');
      await page
        .getByRole('main')
        .getByRole('button', { name: /^(Sign in|Zaloguj się)$/ })
        .click();
      await ways.answerProvider(page, first, second);
      return expect(page).toHaveURL(/\/dashboard$/);
    case 'language':
      await page.locator('.user-button').click();
      await page.locator('.user-menu select').selectOption({ label: first });
      await expect(page.locator('html')).toHaveAttribute('lang', 'en');
      return page.keyboard.press('Escape');
    case 'signOut':
      await page.locator('.user-button').click();
      await page.getByRole('button', { name: 'Log out' }).click();
      return expect(page).toHaveURL(/\/auth\/login$/);
    case 'pressBeside': {
      const row = page.getByRole('row').filter({ hasText: second });
      return pressable(row, first).click();
    }
    case 'pressInPanel':
      await pressable(panel, first).click();
      return expect(panel).toHaveCount(0);
    case 'press':
      return pressable(page.locator('body'), first).first().click();
    case 'fill':
      return page.getByRole('textbox', { name: first, exact: true }).fill(second);
    case 'choose':
      await page
        .getByRole('combobox', { name: second, exact: true })
        .selectOption({ label: first });
      return;
    case 'tick':
      // The box itself lies under its drawing.
      await page.getByRole('checkbox', { name: first, exact: true }).focus();
      return page.keyboard.press('Space');
    case 'see':
      return expect(page.getByText(first).first()).toBeVisible();
    case 'dontSee':
      return expect(page.getByText(first)).toHaveCount(0);
  }
}

/** A button or link of that name, an ornament behind it left out. */
function pressable(within: Locator, name: string): Locator {
  const exact = { name, exact: true };
  return within.getByRole('button', exact).or(within.getByRole('link', exact));
}

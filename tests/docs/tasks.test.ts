import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse } from 'jsonc-parser';
import { describe, expect, onTestFinished, test } from 'vitest';
import { checkSubmission } from '../../server/forms/checkSubmission.ts';
import { createValidatorStore } from '../../server/forms/validators.ts';
import { compileScreen } from '../../server/manifests/compile.ts';
import { loadFiles } from '../../server/manifests/load.ts';
import type { ManifestSet } from '../../server/manifests/manifestSet.ts';
import { readManifests } from '../../server/manifests/readManifests.ts';
import { takeSnapshot } from '../../server/manifests/tools/snapshot.ts';
import { realDirectories } from '../server/manifests/directories.ts';
import { holder } from '../server/manifests/subjects.ts';
import { type Block, readBlocks } from './documents.ts';

/** Does each task of the product owners’ guide as it is written there. */

const blocks = readBlocks('product-owners.md').filter(({ info }) => info.has('file'));
// biome-ignore lint/suspicious/noExplicitAny: files are looked into freely here.
type Free = any;

async function copyReal() {
  const root = await mkdtemp(path.join(tmpdir(), 'tasks-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  await cp(realDirectories.manifestsDirectory, path.join(root, 'manifests'), { recursive: true });
  await cp(realDirectories.localesDirectory, path.join(root, 'locales'), { recursive: true });
  return root;
}

async function apply(root: string, block: Block) {
  const file = path.join(root, block.info.get('file') ?? '');
  const given = parse(block.text, [], { allowTrailingComma: true });
  const content = block.info.has('merge')
    ? merge(parse(await readFile(file, 'utf8')), given)
    : given;
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify(content, undefined, 2));
}

function merge(base: Free, over: Free): Free {
  if (typeof over !== 'object' || over === null || Array.isArray(over)) return over;
  const merged = { ...base };
  for (const [key, value] of Object.entries(over)) {
    if (value === null) merged[key] = undefined;
    else merged[key] = merge(merged[key] ?? {}, value);
  }
  return merged;
}

async function done(heading: string) {
  const root = await copyReal();
  const own = blocks.filter((block) => block.heading === heading);
  expect(own.length).toBeGreaterThan(0);
  for (const block of own) await apply(root, block);
  const directories = {
    manifestsDirectory: path.join(root, 'manifests'),
    localesDirectory: path.join(root, 'locales'),
  };
  const { set, faults } = await readManifests(directories);
  expect(faults).toEqual([]);
  return { set: set as ManifestSet, directories };
}

const store = createValidatorStore();
const good = {
  subject: 'TECH_SUPPORT',
  message: 'The meter in flat 3 is silent.',
  emailAddress: 'a@b.pl',
  sendCopy: false,
};

function contactForm(set: ManifestSet) {
  const screen = compileScreen(
    set.markets.PL,
    'contact.index',
    holder('PL', 'portal_admin'),
    store.keep,
  );
  return (screen as Free).root.children[0].form;
}
const rulesBroken = (form: Free, body: object) =>
  checkSubmission(form, body, store).map(({ field, rule }) => `${field} ${rule}`);

describe('the product owners’ tasks', () => {
  test('each heading with a file is done below', () => {
    expect([...new Set(blocks.map(({ heading }) => heading))]).toEqual([
      'Add a field to a form',
      'Take a field away',
      'Hide a column in one country',
      'Tighten a limit',
      'Ask for a field only at times',
      'Add a language',
    ]);
  });

  test('Add a field to a form', async () => {
    const { set } = await done('Add a field to a form');
    const names = contactForm(set).fields.map(({ name }: Free) => name);
    expect(names).toContain('additionalEmailAddress');
  });

  test('Take a field away', async () => {
    const form = contactForm((await done('Take a field away')).set);
    expect(form.schema.properties).not.toHaveProperty('additionalEmailAddress');
    expect(rulesBroken(form, { ...good, additionalEmailAddress: 'c@d.pl' })).toEqual([
      'body.additionalEmailAddress hidden',
    ]);
  });

  test('Hide a column in one country', async () => {
    const { set } = await done('Hide a column in one country');
    const columns = (country: 'CZ' | 'PL') => {
      const screen = compileScreen(
        set.markets[country],
        'consumption.property',
        holder(country, 'portal_admin'),
      ) as Free;
      const table = screen.root.children.find(({ id }: Free) => id === 'tenants');
      return table.columns.map(({ id }: Free) => id);
    };
    expect(columns('PL')).toContain('coldWaterMeter');
    expect(columns('CZ')).not.toContain('coldWaterMeter');
    expect(columns('CZ')).toHaveLength(columns('PL').length - 1);
  });

  test('Tighten a limit', async () => {
    const form = contactForm((await done('Tighten a limit')).set);
    expect(rulesBroken(form, { ...good, message: 'x'.repeat(1000) })).toEqual([]);
    expect(rulesBroken(form, { ...good, message: 'x'.repeat(1001) })).toEqual([
      'body.message maxLength',
    ]);
  });

  test('Ask for a field only at times', async () => {
    const form = contactForm((await done('Ask for a field only at times')).set);
    expect(rulesBroken(form, good)).toEqual([]);
    expect(rulesBroken(form, { ...good, sendCopy: true })).toEqual([
      'body.additionalEmailAddress required',
    ]);
  });

  test('Add a language', async () => {
    const { set, directories } = await done('Add a language');
    const loaded = await loadFiles(directories);
    const subject = holder('PL', 'portal_admin');
    const audiences = [{ country: 'PL' as const, role: 'portal_admin', subject }];
    const [view] = takeSnapshot(set, loaded, { audiences, languages: ['sv'] });
    const { root } = (view as Free).parts.get('screens/contact.index');
    expect(root.title).toBe('Kontakt');
    expect(root.children[0].submitLabel).toBe('Skicka');
    expect(root.subtitle).toBe('Tell us what you need. We answer by e-mail.');
  });
});

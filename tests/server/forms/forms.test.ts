import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, it, test } from 'vitest';
import type { CompiledForm } from '../../../schemas/manifest/compiledForm.ts';
import { checkSubmission } from '../../../server/forms/checkSubmission.ts';
import { readFormSchema } from '../../../server/forms/jsonSchema.ts';
import { sayIn } from '../../../server/forms/sayIn.ts';
import { createValidatorStore } from '../../../server/forms/validators.ts';
import { readManifests } from '../../../server/manifests/serve/readManifests.ts';
import { compileScreen } from '../../../server/manifests/session/compile.ts';
import { compileForm } from '../../../server/manifests/session/compileForm.ts';
import { readForm } from '../../../server/manifests/session/parseMarket.ts';
import { copyRealManifests } from '../manifests/copyReal.ts';
import { realDirectories } from '../manifests/directories.ts';
import { holder } from '../manifests/subjects.ts';

// biome-ignore lint/suspicious/noExplicitAny: files are looked into freely here.
type Free = any;

/** The portal's own manifests with a change to the contact form, or with further files. */
async function readWith(
  change: (form: Free) => void,
  files: Readonly<Record<string, object>> = {},
) {
  const root = await mkdtemp(path.join(tmpdir(), 'forms-'));
  const directory = path.join(root, 'manifests');
  copyRealManifests(directory);
  const file = path.join(directory, 'modules/contact/message.form.json');
  const form = JSON.parse(await readFile(file, 'utf8'));
  change(form);
  await writeFile(file, JSON.stringify(form, undefined, 2));
  for (const [place, content] of Object.entries(files)) {
    const target = path.join(directory, place);
    await cp(file, target);
    await writeFile(target, JSON.stringify(content));
  }
  try {
    return await readManifests({ ...realDirectories, manifestsDirectory: directory });
  } finally {
    await rm(root, { recursive: true });
  }
}

const label = 'fields:ContactMessage.message';

const bad: readonly [string, (form: Free) => void, string][] = [
  [
    'an unknown schema',
    (f) => (f.schema = 'contactMesage'),
    'expected a schema of schemas/forms, found "contactMesage", did you mean "contactMessage"?',
  ],
  [
    'an unknown field',
    (f) => (f.fields.mesage = { label }),
    'fields.mesage  expected a field of the schema, found "mesage", did you mean "message", "sendCopy" or "subject"?',
  ],
  [
    'a missing field',
    (f) => (f.fields.subject = undefined),
    'fields  expected the field "subject", which the schema needs, found nothing',
  ],
  [
    'a wider bound',
    (f) => (f.fields.message.maxLength = 5000),
    'fields.message.maxLength  expected at most the schema’s 4000, found 5000',
  ],
  [
    'a lower bound',
    (f) => (f.fields.message.minLength = 0),
    'fields.message.minLength  expected at least the schema’s 1, found 0',
  ],
  [
    'a bound of another type',
    (f) => (f.fields.message.minimum = 1),
    'fields.message.minimum  expected "minimum" on number or integer, found string',
  ],
  [
    'a new choice',
    (f) => (f.fields.subject.only = ['TECH_SUPORT']),
    'fields.subject.only[0]  expected a choice of the schema, found "TECH_SUPORT", did you mean "TECH_SUPPORT"?',
  ],
  [
    'a widget that does not fit',
    (f) => (f.fields.sendCopy.widget = 'date'),
    'fields.sendCopy.widget  expected one of "switch", "checkbox", "radio", "select", "hidden" for this field, found "date"',
  ],
  [
    'an unknown widget',
    (f) => (f.fields.message.widget = 'textaera'),
    'found "textaera", did you mean "textarea"?',
  ],
  [
    'a default of another type',
    (f) => (f.fields.sendCopy.default = 'yes'),
    'fields.sendCopy.default  expected boolean, found "yes"',
  ],
  [
    'a hidden field without a value',
    (f) => (f.fields.sendCopy = { label, widget: 'hidden' }),
    'fields.sendCopy.default  expected a default for what nobody can fill in, found nothing',
  ],
  [
    'an unknown section',
    (f) => (f.fields.message.section = 'waht'),
    'fields.message.section  expected a section of this form, found "waht", did you mean "what"?',
  ],
  [
    'an unknown rule',
    (f) => (f.fields.message.rules = { a: { rule: 'alpha_dahs' } }),
    'fields.message.rules.a.rule  expected a rule, found "alpha_dahs", did you mean "alpha_dash"?',
  ],
  [
    'a rule without its parameters',
    (f) => (f.fields.message.rules = { a: { rule: 'between', params: [1] } }),
    'expected two parameters, such as [1, 5] or { "min": 1, "max": 5 }, for "between"',
  ],
  [
    'a condition on an unknown field',
    (f) => (f.fields.additionalEmailAddress.visibleWhen = { field: 'sendCpy', is: true }),
    'expected a field of the form, found "sendCpy", did you mean "sendCopy", "message" or "subject"?',
  ],
  [
    'a condition on what the schema needs',
    (f) => (f.fields.message.visibleWhen = { field: 'sendCopy', is: true }),
    'fields.message.visibleWhen  expected no condition, for the schema always needs "message"',
  ],
  [
    'a rule of access on what the schema needs',
    (f) => (f.fields.message.access = { anyRole: ['portal_admin'] }),
    'fields.message.access  expected no access rule, for the schema needs "message" of everybody',
  ],
  [
    'an unknown text',
    (f) => (f.fields.message.help = 'contact:mesageHelp'),
    'found "contact:mesageHelp", did you mean "contact:messageHelp", or add it to locales/en/contact.json?',
  ],
  [
    'steps without sections',
    (f) => {
      f.display = 'steps';
      f.sections = { what: f.sections.what };
      for (const one of Object.values(f.fields) as Free[]) one.section = 'what';
    },
    'display  expected at least two sections to step through',
  ],
];

describe('a form that its schema does not allow is told so', () => {
  // All of them beside the form that is sound, so that the manifests are read once.
  let read: Awaited<ReturnType<typeof readWith>>;
  beforeAll(async () => {
    const file = path.join(realDirectories.manifestsDirectory, 'modules/contact/message.form.json');
    const sound = await readFile(file, 'utf8');
    const forms = bad.map(([, change], at) => {
      const form = JSON.parse(sound);
      change(form);
      return [`modules/contact/bad-${at}.form.json`, form] as const;
    });
    read = await readWith(() => undefined, Object.fromEntries(forms));
  });

  it.each(bad.map(([name, , message], at) => [name, message, at] as const))(
    '%s',
    (_name, message, at) => {
      const { faults, set } = read;
      expect(set).toBeUndefined();
      const own = faults.filter((fault) => fault.includes(`bad-${at}.form.json:`));
      const [first = ''] = own.filter((fault) => fault.includes(message));
      expect(own.join('\n')).toContain(message);
      expect(first).toMatch(/^manifests\/modules\/contact\/bad-\d+\.form\.json:\d+:\d+ {2}/);
    },
  );

  it('an override of a form that isn’t there, and a form that nothing can send', async () => {
    const { faults } = await readWith(() => undefined, {
      'modules/contact/other.form.json': {
        $schema: '../../schema/form.schema.json',
        manifestVersion: 2,
        schema: 'reportDefinition',
        fields: { reportName: { label }, reportType: { label } },
      },
      'modules/contact/index.screen.json': {
        $schema: '../../schema/screen.schema.json',
        manifestVersion: 2,
        title: 'contact:title',
        children: {
          a: {
            type: 'form',
            form: 'contact.other',
            submit: { do: 'call', call: 'contact.send' },
          },
          b: {
            type: 'form',
            form: 'contact.mesage',
            submit: { do: 'call', call: 'contact.sned' },
          },
        },
      },
    });
    expect(faults.join('\n')).toContain(
      'children.a.submit.call  expected an operation whose body is the form’s schema "reportDefinition"',
    );
    expect(faults.join('\n')).toContain('found "contact.mesage", did you mean "contact.message"?');
    expect(faults.join('\n')).toContain('found "contact.sned", did you mean "contact.send"?');
  });
});

const admin = holder('PL', 'portal_admin');
const store = createValidatorStore();

async function compiled(change: (form: Free) => void, subject = admin): Promise<CompiledForm> {
  const { set, faults } = await readWith(change);
  expect(faults).toEqual([]);
  const screen = compileScreen(set?.markets.PL as Free, 'contact.index', subject, {
    keepSchema: store.keep,
  }) as Free;
  return screen.root.children[0].form;
}

const good = {
  subject: 'TECH_SUPPORT',
  message: 'The meter in flat 3 is silent.',
  emailAddress: 'a@b.pl',
  sendCopy: false,
};
const faultsOf = (form: CompiledForm, body: unknown) =>
  checkSubmission(
    form,
    body,
    store,
    sayIn(() => ({})),
  ).map(({ field, rule }) => `${field} ${rule}`);

describe('a compiled form', () => {
  it('judges what is submitted as narrowly as its file says', async () => {
    const form = await compiled(() => undefined);
    expect(faultsOf(form, good)).toEqual([]);
    expect(faultsOf(form, { ...good, message: 'short' })).toEqual(['body.message minLength']);
    expect(faultsOf(form, { ...good, subject: 'OTHER' })).toEqual(['body.subject enum']);
    expect(faultsOf(form, { ...good, emailAddress: 'nobody' })).toEqual([
      'body.emailAddress format',
    ]);
    expect(faultsOf(form, { ...good, owner: 'me' })).toEqual(['body.owner hidden']);
    expect(faultsOf(form, { ...good, additionalEmailAddress: 'a@b.pl' })).toEqual([
      'body.additionalEmailAddress is_not',
    ]);
    expect(faultsOf(form, {}).toSorted()).toEqual([
      'body.emailAddress required',
      'body.message required',
      'body.sendCopy required',
      'body.subject required',
    ]);
    for (const body of [null, [], 'text', 7]) expect(faultsOf(form, body)).toEqual(['body type']);
  });

  it('has neither a field that the file leaves out nor one that the role may not see', async () => {
    const without = await compiled((f) => (f.fields.additionalEmailAddress = undefined));
    expect(Object.keys(without.schema.properties ?? {})).not.toContain('additionalEmailAddress');
    const given = { ...good, additionalEmailAddress: 'c@d.pl' };
    expect(faultsOf(without, given)).toEqual(['body.additionalEmailAddress hidden']);

    const restrict = (f: Free) => {
      f.fields.additionalEmailAddress.access = { anyRole: ['portal_support'] };
    };
    expect(faultsOf(await compiled(restrict), given)).toEqual([
      'body.additionalEmailAddress hidden',
    ]);
    const support = await compiled(restrict, holder('PL', 'portal_support'));
    expect(faultsOf(support, given)).toEqual([]);
  });

  it('asks for what shows, and takes nothing that is hidden', async () => {
    const form = await compiled((f) => {
      const field = f.fields.additionalEmailAddress;
      field.visibleWhen = { field: 'sendCopy', is: true };
      field.required = true;
    });
    expect(faultsOf(form, good)).toEqual([]);
    expect(faultsOf(form, { ...good, sendCopy: true })).toEqual([
      'body.additionalEmailAddress required',
    ]);
    expect(faultsOf(form, { ...good, additionalEmailAddress: 'c@d.pl' })).toEqual([
      'body.additionalEmailAddress hidden',
    ]);
    expect(faultsOf(form, { ...good, sendCopy: true, additionalEmailAddress: 'c@d.pl' })).toEqual(
      [],
    );
  });

  it('is in the order of its file, section by section, with the labels of its choices', async () => {
    const form = await compiled((f) => {
      const { emailAddress, ...others } = f.fields;
      f.fields = { ...others, emailAddress };
      f.fields.subject.only = ['TECH_SUPPORT', 'DATA_UPDATE'];
    });
    expect(form.sections.map(({ id }) => id)).toEqual(['what', 'answer']);
    expect(form.fields.map(({ name }) => name)).toEqual([
      'subject',
      'additionalEmailAddress',
      'message',
      'attachments',
      'sendCopy',
      'emailAddress',
    ]);
    expect(form.fields[0]).toMatchObject({ enumeration: 'contactTopic' });
    expect(form.schema.properties?.['subject']?.enum).toEqual(['TECH_SUPPORT', 'DATA_UPDATE']);
  });
});

describe('the validators’ module', () => {
  it('judges as the server does, and makes no code', async () => {
    const form = await compiled(() => undefined);
    const name = form.validator.replace(/^.*\/|\.js$/g, '');
    const code = store.findModule(name) ?? '';
    expect(code).not.toMatch(/new Function|eval\(|^import /m);
    const { default: make } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
    const ucs2length = (await import('ajv/dist/runtime/ucs2length.js')) as Free;
    const formats = (await import('ajv-formats/dist/formats.js')) as Free;
    const functions = make((asked: string) =>
      asked.endsWith('formats')
        ? (formats.default ?? formats)
        : { default: ucs2length.default.default ?? ucs2length.default },
    );
    const all = Object.values(functions) as ((body: unknown) => boolean)[];
    expect(all.some((one) => one(good) && !one({ ...good, message: 'short' }))).toBe(true);
  });

  it('is unknown under another name', () => {
    expect(store.findModule('x'.repeat(32))).toBeUndefined();
  });
});

test('a form’s JSON Schema says each thing in one way', () => {
  const schema = readFormSchema('reportDefinition');
  expect(schema.properties?.['numberOfDays']).toEqual({
    type: 'integer',
    minimum: 1,
    maximum: 366,
  });
  expect(schema.properties?.['startDate']).toEqual({ type: 'string', format: 'date' });
  expect(schema.properties?.['sampling']).toEqual({
    type: 'string',
    enum: ['DAILY', 'WEEKLY', 'MONTHLY'],
  });
  expect(schema.properties?.['reportType']?.enum).toHaveLength(16);
  expect(JSON.stringify(schema)).not.toContain('$ref');
});

test('fields of a list’s objects are narrowed, too', () => {
  const file = {
    manifestVersion: 2 as const,
    schema: 'reportDefinition',
    display: 'sections' as const,
    fields: {
      reportName: { label, width: 'full' as const },
      reportType: { label, width: 'full' as const },
      minimumConsumption: { label, width: 'full' as const, decimals: 2 },
      columns: {
        label,
        width: 'full' as const,
        maxItems: 2,
        fields: {
          name: { label, width: 'full' as const },
          maxWidth: { label, width: 'full' as const, maximum: 50 },
        },
      },
    },
  };
  const everything = { subject: admin, refuseCall: () => undefined, canEnter: () => true };
  const form = compileForm(
    'x.y',
    readForm('x.y', file),
    { allowance: everything, offers: () => true },
    store.keep,
  );
  const body = { reportName: 'R', reportType: 'AREA_ANALYSIS' };
  expect(faultsOf(form, { ...body, columns: [{ name: 'unit', maxWidth: 50 }] })).toEqual([]);
  expect(faultsOf(form, { ...body, columns: [{ name: 'unit', maxWidth: 51 }] })).toEqual([
    'body.columns.0.maxWidth maximum',
  ]);
  expect(faultsOf(form, { ...body, columns: [{ name: 'unit', customName: 'b' }] })).toEqual([
    'body.columns.0.customName hidden',
  ]);
  expect(faultsOf(form, { ...body, minimumConsumption: 0.25 })).toEqual([]);
  expect(faultsOf(form, { ...body, minimumConsumption: 0.255 })).toEqual([
    'body.minimumConsumption multipleOf',
  ]);
});

import { describe, expect, it, test } from 'vitest';
import polish from '../../../locales/pl/validation.json' with { type: 'json' };
import type { FormSchemaName } from '../../../schemas/forms/formSchemas.ts';
import type { FormFile } from '../../../schemas/manifest/form.ts';
import { checkSubmission } from '../../../server/forms/checkSubmission.ts';
import { innerSchema, readFormSchema } from '../../../server/forms/jsonSchema.ts';
import { sayIn } from '../../../server/forms/sayIn.ts';
import { createValidatorStore } from '../../../server/forms/validators.ts';
import { checkForm } from '../../../server/manifests/check/checkForm.ts';
import { fittingWidgets } from '../../../server/manifests/check/fittingWidgets.ts';
import type { Fault } from '../../../server/manifests/ground/faults.ts';
import { type Located, parseLocated } from '../../../server/manifests/ground/located.ts';
import { compileForm } from '../../../server/manifests/session/compileForm.ts';
import { readForm } from '../../../server/manifests/session/parseMarket.ts';
import { holder } from '../manifests/subjects.ts';

/** What forms.test.ts doesn't ask of the portal's own forms, of small ones and without its manifests. */

// biome-ignore lint/suspicious/noExplicitAny: files with mistakes are written freely here.
type Fields = Record<string, any>;

const label = 'fields:ContactMessage.message';
const report: Fields = { reportName: { label }, reportType: { label } };

function check(schema: FormSchemaName, fields: Fields, others: object = {}) {
  const faults: Fault[] = [];
  const text = JSON.stringify({ manifestVersion: 2, schema, fields, ...others });
  const located = parseLocated({ name: 'f.form.json', text }, faults) as Located;
  checkForm(located, schema, faults);
  return faults.map((fault) => ({
    said: `${fault.path}  ${fault.message}`,
    at: text.slice(fault.offset),
  }));
}
const said = (fields: Fields, others?: object) =>
  check('reportDefinition', { ...report, ...fields }, others).map((one) => one.said);

describe('a form’s file', () => {
  it('may say each thing that its schema allows, up to the bounds themselves', () => {
    expect(
      said(
        {
          generationDay: { label, minimum: 1, maximum: 31, section: 'a', widget: 'range' },
          minimumConsumption: { label, decimals: 2, minimum: 5, maximum: 5.5, default: 5.5 },
          reportName: { label, minLength: 1, visibleWhen: undefined },
          errorTypes: { label, minItems: 2, maxItems: 2, widget: 'tags', default: ['A', 'B'] },
          columns: { label, fields: { name: { label }, maxWidth: { label, maximum: 1000 } } },
          deviceType: {
            label,
            only: ['COLD_WATER_METER', 'HOT_WATER_METER'],
            default: 'HOT_WATER_METER',
          },
          consumerName: { label, visibleWhen: { field: 'useHeaders', is: true } },
          useHeaders: { label, widget: 'hidden', default: true },
          numberOfDays: { label, widget: 'hidden', initial: '$session.mail' },
          startDate: { label, widget: 'date', default: '2026-01-01' },
        },
        {
          display: 'steps',
          sections: { a: { title: 'contact:title' }, b: { title: 'contact:title' } },
        },
      ),
    ).toEqual([]);
  });

  it.each<[string, Fields, string[]]>([
    [
      'names all unknown fields, and goes on behind them',
      { reportNam: { label }, generationDay: { label, maximum: 32 } },
      [
        'fields.reportNam  expected a field of the schema, found "reportNam", did you mean "reportName", "reportType" or "format"?',
        'fields.generationDay.maximum  expected at most the schema’s 31, found 32',
      ],
    ],
    [
      'has bounds of the type only, and goes on behind those',
      { generationDay: { label, decimals: 1, minimum: 0 } },
      [
        'fields.generationDay.minimum  expected at least the schema’s 1, found 0',
        'fields.generationDay.decimals  expected "decimals" on number, found integer',
      ],
    ],
    [
      'leaves room between its bounds',
      { generationDay: { label, minimum: 5, maximum: 4 } },
      [
        'fields.generationDay.maximum  expected at least 5, which "minimum" is, found 4: no input fits both',
      ],
    ],
    [
      'leaves room above a bound of its schema',
      { columns: { label, fields: { name: { label }, customName: { label, minLength: 101 } } } },
      [
        'fields.columns.fields.customName.minLength  expected at most 100, which "maxLength" is, found 101: no input fits both',
      ],
    ],
    [
      'asks for no more entries than there are choices',
      { errorTypes: { label, only: ['A', 'B'], minItems: 3 } },
      [
        'fields.errorTypes.minItems  expected at most 2, as there are choices, found 3',
        'fields.errorTypes.only[0]  expected a field with choices',
        'fields.errorTypes.only[1]  expected a field with choices',
      ],
    ],
    [
      'has a count of entries for a list only, of which this is one fault',
      { deviceType: { label, only: ['COLD_WATER_METER'], minItems: 3 } },
      ['fields.deviceType.minItems  expected "minItems" on array, found string'],
    ],
    [
      'has the fields that the objects of a list need',
      { columns: { label } },
      ['fields.columns.fields  expected the field "name", which the schema needs, found nothing'],
    ],
    [
      'has groups only where its choices have them',
      { deviceType: { label, grouped: true } },
      ['fields.deviceType.grouped  expected a field whose choices have groups'],
    ],
    [
      'is chips only where the first of its fields has choices, and only so has all by none',
      {
        columns: { label, widget: 'chips', fields: { maxWidth: { label }, name: { label } } },
        errorTypes: { label, noneIsAll: true },
      },
      [
        'fields.columns.widget  expected its first field to have choices, found "maxWidth"',
        'fields.errorTypes.noneIsAll  expected "widget": "chips" beside it, found nothing',
      ],
    ],
    [
      'lies ahead only where it is a day',
      { consumerName: { label, ahead: true } },
      ['fields.consumerName.ahead  expected a field that takes a day'],
    ],
    [
      'has fields within objects only',
      { consumerName: { label, fields: { a: { label } } } },
      ['fields.consumerName.fields  expected an object or a list of objects, found string'],
    ],
    [
      'has a default that is among its own choices',
      { deviceType: { label, only: ['COLD_WATER_METER'], default: 'HOT_WATER_METER' } },
      ['fields.deviceType.default  expected one of "COLD_WATER_METER", found "HOT_WATER_METER"'],
    ],
    [
      'has a whole number for a whole number',
      { generationDay: { label, default: 4.5 } },
      ['fields.generationDay.default  expected integer, found 4.5'],
    ],
    [
      'has a text for a text, a number for a number, a list for a list',
      {
        consumerName: { label, default: 7 },
        minimumConsumption: { label, default: 'much' },
        errorTypes: { label, default: 'A' },
      },
      [
        'fields.consumerName.default  expected string, found 7',
        'fields.minimumConsumption.default  expected number, found "much"',
        'fields.errorTypes.default  expected array, found "A"',
      ],
    ],
    [
      'has a default within its own bounds',
      {
        generationDay: { label, maximum: 28, default: 29 },
        minimumConsumption: { label, decimals: 1, default: 0.25 },
        reportName: { label, maxLength: 4, default: 'Report' },
        consumerName: { label, minLength: 4, default: '' },
        errorTypes: { label, widget: 'tags', minItems: 2, default: ['A'] },
      },
      [
        'fields.reportName.default  expected at most 4 characters, found "Report"',
        'fields.generationDay.default  expected at most 28, found 29',
        'fields.minimumConsumption.default  expected at most 1 decimals, found 0.25',
        'fields.errorTypes.default  expected at least 2 items, found ["A"]',
      ],
    ],
    [
      'has a default within the bounds of its schema',
      { generationDay: { label, default: 32 }, startDate: { label, default: '2026-02-30' } },
      [
        'fields.generationDay.default  expected at most 31, found 32',
        expect.stringMatching(/^fields\.startDate\.default {2}/),
      ],
    ],
    [
      'has a default that its own rules let pass, with the other defaults',
      {
        numberOfDays: { label, default: 5 },
        timeBackwards: {
          label,
          default: 4,
          rules: { above: { rule: 'not_below', params: ['@numberOfDays'] } },
        },
        minimumConsumption: {
          label,
          default: 4,
          rules: { above: { rule: 'not_below', params: ['@generationDay'] } },
        },
      },
      [
        'fields.timeBackwards.default  expected what the field’s own rule "not_below" lets pass, found 4',
      ],
    ],
    [
      'has only what its type of report takes',
      {
        reportType: { label, widget: 'hidden', only: ['REVERSE_FLOW'], default: 'REVERSE_FLOW' },
        startDate: { label },
        minimumConsumption: { label },
        generationDay: { label },
      },
      [
        'fields.minimumConsumption  a report of the type REVERSE_FLOW takes no "minimumConsumption": take it out',
        'fields.generationDay  a report of the type REVERSE_FLOW takes no "generationDay": take it out',
      ],
    ],
    [
      'has a value for what nobody fills in',
      { consumerName: { label, widget: 'hidden' } },
      [
        'fields.consumerName.default  expected a default for what nobody can fill in, found nothing',
      ],
    ],
    [
      'has a widget that fits',
      { errorTypes: { label, widget: 'decimal' } },
      [
        'fields.errorTypes.widget  expected one of "tags", "hidden" for this field, found "decimal"',
      ],
    ],
    [
      'has rules with their parameters',
      {
        consumerName: { label, rules: { a: { rule: 'between' }, b: { rule: 'alpha' } } },
        format: { label, rules: { a: { rule: 'between', params: [1] } } },
      },
      [
        'fields.consumerName.rules.a  expected two parameters, such as [1, 5] or { "min": 1, "max": 5 }, for "between"',
        'fields.format.rules.a.params  expected two parameters, such as [1, 5] or { "min": 1, "max": 5 }, for "between"',
      ],
    ],
  ])('%s', (_name, fields, expected) => {
    expect(said(fields)).toEqual(expected);
  });

  it('has every field that the schema needs', () => {
    expect(check('reportDefinition', {}).map((one) => one.said)).toEqual([
      'fields  expected the field "reportName", which the schema needs, found nothing',
      'fields  expected the field "reportType", which the schema needs, found nothing',
    ]);
  });

  it('has a default that its schema knows', () => {
    const [fault, ...others] = said({ deviceType: { label, default: 'WATER' } });
    expect(fault).toMatch(/^fields\.deviceType\.default {2}expected one of "COLD_WATER_METER", /);
    expect(others).toEqual([]);
  });

  it('is shown where the mistake stands: at a name that is wrong, at a value that is', () => {
    const [name] = check('reportDefinition', { ...report, reportNam: { label } });
    expect(name?.at).toMatch(/^"reportNam"/);
    const [bound] = check('reportDefinition', { ...report, generationDay: { label, decimals: 1 } });
    expect(bound?.at).toMatch(/^"decimals"/);
    const [value] = check('reportDefinition', { ...report, generationDay: { label, maximum: 32 } });
    expect(value?.at).toMatch(/^32/);
    const needed = { ...report, reportName: { label, visibleWhen: { field: 'a', is: 1 } } };
    expect(check('reportDefinition', needed)[0]?.at).toMatch(/^"visibleWhen"/);
  });

  it('steps through at least two sections, and its fields stand in these', () => {
    const sections = { first: { title: 'contact:title' } };
    expect(said({}, { display: 'steps', sections })).toEqual([
      'display  expected at least two sections to step through',
    ]);
    expect(said({ format: { label, section: 'frist' } }, { sections })).toEqual([
      'fields.format.section  expected a section of this form, found "frist", did you mean "first"?',
    ]);
  });

  it('names fields of a section that take a day where that has a period', () => {
    const fields = {
      startDate: { label, section: 'when' },
      endDate: { label, section: 'other' },
      format: { label, section: 'when' },
    };
    const other = { title: 'contact:title' };
    const saidOf = (begin: string, end: string) =>
      said(fields, { sections: { when: { ...other, period: { begin, end } }, other } });
    expect(saidOf('startDate', 'startDate')).toEqual([]);
    expect(saidOf('startDat', 'endDate')).toEqual([
      'sections.when.period.begin  expected a field of this section that takes a day, found "startDat", did you mean "startDate"?',
      'sections.when.period.end  expected a field of this section that takes a day, found "endDate"',
    ]);
    expect(saidOf('format', 'startDate')).toHaveLength(1);
  });

  it('folds sections that stand under each other, and no steps', () => {
    const sections = { a: { title: 'contact:title', folded: true }, b: { title: 'contact:title' } };
    const fields = { format: { label, section: 'a' }, dateFormat: { label, section: 'b' } };
    expect(said(fields, { sections })).toEqual([]);
    expect(said(fields, { sections, display: 'steps' })).toEqual([
      'sections.a.folded  expected a form without steps, which show one section',
    ]);
  });
});

const store = createValidatorStore();

function compile(fields: Fields, others: Partial<FormFile> = {}) {
  const file = {
    manifestVersion: 2 as const,
    schema: 'reportDefinition',
    display: 'sections' as const,
    ...others,
    fields: Object.fromEntries(
      Object.entries({ ...report, ...fields }).map(([name, one]) => [
        name,
        { label, width: 'full' as const, ...one },
      ]),
    ),
  };
  return compileWhole(file as FormFile);
}

function compileWhole(file: FormFile) {
  const everything = {
    subject: holder('PL', 'portal_admin'),
    refuseCall: () => undefined,
    canEnter: () => true,
  };
  return compileForm(
    'x.y',
    readForm('x.y', file),
    { allowance: everything, offers: () => true },
    store.keep,
  );
}
const body = { reportName: 'R', reportType: 'AREA_ANALYSIS' };
const own = { tooLong: 'Za długo' };
const say = sayIn(() => ({ validation: polish, reports: { field: own } }));
const faultsOf = (fields: Fields, more: object) =>
  checkSubmission(compile(fields), { ...body, ...more }, store, say);

describe('a compiled form', () => {
  it('has each bound of its file beside those of its schema', () => {
    const { schema } = compile({
      generationDay: { minimum: 2, maximum: 30 },
      consumerName: { minLength: 2, maxLength: 3 },
      errorTypes: { minItems: 1, maxItems: 2 },
    });
    expect(schema.properties).toMatchObject({
      generationDay: { type: 'integer', minimum: 2, maximum: 30 },
      consumerName: { type: 'string', minLength: 2, maxLength: 3 },
      errorTypes: { type: 'array', minItems: 1, maxItems: 2 },
      reportName: { type: 'string', minLength: 1 },
    });
    expect(schema).toMatchObject({ type: 'object', additionalProperties: false });
    expect(schema.required).toEqual(['reportName', 'reportType']);
    expect(schema.properties?.['errorTypes']).not.toHaveProperty('uniqueItems');
  });

  it('has choices under the groups that they belong to, in their own order', () => {
    const features = { label, width: 'full' as const, widget: 'checkboxes' as const };
    const only = ['REPORT_JOB', 'CONSUMPTION_ADV', 'CONSUMPTION_BASIC'];
    const grouped = (one: object) =>
      compileWhole({
        manifestVersion: 2,
        schema: 'packageDraft',
        display: 'sections',
        fields: { features: { ...features, ...one } },
      } as FormFile).fields[0]?.groups;
    expect(grouped({ grouped: true, only })).toEqual([
      { label: 'enums:featureGroup.REPORTS', values: ['REPORT_JOB'] },
      {
        label: 'enums:featureGroup.CONSUMPTION',
        values: ['CONSUMPTION_ADV', 'CONSUMPTION_BASIC'],
      },
    ]);
    expect(grouped({ grouped: true })?.flatMap(({ values }) => values)).toHaveLength(22);
    expect(grouped({})).toBe(undefined);
  });

  it('has ready selections of whole groups, or of all', () => {
    const features = { label, width: 'full' as const, widget: 'checkboxes' as const };
    const levels = { all: { label }, some: { label, groups: ['CONSUMPTION'] } };
    const { fields } = compileWhole({
      manifestVersion: 2,
      schema: 'packageDraft',
      display: 'sections',
      fields: { features: { ...features, grouped: true, levels } },
    } as FormFile);
    expect(fields[0]?.levels).toEqual([
      { label, values: expect.objectContaining({ length: 22 }) },
      { label, values: ['CONSUMPTION_BASIC', 'CONSUMPTION_ADV'] },
    ]);
    const faultsOf = (one: object) =>
      check('packageDraft', { name: { label }, features: { ...features, ...one } }).map(
        ({ said }) => said,
      );
    expect(faultsOf({ grouped: true, levels })).toEqual([]);
    expect(faultsOf({ levels })).toEqual([
      'fields.features.levels  expected "grouped": true beside it, found nothing',
    ]);
    expect(faultsOf({ grouped: true, levels: { some: { label, groups: ['REPORT'] } } })).toEqual([
      'fields.features.levels.some.groups[0]  expected a group of the choices, found "REPORT", did you mean "REPORTS"?',
    ]);
  });

  it('groups no list that one types in', () => {
    const name = { label };
    const features = { label, grouped: true };
    expect(check('packageDraft', { name, features }).map((one) => one.said)).toEqual([
      'fields.features.grouped  expected "widget": "checkboxes" beside it, found nothing',
    ]);
  });

  it('takes no empty text for what must be there, and asks no length of a choice', () => {
    const { schema } = compile({
      consumerName: { required: true },
      dateFormat: { required: true, minLength: 4 },
      deviceType: { required: true },
      generationDay: { required: true },
      format: { required: true, visibleWhen: { field: 'useHeaders', is: true } },
      columnSeparator: {},
    });
    expect(schema.properties?.['consumerName']).toMatchObject({ minLength: 1 });
    expect(schema.properties?.['dateFormat']).toMatchObject({ minLength: 4 });
    expect(schema.properties?.['deviceType']).not.toHaveProperty('minLength');
    expect(schema.properties?.['generationDay']).not.toHaveProperty('minLength');
    expect(schema.properties?.['columnSeparator']).not.toHaveProperty('minLength');
    // What shows only at times isn't needed always.
    expect(schema.required).toEqual([
      ...['reportName', 'reportType', 'consumerName', 'dateFormat', 'deviceType', 'generationDay'],
    ]);
  });

  it('asks for a phone number with its prefix', () => {
    const phone = { consumerName: { widget: 'phone' } };
    expect(faultsOf(phone, { consumerName: '+48123456' })).toEqual([]);
    for (const wrong of ['48123456', '+4812', '+1234567890123456', '+0481234567']) {
      expect(faultsOf(phone, { consumerName: wrong })).toMatchObject([
        { field: 'body.consumerName', rule: 'pattern' },
      ]);
    }
  });

  it('has the smaller list of choices, of a field and of the entries of a list', () => {
    const { schema, fields } = compile({
      deviceType: { only: ['HOT_WATER_METER', 'COLD_WATER_METER'], default: 'COLD_WATER_METER' },
      errorTypes: { only: ['A', 'B'] },
    });
    expect(schema.properties?.['deviceType']).toMatchObject({
      enum: ['HOT_WATER_METER', 'COLD_WATER_METER'],
      default: 'COLD_WATER_METER',
    });
    expect(schema.properties?.['errorTypes']).toMatchObject({
      type: 'array',
      items: { type: 'string', enum: ['A', 'B'] },
    });
    expect(fields.find(({ name }) => name === 'deviceType')).toMatchObject({
      enumeration: 'deviceCategory',
    });
    expect(fields.find(({ name }) => name === 'errorTypes')).not.toHaveProperty('enumeration');
  });

  it('has the sections that its fields stand in, the first for those that name none', () => {
    const sections = {
      a: { title: 'contact:title' },
      b: { title: 'contact:title' },
      c: { title: 'contact:title' },
    };
    const sectionsOf = (fields: Fields) =>
      compile(fields, { sections } as Partial<FormFile>).sections.map(({ id }) => id);
    expect(sectionsOf({ format: { section: 'b' } })).toEqual(['a', 'b']);
    expect(
      sectionsOf({
        reportName: { section: 'c' },
        reportType: { section: 'c' },
        format: { section: 'b' },
      }),
    ).toEqual(['b', 'c']);
    expect(compile({}).sections).toEqual([]);
  });

  it('says of a field only what its file does', () => {
    const { fields } = compile({
      consumerName: { help: 'contact:messageHelp', readOnly: true, autocomplete: 'name' },
      format: { required: true, visibleWhen: { field: 'useHeaders', is: true } },
    });
    const found = (name: string) => fields.find((one) => one.name === name);
    expect(found('reportName')).toEqual({ name: 'reportName', label, width: 'full' });
    expect(found('consumerName')).toEqual({
      name: 'consumerName',
      label,
      width: 'full',
      help: 'contact:messageHelp',
      readOnly: true,
      autocomplete: 'name',
    });
    const when = { field: 'useHeaders', is: true };
    expect(found('format')).toMatchObject({ visibleWhen: when, requiredWhen: when });
  });

  it('leaves out what its schema hasn’t got', () => {
    const { schema, fields } = compile({ unheardOf: {} });
    expect(fields.map(({ name }) => name)).toEqual(['reportName', 'reportType']);
    expect(Object.keys(schema.properties ?? {})).toEqual(['reportName', 'reportType']);
  });

  it('names equal schemas alike, and different ones differently', () => {
    const name = compile({ format: { help: 'contact:messageHelp' } }).validator;
    expect(name).toMatch(/^\/api\/manifest\/validators\/[\w-]{32}\.js$/);
    expect(compile({ format: {} }).validator).toBe(name);
    expect(compile({ format: { maxLength: 3 } }).validator).not.toBe(name);
  });

  it('tells what is wrong in the asker’s words, at its place in the body', () => {
    const columns = { columns: { fields: { name: {}, maxWidth: {} } } };
    expect(faultsOf(columns, { columns: [{ name: 'unit' }, { maxWidth: 2000, b: 1 }] })).toEqual([
      { field: 'body.columns.1.name', rule: 'required', message: polish.required },
      { field: 'body.columns.1.b', rule: 'hidden', message: polish.hidden },
      { field: 'body.columns.1.maxWidth', rule: 'maximum', message: 'Najwyżej 1000' },
    ]);
    const ruled = {
      consumerName: { rules: { a: { rule: 'alpha' } } },
      reportName: {
        rules: {
          a: { rule: 'between', params: [3, 5] },
          b: { rule: 'min', params: { length: 2 }, message: 'reports:field.tooLong' },
        },
      },
      format: { visibleWhen: { field: 'useHeaders', is: true } },
      useHeaders: {},
    };
    expect(faultsOf(ruled, { consumerName: '7', format: 'CSV' })).toEqual([
      { field: 'body.reportName', rule: 'between', message: 'Liczba od 3 do 5' },
      { field: 'body.reportName', rule: 'min', message: 'Za długo' },
      { field: 'body.consumerName', rule: 'alpha', message: polish.alpha },
      { field: 'body.format', rule: 'hidden', message: polish.hidden },
    ]);
  });
});

it('a body that is no object has this one fault, whatever the form asks for', () => {
  const form = compile({
    format: { required: true, visibleWhen: { field: 'useHeaders', isEmpty: true } },
    useHeaders: {},
  });
  expect(checkSubmission(form, body, store, say)).toMatchObject([
    { field: 'body.format', rule: 'required' },
  ]);
  for (const one of [null, [], 'text', 7]) {
    expect(checkSubmission(form, one, store, say)).toEqual([
      { field: 'body', rule: 'type', message: 'must be object' },
    ]);
  }
});

describe('the validators', () => {
  it('are kept for the schemas used last, which a name finds', () => {
    const validators = createValidatorStore();
    const schema = { type: 'string' };
    for (let index = 0; index < 2000; index++) validators.keep(`s${index}`, schema);
    validators.keep('s0', schema);
    validators.keep('one more', schema);
    expect(validators.validate('s0', 'text')).toEqual([]);
    expect(validators.validate('one more', 7)).toMatchObject([{ keyword: 'type' }]);
    expect(() => validators.validate('s1', 'text')).toThrow('There is no form schema s1');
    expect(validators.validate('s2', 'text')).toEqual([]);
  });

  it('say all that is wrong, and know formats and decimals', () => {
    const validators = createValidatorStore();
    const properties = {
      day: { type: 'string', format: 'date' },
      share: { type: 'number', multipleOf: 0.01 },
    };
    validators.keep('x', { type: 'object', properties });
    expect(validators.validate('x', { day: '2026-02-28', share: 0.29 })).toEqual([]);
    const wrong = validators.validate('x', { day: '2026-02-30', share: 0.291 });
    expect(wrong.map(({ keyword }) => keyword)).toEqual(['format', 'multipleOf']);
  });
});

const anUpload = { mostBytes: 1, accept: ['application/pdf'] } as const;

test.each<[string, Parameters<typeof fittingWidgets>, readonly string[]]>([
  [
    'a text',
    [{ type: 'string' }, false],
    ['text', 'textarea', 'password', 'email', 'url', 'phone', 'color', 'date', 'time', 'hidden'],
  ],
  ['a choice', [{ type: 'string', enum: ['A'] }, false], ['select', 'radio', 'hidden']],
  ['a text with options', [{ type: 'string' }, true], ['select', 'radio', 'hidden']],
  ['a day', [{ type: 'string', format: 'date' }, false], ['date', 'hidden']],
  ['an instant', [{ type: 'string', format: 'date-time' }, false], ['datetime', 'hidden']],
  ['a time', [{ type: 'string', format: 'time' }, false], ['time', 'hidden']],
  ['an address', [{ type: 'string', format: 'email' }, false], ['email', 'text', 'hidden']],
  ['a link', [{ type: 'string', format: 'uri' }, false], ['url', 'text', 'hidden']],
  ['a count', [{ type: 'integer' }, false], ['updown', 'range', 'rating', 'text', 'hidden']],
  ['a quantity', [{ type: 'number' }, false], ['decimal', 'updown', 'range', 'hidden']],
  ['yes or no', [{ type: 'boolean' }, false], ['switch', 'checkbox', 'radio', 'select', 'hidden']],
  [
    'choices',
    [{ type: 'array', items: { type: 'string', enum: ['A'] } }, false],
    ['multiselect', 'checkboxes', 'chips', 'hidden'],
  ],
  [
    'choices among options',
    [{ type: 'array', items: { type: 'string' } }, true],
    ['multiselect', 'hidden'],
  ],
  ['texts', [{ type: 'array', items: { type: 'string' } }, false], ['tags', 'hidden']],
  ['a file', [{ type: 'string', upload: anUpload }, false], ['file']],
  ['files', [{ type: 'array', items: { type: 'string', upload: anUpload } }, false], ['file']],
  ['objects', [{ type: 'array', items: { type: 'object' } }, false], ['hidden']],
  [
    'a range of days',
    [
      { type: 'object', properties: { from: { format: 'date' }, until: { format: 'date' } } },
      false,
    ],
    ['daterange'],
  ],
  [
    'a day and a text',
    [{ type: 'object', properties: { from: { format: 'date' }, until: {} } }, false],
    ['hidden'],
  ],
  [
    'three days',
    [
      {
        type: 'object',
        properties: { a: { format: 'date' }, b: { format: 'date' }, c: { format: 'date' } },
      },
      false,
    ],
    ['hidden'],
  ],
  ['what nobody knows', [{}, false], ['hidden']],
])('%s is filled in by what fits it, the first by default', (_name, given, expected) => {
  expect(fittingWidgets(...given)).toEqual(expected);
});

describe('a form’s JSON Schema', () => {
  it('says of each field what it is by default, of those within objects too', () => {
    const { properties } = readFormSchema('preferences');
    expect(properties?.['dateFormat']).toMatchObject({ default: 'DD.MM.YYYY' });
    expect(properties?.['graphColors']?.properties?.['hca']).toMatchObject({ default: '#8a5a00' });
    expect(properties?.['darkMode']).toEqual({ type: 'boolean' });
    expect(properties?.['dateFormat']).toEqual({
      type: 'string',
      enum: ['DD.MM.YYYY'],
      default: 'DD.MM.YYYY',
    });
  });

  it('has neither descriptions nor the patterns of formats nor bounds that all numbers have', () => {
    expect(readFormSchema('emailChange').properties).toEqual({
      email: { type: 'string', format: 'email', maxLength: 254 },
      currentPassword: { type: 'string', minLength: 1, maxLength: 200 },
    });
    expect(readFormSchema('totpCode')).toEqual({
      type: 'object',
      required: ['code'],
      properties: { code: { type: 'string', pattern: '^[0-9]{3} ?[0-9]{3}$' } },
      additionalProperties: false,
    });
    expect(readFormSchema('reportDefinition').properties).toMatchObject({
      minimumConsumption: { type: 'number', minimum: 0 },
      columns: { items: { properties: { maxWidth: { minimum: 1, maximum: 1000 } } } },
    });
  });

  it('has objects whose fields a field can name', () => {
    const schema = readFormSchema('reportDefinition');
    expect(innerSchema(schema)).toBe(schema);
    const { columns, errorTypes, format } = schema.properties ?? {};
    expect(innerSchema(columns ?? {})).toBe(columns?.items);
    expect(innerSchema(errorTypes ?? {})).toBeUndefined();
    expect(innerSchema(format ?? {})).toBeUndefined();
    expect(columns?.items).toMatchObject({ additionalProperties: false, required: ['name'] });
  });
});

describe('a number that may be none', () => {
  const fields = {
    properties: { label },
    isOn: { label },
    notifyByEmail: { label },
    notifyByMobile: { label },
    hours: { label },
    urgency: { label },
    lowest: { label, minimum: 5, default: 12 },
    highest: { label },
  };

  it('is narrowed as any other', () => {
    expect(check('temperatureSetting', fields)).toEqual([]);
    const wide = { ...fields, lowest: { label, minimum: -41 } };
    expect(check('temperatureSetting', wide).map((one) => one.said)).toEqual([
      'fields.lowest.minimum  expected at least the schema’s -40, found -41',
    ]);
  });

  it('is taken as a number, as nothing and as null, and not as a text or below its limit', () => {
    const file = { manifestVersion: 2, schema: 'temperatureSetting', display: 'sections', fields };
    const form = compileWhole(file as unknown as FormFile);
    const told = { properties: [1], isOn: true, notifyByEmail: true, notifyByMobile: false };
    const whole = { ...told, hours: 6, urgency: 5 };
    const judge = (body: object) =>
      checkSubmission(form, { ...whole, ...body }, store, say).map(({ field, rule }) => [
        field,
        rule,
      ]);
    for (const lowest of [12, 5, null, undefined]) expect(judge({ lowest })).toEqual([]);
    expect(judge({ lowest: 4 })).toEqual([['body.lowest', 'minimum']]);
    expect(judge({ lowest: 'cold' })).toEqual([['body.lowest', 'type']]);
    expect(judge({ hours: null })).toEqual([['body.hours', 'type']]);
  });
});

import { describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import {
  filterFields,
  filterQuery,
  idParameter,
  pageOf,
  pageQuery,
  searchQuery,
  sortQuery,
  splitFilter,
} from '../../schemas/api/operation.ts';
import { operations } from '../../schemas/api/operations.ts';
import { userParams } from '../../schemas/api/parameters.ts';
import { graphColorsSchema } from '../../schemas/entities/account.ts';
import { contactMessageSchema } from '../../schemas/entities/contact.ts';
import {
  emailChangeSchema,
  passwordChangeSchema,
  passwordForgottenSchema,
  passwordResetSchema,
  profileChangeSchema,
  totpCodeSchema,
  totpRemovalSchema,
  totpSchema,
} from '../../schemas/entities/profile.ts';
import { geoSchema } from '../../schemas/entities/property.ts';
import { reportDefinitionSchema } from '../../schemas/entities/report.ts';
import { errorCodes } from '../../schemas/errors.ts';
import { fieldFormats } from '../../schemas/fields.ts';
import {
  areaOrNull,
  changeOrNull,
  count,
  quantity,
  quantityOrNull,
} from '../../schemas/figures.ts';

/** What the parameters of calls take, up to their bounds. */

const takes = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success;

describe('ids and pages', () => {
  it('are whole numbers from where they begin to where they end', () => {
    for (const id of ['1', '17', String(Number.MAX_SAFE_INTEGER)]) {
      expect(takes(idParameter, id), id).toBe(true);
    }
    for (const id of ['0', '-1', '1.5', 'x', '9007199254740993']) {
      expect(takes(idParameter, id), id).toBe(false);
    }
    const { page, size } = pageQuery;
    expect([page, size].map((one) => one.parse(undefined))).toEqual([0, 25]);
    for (const good of ['0', '1000000']) expect(takes(page, good), good).toBe(true);
    for (const bad of ['-1', '1000001', '0.5']) expect(takes(page, bad), bad).toBe(false);
    for (const good of ['1', '1000']) expect(takes(size, good), good).toBe(true);
    for (const bad of ['0', '1001', '1.5']) expect(takes(size, bad), bad).toBe(false);
  });

  it('have what is asked for, which page it is and how many there are', () => {
    const schema = pageOf(z.string());
    const page = { content: ['a'], page: 0, size: 1, total: 3 };
    expect(schema.parse(page)).toEqual(page);
    for (const member of Object.keys(page)) {
      expect(takes(schema, { ...page, [member]: undefined }), member).toBe(false);
    }
  });

  it('are searched for a short text, without the blanks around it', () => {
    expect(searchQuery.search.parse(' Main Street ')).toBe('Main Street');
    expect(takes(searchQuery.search, undefined)).toBe(true);
    expect(takes(searchQuery.search, 'x'.repeat(100))).toBe(true);
    expect(takes(searchQuery.search, 'x'.repeat(101))).toBe(false);
  });
});

test('lists are sorted by what they name, upwards or downwards', () => {
  const { sort } = sortQuery(['name', 'city']);
  for (const good of ['name', '-name', 'city', '-city', undefined]) {
    expect(takes(sort, good), good).toBe(true);
  }
  for (const bad of ['', '-', '--name', 'name,city', 'id'])
    expect(takes(sort, bad), bad).toBe(false);
});

describe('filters', () => {
  const { filter } = filterQuery({ name: 'text', area: 'number', since: 'date', kind: 'choice' });

  it.each([
    'name:a',
    'name:a:b',
    'kind:A|B',
    'area:1..2',
    'area:..2',
    'area:-1.5..',
    'area:+1..2',
    'since:2026-01-01..2026-12-31',
    'since:2026-01-01..',
    'since:..2026-01-01',
  ])('take %s', (one) => expect(takes(filter, [one])).toBe(true));

  it.each([
    'name:',
    'name: ',
    'kind:',
    'name',
    ':a',
    'city:a',
    'constructor:a',
    'area:..',
    'area:1',
    'area:1..2..3',
    'area:1..x',
    'area:x..1',
    'area:0x10..',
    'area:1e3..',
    'area: ..1',
    `area:${'1'.repeat(31)}..`,
    'since:2026-02-30..',
    'since:0000-01-01..',
    'since:1..2',
    `name:${'x'.repeat(496)}`,
  ])('refuse %s', (one) => expect(takes(filter, [one])).toBe(false));

  it('are as many as there are fields, and none need be', () => {
    expect(takes(filter, undefined)).toBe(true);
    expect(takes(filter, ['name:a', 'name:b', 'name:c', 'name:d'])).toBe(true);
    expect(takes(filter, ['name:a', 'name:b', 'name:c', 'name:d', 'name:e'])).toBe(false);
    expect(takes(filter, [`name:${'x'.repeat(495)}`])).toBe(true);
  });

  it('say what there is when one isn’t', () => {
    expect(filter.safeParse(['x:1']).error?.issues[0]?.message).toBe(
      'expected field:value with one of name (text), area (number), since (date), kind (choice)',
    );
    expect(filterFields.get(filter.unwrap())).toEqual({
      fields: { name: 'text', area: 'number', since: 'date', kind: 'choice' },
    });
  });

  it('are a field and, behind the first colon, its value', () => {
    expect(splitFilter('a:b:c')).toEqual({ field: 'a', value: 'b:c' });
    expect(splitFilter('a')).toEqual({ field: '', value: 'a' });
    expect(splitFilter(':a')).toEqual({ field: '', value: 'a' });
  });
});

const text = (length: number) => 'x'.repeat(length);
const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const { body: question } = operations['readingQuestion.answer'];
const answer = { at: '2026-01-01T00:00:00Z', question: 'DROP', explanation: 'EXCHANGE' };

/** What is taken, beside what is a little too much or too little. */
test.each<[string, z.ZodType, readonly unknown[], readonly unknown[]]>([
  [
    'a session of one’s own',
    operations['sessions.endOne'].params.shape.session,
    ['1', '9007199254740991'],
    ['0', '1.5', '9007199254740992'],
  ],
  [
    'the number of a property',
    operations['property.find'].params.shape.number,
    ['1', ` ${text(50)} `],
    ['', ' ', text(51)],
  ],
  ['recovery codes that are left', totpSchema.shape.recoveryCodesLeft, [0, 10, null], [-1, 0.5]],
  ['a user’s id', userParams.shape.id, ['', text(200)], [text(201)]],
  ['properties', operations['period.billing'].body, [[1], ids(1000)], [[], ids(1001), [0], [1.5]]],
  [
    'a reading in question',
    question,
    [{ ...answer, property: 1, device: 1 }],
    [
      { ...answer, property: 0, device: 1 },
      { ...answer, property: 1, device: 0 },
      { ...answer, property: 1.5, device: 1 },
      { ...answer, property: 1, device: 1.5 },
      { ...answer, property: 1, device: 1, at: 'yesterday' },
    ],
  ],
  ['a name', profileChangeSchema.shape.name, ['a', ` ${text(200)} `], ['', ' ', text(201)]],
  [
    'a phone number',
    profileChangeSchema.shape.phoneNumber,
    ['+4812345', '+48 123 456 789', `+4${'1'.repeat(18)}`],
    ['+481234', `+4${'1'.repeat(19)}`, '48 123 456 789', '+0 123 456 789'],
  ],
  [
    'a new password',
    passwordResetSchema.shape.password,
    [text(12), text(48)],
    [text(11), text(49)],
  ],
  ['a password', passwordChangeSchema.shape.currentPassword, ['a', text(200)], ['', text(201)]],
  ['an account', passwordForgottenSchema.shape.account, ['a', text(200)], ['', ' ', text(201)]],
  ['a link', passwordResetSchema.shape.token, ['', text(200)], [text(201)]],
  ['an address', emailChangeSchema.shape.email, ['a@b.pl'], ['a@b', '', `${text(250)}@b.pl`]],
  ['a code', totpCodeSchema.shape.code, ['123456', '123 456'], ['12345', '1234567', '12 3456']],
  ['a way out', totpRemovalSchema.shape.code, ['a', text(40)], ['', ' ', text(41)]],
  ['a message', contactMessageSchema.shape.message, ['a', text(4000)], ['', ' ', text(4001)]],
  [
    'a colour',
    graphColorsSchema.shape.hca,
    ['#a1b2c3', '#A1B2C3'],
    ['#a1b2c', 'a1b2c3', '#a1b2cg'],
  ],
  [
    'a place',
    geoSchema,
    [{ latitude: -90, longitude: 180 }],
    [
      { latitude: -90.1, longitude: 0 },
      { latitude: 90.1, longitude: 0 },
      { latitude: 0, longitude: 180.1 },
      { latitude: 0, longitude: -180.1 },
    ],
  ],
  [
    'a screen',
    operations['manifest.screen'].params.shape.screen,
    [text(120)],
    [text(121), undefined],
  ],
  [
    'a version',
    operations['manifest.texts'].query.shape.version,
    [text(60), undefined],
    [text(61)],
  ],
  [
    'the name of a file',
    operations['import.file'].query.shape.fileName,
    [text(200), undefined],
    [text(201)],
  ],
  [
    'the definition of a report',
    reportDefinitionSchema,
    [
      { reportName: 'a', reportType: 'AREA_ANALYSIS' },
      { reportName: 'a', reportType: 'AREA_ANALYSIS', generationDay: 1, numberOfDays: 1 },
      { reportName: 'a', reportType: 'AREA_ANALYSIS', generationDay: 31, minimumConsumption: 0 },
    ],
    [
      { reportName: ' ', reportType: 'AREA_ANALYSIS' },
      { reportName: 'a', reportType: 'AREA' },
      { reportName: 'a', reportType: 'AREA_ANALYSIS', generationDay: 0 },
      { reportName: 'a', reportType: 'AREA_ANALYSIS', generationDay: 32 },
      { reportName: 'a', reportType: 'AREA_ANALYSIS', numberOfDays: 0 },
      { reportName: 'a', reportType: 'AREA_ANALYSIS', timeBackwards: 0 },
      { reportName: 'a', reportType: 'AREA_ANALYSIS', minimumConsumption: -0.1 },
    ],
  ],
])('%s', (_name, schema, good, bad) => {
  for (const one of good) expect(takes(schema, one), JSON.stringify(one)).toBe(true);
  for (const one of bad) expect(takes(schema, one), JSON.stringify(one)).toBe(false);
});

test('figures are numbers, and say how they are written', () => {
  const described = [
    [quantity('a'), { as: 'quantity', unit: 'unit' }, false],
    [quantityOrNull('a'), { as: 'quantity', unit: 'unit' }, true],
    [changeOrNull('a'), { as: 'percent', signed: true }, true],
    [count('a'), { as: 'integer' }, false],
    [areaOrNull('a'), { as: 'quantity', unit: { fixed: 'm²' } }, true],
  ] as const;
  for (const [schema, format, canBeNull] of described) {
    expect(fieldFormats.get(schema)).toEqual(format);
    expect(schema.description).toBe('a');
    expect([takes(schema, 2), takes(schema, '1'), takes(schema, null)]).toEqual([
      ...[true, false, canBeNull],
    ]);
    expect([takes(schema, 0), takes(schema, -1)]).toEqual([true, format.as !== 'integer']);
    expect(takes(schema, 1.5)).toBe(format.as !== 'integer');
  }
});

test('errors are told apart by their numbers, in the order of their kinds', () => {
  const numbers = Object.values(errorCodes).map(({ code }) => code);
  expect(numbers.length).toBeGreaterThan(10);
  expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
  for (const { status } of Object.values(errorCodes)) {
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(600);
  }
});

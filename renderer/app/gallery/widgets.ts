import type { RJSFSchema, UiSchema } from '@rjsf/utils';
import type { UploadLimits } from '../../../schemas/entities/upload.ts';
import type { FormSurroundings } from '../../forms/wiring.ts';

const choices = ['one', 'two', 'three'];
const text = { type: 'string' } as const;
const upload: UploadLimits = { accept: ['application/pdf', 'image/png'], mostBytes: 10_000_000 };

/** A form with every widget that forms can name. */
export const widgetSchema: RJSFSchema = {
  type: 'object',
  required: ['text', 'select'],
  properties: {
    text,
    textarea: { ...text, maxLength: 200 },
    email: { ...text, format: 'email' },
    url: { ...text, format: 'uri' },
    password: text,
    phone: text,
    color: text,
    date: { ...text, format: 'date' },
    datetime: { ...text, format: 'date-time' },
    time: { ...text, format: 'time' },
    daterange: {
      type: 'object',
      properties: { begin: { ...text, format: 'date' }, end: { ...text, format: 'date' } },
    },
    rating: { type: 'integer', minimum: 1, maximum: 5 },
    updown: { type: 'integer', minimum: 0, maximum: 10 },
    decimal: { type: 'number', multipleOf: 0.01 },
    range: { type: 'integer', minimum: 0, maximum: 100 },
    select: { ...text, enum: choices },
    radio: { ...text, enum: choices },
    checkbox: { type: 'boolean' },
    switch: { type: 'boolean' },
    multiselect: { type: 'array', items: { ...text, enum: choices }, uniqueItems: true },
    checkboxes: { type: 'array', items: { ...text, enum: choices }, uniqueItems: true },
    chips: { type: 'array', items: { ...text, enum: choices }, uniqueItems: true },
    'chips with details': {
      type: 'array',
      items: {
        type: 'object',
        properties: { name: { ...text, enum: choices }, heading: text },
      },
    },
    levels: { type: 'array', items: { ...text, enum: choices }, uniqueItems: true },
    tags: { type: 'array', items: text },
    file: { ...text, upload } as RJSFSchema,
    files: { type: 'array', items: { ...text, upload } as RJSFSchema, maxItems: 3 },
    disabled: text,
    list: {
      type: 'array',
      items: { type: 'object', properties: { name: text, width: { type: 'integer' } } },
    },
    object: { type: 'object', properties: { inner: text } },
  },
};

/** Two days of a section that has a period, and a folded one. */
export const periodSchema: RJSFSchema = {
  type: 'object',
  properties: {
    begin: { ...text, format: 'date' },
    end: { ...text, format: 'date' },
    folded: { ...text, enum: choices, default: 'two' },
  },
};

export const periodSurroundings: Partial<FormSurroundings> = {
  sections: [
    { id: 'days', title: 'days', fields: ['begin', 'end'], period: { begin: 'begin', end: 'end' } },
    { id: 'folded', title: 'folded', fields: ['folded'], folded: true },
  ],
  shown: ['begin', 'end', 'folded'],
  display: 'sections',
  step: 0,
};

const named = (widget: string) => ({ 'ui:widget': widget });

export const widgetUi: UiSchema = {
  ...Object.fromEntries(
    Object.keys(widgetSchema.properties ?? {}).map((name) => [name, { 'ui:title': name }]),
  ),
  text: { 'ui:title': 'text', 'ui:help': 'help' },
  textarea: { 'ui:title': 'textarea', ...named('textarea') },
  password: { 'ui:title': 'password', ...named('password') },
  phone: { 'ui:title': 'phone', ...named('phone') },
  color: { 'ui:title': 'color', ...named('color') },
  updown: { 'ui:title': 'updown', ...named('updown') },
  decimal: { 'ui:title': 'decimal', ...named('decimal') },
  range: { 'ui:title': 'range', ...named('range') },
  rating: { 'ui:title': 'rating', ...named('rating') },
  daterange: { 'ui:title': 'daterange', 'ui:field': 'daterange' },
  radio: { 'ui:title': 'radio', ...named('radio') },
  switch: { 'ui:title': 'switch', ...named('switch') },
  multiselect: { 'ui:title': 'multiselect', ...named('multiselect') },
  checkboxes: { 'ui:title': 'checkboxes', ...named('checkboxes') },
  chips: { 'ui:title': 'chips', 'ui:field': 'chips' },
  'chips with details': {
    'ui:title': 'chips with details',
    'ui:field': 'chips',
    'ui:options': { choice: 'name', noneIsAll: true },
    items: { 'ui:title': '', name: named('hidden'), heading: { 'ui:title': 'heading' } },
  },
  levels: {
    'ui:title': 'levels',
    ...named('checkboxes'),
    'ui:options': {
      levels: [
        { label: 'everything', values: choices },
        { label: 'a little', values: ['one'] },
      ],
    },
  },
  tags: { 'ui:title': 'tags', ...named('tags') },
  file: { 'ui:title': 'file', ...named('file') },
  files: { 'ui:title': 'files', ...named('file') },
  disabled: { 'ui:title': 'disabled', 'ui:disabled': true },
};

export const widgetData = {
  text: 'text',
  select: 'two',
  multiselect: ['one', 'three'],
  levels: ['one'],
  chips: ['three', 'one'],
  'chips with details': [{ name: 'two', heading: 'a heading' }, { name: 'one' }],
  tags: ['a', 'b'],
  color: '#215db0',
  rating: 3,
  daterange: { begin: '2026-01-01', end: '2026-01-31' },
  list: [{ name: 'first', width: 10 }],
};

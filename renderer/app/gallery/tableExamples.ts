import type { CompiledNode } from '../../../schemas/manifest/compiled.ts';
import { type Example, empty, table, tenants } from './examples.ts';

const files = [
  {
    id: 1,
    name: 'Q3.zip',
    status: 'READY',
    done: 100,
    months: [3, 4, 2, null, 5],
    web: 'https://example.org/q3',
  },
  { id: 2, name: 'Q4.zip', status: 'PROCESSING', done: 42, web: 'https://example.org/q4/' },
  { id: 3, name: 'Q5.zip', status: 'ERROR', done: 7, web: 'not an address' },
  { id: 4, name: 'Q6.zip', status: 'WAITING', done: null, web: null },
];

const formats = {
  type: 'table',
  id: 'formats',
  source: { call: 'tenant.list' },
  rowKey: 'id',
  paging: 'client',
  pageSizes: [10],
  empty,
  columns: [
    { id: 'name', label: 'consumption:tenants.tenantName', field: 'name', primary: true },
    {
      id: 'status',
      label: 'consumption:tenants.status',
      field: 'status',
      format: {
        as: 'badge',
        of: 'packageStatus',
        intents: { READY: 'success', PROCESSING: 'primary', ERROR: 'danger', WAITING: 'warning' },
      },
    },
    { id: 'done', label: 'ui:graph.value', field: 'done', format: { as: 'progress' } },
    { id: 'months', label: 'consumption:graph.title', field: 'months', format: { as: 'bars' } },
    { id: 'web', label: 'contact:title', field: 'web', format: { as: 'link' } },
    {
      id: 'page',
      label: 'ui:details.open',
      field: 'name',
      format: { as: 'link', to: { route: 'dashboard' } },
    },
  ],
  rowActions: [
    {
      id: 'wait',
      label: 'ui:loading',
      icon: 'loader',
      intent: 'none',
      visibleWhen: { field: '$row.status', is: 'PROCESSING' },
      action: { do: 'copy', value: '$row.name' },
    },
  ],
} as unknown as CompiledNode;

const warned = [
  {
    id: 1,
    ...{ alert: 'HIGH_WATER_CONSUMPTION', urgency: 10, status: 'ACTIVE' },
    ...{ name: 'Anna Nowak', figure: 539, limit: 445, unit: 'l' },
  },
  {
    id: 2,
    ...{ alert: 'TEMPERATURE', urgency: 5, status: 'ACTIVE' },
    ...{ name: null, figure: 9.4, limit: 12, unit: '°C' },
  },
];

const warnings = {
  type: 'table',
  id: 'warned',
  source: { call: 'warning.list' },
  rowKey: 'id',
  paging: 'server',
  pageSizes: [10],
  tabs: { column: 'status', counts: { call: 'warning.statuses' } },
  empty,
  columns: [
    {
      id: 'alert',
      label: 'consumption:tenants.status',
      field: 'alert',
      format: { as: 'enumeration', of: 'alert' },
      primary: true,
    },
    {
      id: 'urgency',
      label: 'ui:graph.value',
      field: 'urgency',
      format: { as: 'severity' },
      under: 'alert',
      edge: true,
    },
    { id: 'name', label: 'consumption:tenants.tenantName', field: 'name', under: 'alert' },
    {
      id: 'figure',
      label: 'consumption:graph.title',
      field: 'figure',
      format: { as: 'quantity', unit: 'unit', bar: { of: 'limit' } },
    },
    {
      id: 'status',
      label: 'consumption:tenants.status',
      field: 'status',
      format: { as: 'enumeration', of: 'warningStatus' },
      filter: 'choice',
      choices: ['ACTIVE', 'SNOOZED'],
      chosen: ['ACTIVE'],
    },
  ],
} as unknown as CompiledNode;

const rows = { 'tenant.list': { content: tenants } };

/** Tables in other shapes, and values that are drawn. */
export const tableExamples: readonly Example[] = [
  {
    title: 'table as cards',
    node: { ...table, id: 'cards', appearance: 'cards' } as CompiledNode,
    answers: rows,
  },
  {
    title: 'table as list',
    node: { ...table, id: 'list', appearance: 'list' } as CompiledNode,
    answers: rows,
  },
  {
    title: 'table with a menu in its rows',
    node: {
      ...table,
      id: 'menu',
      rowActions: [
        {
          id: 'copy',
          label: 'ui:details.copy',
          icon: 'document',
          intent: 'none',
          menu: true,
          action: { do: 'copy', value: '$row.name' },
        },
      ],
    } as CompiledNode,
    answers: rows,
  },
  {
    title: 'table with tabs, two lines in a cell, and edges',
    node: warnings,
    answers: {
      'warning.list': { content: warned, page: 0, size: 10, total: warned.length },
      'warning.statuses': { content: [{ value: 'ACTIVE', count: 2 }] },
    },
  },
  { title: 'formats', node: formats, answers: { 'tenant.list': { content: files } } },
];

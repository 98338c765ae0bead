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
  { title: 'formats', node: formats, answers: { 'tenant.list': { content: files } } },
];

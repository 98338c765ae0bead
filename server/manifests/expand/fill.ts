import type { z } from 'zod';
import { filterFields, type Operation } from '../../../schemas/api/operation.ts';
import { isOperationId, operations } from '../../../schemas/api/operations.ts';
import type { ReferenceKind } from '../../../schemas/manifest/references.ts';
import { type Fault, joinPath, suggest } from '../ground/faults.ts';
import { describeField, factsOf, findDefault } from '../ground/knownFields.ts';
import { derive, entryOf, faultAt, type Located, type LocatedEntry } from '../ground/located.ts';
import type { Names } from '../ground/names.ts';
import { definitionOf, listValues, unwrap } from '../ground/schemaWalk.ts';
import { type Scope, scopeOf } from '../ground/scope.ts';
import type { Visit } from '../ground/walk.ts';
import { aboutText } from '../read/texts.ts';
import { bindParameter } from './bindNames.ts';

/** What expanding needs to know beside the file. */
export interface Knowledge {
  readonly names: Names;
  readonly faults: Fault[];
}

type Entries = Map<string, LocatedEntry>;
/** Adds to the entries of an object what needn't be said there. */
type Fill = (located: Located, entries: Entries, visit: Visit<Scope>, knowledge: Knowledge) => void;

/** Sets what isn't said, and takes out what is said to be none. */
function add(located: Located, entries: Entries, name: string, value: unknown, origin: string) {
  const said = entries.get(name)?.value;
  if (said?.scalar === false && !said.origin && (name === 'sort' || name === 'filter')) {
    entries.delete(name);
  } else if (!said && value !== undefined) {
    entries.set(name, entryOf(derive(value, located, origin)));
  }
}

function scalarOf(entries: Entries, name: string): string | undefined {
  const scalar = entries.get(name)?.value.scalar;
  return typeof scalar === 'string' ? scalar : undefined;
}

/** The label and format of a field, as its schema knows them. */
function addField(
  located: Located,
  entries: Entries,
  schema: z.ZodType | undefined,
  field: string,
  names: Names,
) {
  const known = schema && describeField(schema, field);
  if (!known) return;
  const origin = `schema ${factsOf(schema)?.name ?? ''}.${field}`;
  const label = known.labels.find((key) => names.texts.has(key));
  add(located, entries, 'label', label, origin);
  const isPlain = known.format === undefined || known.format.as === 'text';
  add(located, entries, 'format', isPlain ? undefined : known.format, origin);
}

/** A field of a row as a text: of an enumeration its label. */
function textOf(row: z.ZodType, field: string): unknown {
  const format = describeField(row, field)?.format;
  const value = `$row.${field}`;
  return format?.as === 'enumeration' ? { enumeration: format.of, value } : value;
}

const idOf = ({ path }: Visit<Scope>) => String(path.at(-1));

/** What each kind of object has without being told. */
export const fills: Readonly<Partial<Record<ReferenceKind, Fill>>> = {
  column(located, entries, visit, { names }) {
    const { row, own } = visit.scope;
    add(located, entries, 'field', idOf(visit), 'id');
    const field = scalarOf(entries, 'field') ?? '';
    addField(located, entries, row, field, names);
    const operation: Operation | undefined = own && operations[own.operation];
    const origin = `operation ${own?.operation}`;
    const sorts = operation?.query?.shape['sort'];
    const sortable = (sorts && listValues(sorts)) ?? [];
    const candidates = [field, field.split('.').at(-1)];
    const sort = candidates.find((one) => sortable.includes(one));
    add(located, entries, 'sort', sort, origin);
    const filter = operation?.query?.shape['filter'];
    const { fields = {} } = (filter && filterFields.get(unwrap(filter))) ?? {};
    add(
      located,
      entries,
      'filter',
      Object.hasOwn(fields, field) ? fields[field] : undefined,
      origin,
    );
  },
  table(located, entries, visit, { names }) {
    const facts = factsOf(scopeOf(visit, 'rowKey', names).row);
    if (!facts) return;
    add(located, entries, 'rowKey', facts.key, `entity ${facts.name}`);
    const columns = entries.get('columns');
    if (!columns?.value.entries || !facts.title) return;
    const list = [...columns.value.entries];
    if (list.some(([, { value }]) => value.entries?.has('primary'))) return;
    const titled = list.find(([id, { value }]) => {
      const field = value.entries?.get('field')?.value.scalar ?? id;
      return field === facts.title;
    });
    const [id, column] = titled ?? [];
    if (id === undefined || !column?.value.entries) return;
    const primary = entryOf(derive(true, column.value, `entity ${facts.name}`));
    const value = {
      ...column.value,
      entries: new Map(column.value.entries).set('primary', primary),
    };
    const laid = new Map(columns.value.entries).set(id, { ...column, value });
    entries.set('columns', { ...columns, value: { ...columns.value, entries: laid } });
  },
  stats(located, entries, visit, { names }) {
    const { row } = scopeOf(visit, 'value', names);
    const facts = factsOf(row);
    if (!row || !facts?.figures) return;
    const { label, value, change, trend, status, coverage } = facts.figures;
    const origin = `entity ${facts.name}`;
    add(located, entries, 'label', textOf(row, label), origin);
    add(located, entries, 'value', value, origin);
    const shown = describeField(row, scalarOf(entries, 'value') ?? '');
    add(located, entries, 'format', shown?.format ?? { as: 'text' }, origin);
    for (const [name, field] of Object.entries({ change, trend })) {
      add(located, entries, name, field, origin);
      const { labels } = describeField(row, scalarOf(entries, name) ?? '') ?? {};
      const called = labels?.find((key) => names.texts.has(key));
      add(located, entries, `${name}Label`, called, origin);
    }
    add(located, entries, 'status', status, origin);
    add(located, entries, 'coverage', coverage, origin);
  },
  cards(located, entries, visit, { names }) {
    const { row } = scopeOf(visit, 'label', names);
    const facts = factsOf(row);
    if (!facts) return;
    add(located, entries, 'rowKey', facts.key, `entity ${facts.name}`);
    const label = row && facts.title && textOf(row, facts.title);
    add(located, entries, 'label', label, `entity ${facts.name}`);
    const field = scalarOf(entries, 'value');
    const shown = row && field !== undefined && describeField(row, field);
    if (shown)
      add(located, entries, 'format', shown.format ?? { as: 'text' }, `entity ${facts.name}`);
  },
  calendar(located, entries, visit, { names }) {
    add(located, entries, 'query', idOf(visit), 'id');
    const facts = factsOf(scopeOf(visit, 'day', names).row);
    for (const [name, field] of Object.entries(facts?.calendar ?? {})) {
      add(located, entries, name, field, `entity ${facts?.name}`);
    }
  },
  map(located, entries, visit, { names }) {
    const facts = factsOf(scopeOf(visit, 'rowKey', names).row);
    if (!facts) return;
    const { description, ...place } = facts.place ?? {};
    const known = { rowKey: facts.key, title: facts.title, ...place };
    for (const [name, value] of Object.entries(known)) {
      add(located, entries, name, value, `entity ${facts.name}`);
    }
    add(located, entries, 'description', description ?? [], `entity ${facts.name}`);
  },
  fact(located, entries, visit, { names }) {
    add(located, entries, 'value', `$data.${idOf(visit)}`, 'id');
    const [, field] = /^\$data\.(.+)$/.exec(scalarOf(entries, 'value') ?? '') ?? [];
    if (field) addField(located, entries, visit.scope.data, field, names);
  },
  'field-of-form'(located, entries, visit, { names }) {
    const known = visit.scope.fieldsOf && describeField(visit.scope.fieldsOf, idOf(visit));
    const label = known?.labels.find((key) => names.texts.has(key));
    const origin = `schema ${factsOf(visit.scope.fieldsOf)?.name}`;
    add(located, entries, 'label', label, origin);
    add(located, entries, 'default', findDefault(visit.scope.fieldsOf, idOf(visit)), origin);
  },
  choice(located, entries, visit) {
    const isControl = definitionOf(visit.schema).shape?.['query'] !== undefined;
    if (isControl) add(located, entries, 'query', idOf(visit), 'id');
    // Its options: a row's field is called as the control is.
    else add(located, entries, 'value', String(visit.path.at(-2)), 'id of the control');
  },
  pick(located, entries, visit, { names }) {
    const facts = factsOf(scopeOf(visit, 'value', names).row);
    add(located, entries, 'query', idOf(visit), 'id');
    add(located, entries, 'value', facts?.key, `entity ${facts?.name}`);
    add(located, entries, 'text', facts?.title, `entity ${facts?.name}`);
  },
  tabs(located, entries, visit) {
    add(located, entries, 'query', idOf(visit), 'id');
  },
  period(located, entries) {
    add(located, entries, 'begin', 'periodBegin', 'usual names');
    add(located, entries, 'end', 'periodEnd', 'usual names');
  },
  overlay(located, entries, visit, { names }) {
    add(located, entries, 'query', idOf(visit), 'id');
    const call = entries.get('source')?.value.entries?.get('call')?.value.scalar;
    const label = `fields:${call}`;
    add(located, entries, 'label', names.texts.has(label) ? label : undefined, `operation ${call}`);
  },
  'route-declaration'(_located, entries) {
    const breadcrumb = entries.get('breadcrumb');
    const title = entries.get('title');
    if (!breadcrumb?.value.entries || breadcrumb.value.entries.has('label') || !title) return;
    const label = derive(title.value.scalar, breadcrumb.value, 'title');
    const laid = new Map(breadcrumb.value.entries).set('label', entryOf(label));
    entries.set('breadcrumb', { ...breadcrumb, value: { ...breadcrumb.value, entries: laid } });
  },
  texts(located, entries, { meta, path }, { names, faults }) {
    const prefix = entries.get('texts')?.value;
    if (typeof prefix?.scalar !== 'string') return;
    // What stays says that there is a fault already.
    const [first = ''] = meta?.texts ?? [];
    const isSound = names.texts.has(`${prefix.scalar}.${first}`) || entries.has(first);
    if (isSound) entries.delete('texts');
    for (const [at, member] of (meta?.texts ?? []).entries()) {
      const key = `${prefix.scalar}.${member}`;
      if (names.texts.has(key)) add(located, entries, member, key, `texts ${prefix.scalar}`);
      else if (at === 0 && !isSound) {
        const file = `locales/en/${key.split(':')[0]}.json`;
        const suggestion = suggest(key, names.texts.keys()).replace('?', `, or add it to ${file}?`);
        const message = `expected the text "${key}" of locales/en${suggestion || `: add it to ${file}`}`;
        const here = prefix.origin ? path : [...path, 'texts'];
        const about = [aboutText(key)];
        faults.push({ ...faultAt(prefix, [], message), path: joinPath(here), about });
      }
    }
  },
  'screen-file'(located, entries, { scope }) {
    const query = entries.get('query')?.value ?? derive({}, located, 'declared below');
    const known = new Map(query.entries);
    for (const name of scope.query.keys()) {
      if (!known.has(name)) known.set(name, entryOf(derive({}, query, 'declared below')));
    }
    entries.set('query', entryOf({ ...query, entries: known }));
  },
  source: bindCall,
  command: bindCall,
  link(located, entries, visit, knowledge) {
    const target = knowledge.names.routes.get(scalarOf(entries, 'route') ?? '');
    if (!target) return;
    const screen = target.route.screen ?? '';
    const secrets = knowledge.names.secrets.get(screen);
    const { query } = visit.scope;
    const read = knowledge.names.screens.get(screen) ?? new Map<string, unknown>();
    // What begins differently there is another choice: nobody made it here.
    const isAlike = ([name, preset]: [string, unknown]) =>
      !query.has(name) || query.get(name) === preset;
    const open = [...read]
      .filter(([name, preset]) => !secrets?.has(name) && isAlike([name, preset]))
      .map(([name]) => name);
    keepLeftOut(entries, new Set(read.keys()));
    bind(located, entries, 'params', [...target.parameters, ...open], visit, knowledge);
  },
};

/** What a link leaves out it must not carry along either: the browser is told by an empty value. */
function keepLeftOut(entries: Entries, query: ReadonlySet<string>) {
  const said = entries.get('params');
  if (!said?.value.entries) return;
  const values = [...said.value.entries].map(([name, entry]): [string, LocatedEntry] => {
    const isLeftOut = entry.value.scalar === null && query.has(name);
    return [name, isLeftOut ? { ...entry, value: { ...entry.value, scalar: '' } } : entry];
  });
  entries.set('params', { ...said, value: { ...said.value, entries: new Map(values) } });
}

function bindCall(located: Located, entries: Entries, visit: Visit<Scope>, knowledge: Knowledge) {
  const { scope, meta } = visit;
  const call = scalarOf(entries, 'call') ?? '';
  if (!isOperationId(call)) return;
  const { params, query, body }: Operation = operations[call];
  const names = Object.keys({ ...params?.shape, ...query?.shape });
  bind(located, entries, 'params', names, visit, knowledge);
  // A form's body is what was filled in.
  const isFilledIn = meta?.reference === 'command' && scope.form && !entries.has('body');
  if (!body || body === 'stream' || isFilledIn) return;
  const shape = definitionOf(unwrap(body)).shape ?? {};
  const needed = Object.keys(shape).filter((name) => !shape[name]?.safeParse(undefined).success);
  bind(located, entries, 'body', needed, visit, knowledge);
}

/** Binds the names that aren't said, and takes out those that are said to be null. */
function bind(
  located: Located,
  entries: Entries,
  member: 'params' | 'body',
  wanted: readonly string[],
  { scope, path }: Visit<Scope>,
  { faults }: Knowledge,
) {
  const said = entries.get(member);
  if (said && !said.value.entries) return;
  const values = new Map(said?.value.entries);
  for (const name of wanted) {
    if (values.has(name)) continue;
    const nearest = bindParameter(name, scope);
    if (nearest && 'ambiguous' in nearest) {
      const message = `expected "${name}" to be said, for ${nearest.ambiguous}`;
      faults.push({ ...faultAt(located, [], message), path: joinPath([...path, member]) });
      // Any value will do: that there is none is not another mistake.
      values.set(name, entryOf(derive(`$query.${name}`, located, 'query of the screen')));
    } else if (nearest) {
      values.set(name, entryOf(derive(nearest.binding, said?.value ?? located, nearest.origin)));
    }
  }
  for (const [name, { value }] of values) if (value.scalar === null) values.delete(name);
  if (values.size === 0 && !said) return;
  const base = said?.value ?? derive({}, located, 'by name');
  if (values.size === 0) entries.delete(member);
  else entries.set(member, { ...entryOf(base), ...said, value: { ...base, entries: values } });
}

import { z } from 'zod';
import type { Operation } from '../../../../schemas/api/operation.ts';
import { type OperationId, operations } from '../../../../schemas/api/operations.ts';
import type { WholePortal } from '../../../support/wholePortal.ts';
import { aValue } from './aValue.ts';
import { type Names, type Thing, things, type World } from './world.ts';

export const all = Object.entries(operations) as [OperationId, Operation][];

/** An operation, and what is asked about where it names anything of a building. */
export interface Cell {
  readonly id: OperationId;
  readonly thing: Thing | 'nothing' | undefined;
  /** What of the body isn't as `aValue` makes it. */
  readonly over?: Readonly<Record<string, unknown>> | undefined;
  /** The same of the query; what is undefined is left out. */
  readonly query?: Readonly<Record<string, unknown>> | undefined;
}

export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly retryAfter?: string | null;
}

export const isChange = ({ method, reads }: Operation): boolean => method !== 'GET' && !reads;

/** Parameters that name nothing of anybody's, and what is sent for them. */
const plainParameters: Readonly<Record<string, string>> = {
  screen: 'dashboard',
  locale: 'en',
  line: 'propertyAverage',
  session: 'none',
  queue: 'report',
  module: 'consumption',
  entry: '1',
  preset: 'none',
  type: 'REVERSE_FLOW',
  jobType: 'REVERSE_FLOW_JOB',
  upload: 'none',
  fileName: 'form.pdf',
  changeId: '1',
};

/** How else what a building has is called. */
const otherNames: Readonly<Record<string, string>> = {
  properties: 'property',
  propertyIds: 'property',
  worksId: 'property',
  worksNo: 'number',
  tenantIds: 'tenant',
  warnings: 'warning',
};
const nameOf = (field: string) => otherNames[field] ?? field;

/** What may not be asked together, or not be left out together. */
const variants: Partial<Record<OperationId, readonly Required<Cell>['over'][]>> = {
  'document.list': [{ tenantIds: [] }, { propertyIds: [] }],
  'document.types': [{ tenantIds: [] }, { propertyIds: [] }],
  'document.choices': [{ tenantIds: [] }, { propertyIds: [] }],
  'temperature.forecast': [{ lowest: 40 }],
};

/** Calls that make an account: their user name is nobody's yet. */
const makesAccount = (id: OperationId) => /^(subA|a)dministrator\.create/.test(id);
/** Calls whose body is a list of buildings. */
const listsProperties = (id: OperationId) => id === 'period.billing' || id === 'document.periods';

const fields = new Map<OperationId, ReadonlySet<string>>();

function fieldsOf(id: OperationId): ReadonlySet<string> {
  const known = fields.get(id) ?? listFields(operations[id]);
  fields.set(id, known);
  return known;
}

/** The fields of its parameters and of its body, however deep. */
function listFields({ params, query, body }: Operation): ReadonlySet<string> {
  const fields = new Set([...Object.keys(params?.shape ?? {}), ...Object.keys(query?.shape ?? {})]);
  if (!body || body === 'stream') return fields;
  JSON.stringify(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }), (key, value) => {
    if (key === 'properties') for (const name of Object.keys(value)) fields.add(name);
    return value;
  });
  return fields;
}

/** What a call says of a thing. */
function namesIn(id: OperationId, { names }: World): string[] {
  if (listsProperties(id)) return ['property'];
  const found = [...fieldsOf(id)].map(nameOf).filter((name) => name in names.own);
  return found.filter((name) => !(name === 'username' && makesAccount(id)));
}

/** Everything that an operation can be asked. */
export function cellsOf(id: OperationId, world: World): Cell[] {
  if (namesIn(id, world).length === 0) return [{ id, thing: undefined }];
  return (variants[id] ?? [undefined]).flatMap((over) =>
    [...things, 'nothing' as const].map((thing) => ({ id, thing, over })),
  );
}

/** Sends a call; throws on a parameter that nothing is known of. */
export async function ask(
  portal: WholePortal,
  token: string | undefined,
  { id, thing, over, query: given }: Cell,
  world: Pick<World, 'names'>,
): Promise<Answer> {
  const { method, path, query, body }: Operation = operations[id];
  const names = namesFor(id, world.names[thing ?? 'nothing']);
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => {
    const value = names[nameOf(name)] ?? plainParameters[name];
    if (value === undefined) {
      throw new Error(`What is {${name}} of ${id}? Say it in tests/server/http/isolation.`);
    }
    return encodeURIComponent(value);
  });
  const url = new URL(`http://portal.example.pl${filled}`);
  const asked = (query ? aValue(query, { names, nameOf }) : {}) as Record<string, unknown>;
  for (const [name, value] of Object.entries({ ...asked, ...given })) {
    if (value === undefined) continue;
    for (const one of [value].flat()) url.searchParams.append(name, String(one));
  }
  const sent = bodyOf(id, body, names, over);
  const response = await portal.request(url.href, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(sent && { 'content-type': body === 'stream' ? 'text/csv' : 'application/json' }),
    },
    ...(sent && { body: sent }),
  });
  const retryAfter = response.headers.get('retry-after');
  return { status: response.status, text: await response.text(), retryAfter };
}

function namesFor(id: OperationId, { username = '', ...others }: Names): Names {
  if (makesAccount(id)) return others;
  // Elsewhere a user is called so, and a package of documents.
  const isTenant = id === 'document.tenants';
  const isAdministrator = id.startsWith('administrator.');
  return {
    username,
    ...others,
    ...(isTenant && { id: Number(others.tenant) }),
    ...(isAdministrator && { packageId: Number(others.package) }),
  };
}

function bodyOf(
  id: OperationId,
  body: Operation['body'],
  names: Names,
  over: Cell['over'],
): string | undefined {
  if (body === undefined) return undefined;
  if (body === 'stream') return 'x';
  if (listsProperties(id)) return JSON.stringify([names.property]);
  const value = aValue(body, { names, nameOf });
  return JSON.stringify(over ? { ...(value as object), ...over } : value);
}

/** An answer without what the call itself named, for telling whether two say the same. */
export function withoutNames({ status, text }: Answer, { id, thing }: Cell, world: World): string {
  const names = namesFor(id, world.names[thing ?? 'nothing']);
  const values = new Set(namesIn(id, world).map((name) => String(names[name])));
  const longestFirst = [...values].toSorted((one, other) => other.length - one.length);
  let said = text.replaceAll(/"timestamp":"[^"]*"/g, '');
  for (const value of longestFirst) {
    said = said.replaceAll(new RegExp(`(?<![\\w-])${value}(?![\\w-])`, 'g'), '#');
  }
  return `${status} ${said}`;
}

import type { z } from 'zod';
import { isOperationId, operations } from '../../../schemas/api/operations.ts';
import { formSchemas, isFormSchemaName } from '../../../schemas/forms/formSchemas.ts';
import { type EnumerationName, enumerations } from '../../../schemas/manifest/enumerations.ts';
import { type IconName, icons } from '../../../schemas/manifest/parts.ts';
import type { ReferenceKind } from '../../../schemas/manifest/references.ts';
import { type Fault, suggest } from '../ground/faults.ts';
import { faultAt, findLocated, type Located, toValue } from '../ground/located.ts';
import { type Names, unknownQuery } from '../ground/names.ts';
import type { Report } from '../ground/report.ts';
import { findField, findRow, listFields } from '../ground/responseFields.ts';
import { listValues } from '../ground/schemaWalk.ts';
import { isHidden, type Scope, scopeOf } from '../ground/scope.ts';
import { type Visit, walk } from '../ground/walk.ts';
import { aboutText } from '../read/texts.ts';
import { checkBinding, reportMissing } from './checkBinding.ts';
import { checkComparison } from './checkCondition.ts';
import { reportUnfilled } from './checkFilled.ts';
import { checkFormNode } from './checkFormNode.ts';
import { aboutQuery, checkLink } from './checkLink.ts';
import { checkPick } from './checkPick.ts';
import { checkShape, explainAdded } from './checkShape.ts';
import { checkCommand, checkSource, readOperation } from './checkSource.ts';
import { checkTable } from './checkTable.ts';
import { aboutModule } from './missingModules.ts';

/** Checks each name in a file against what it names, in whatever node it stands. */
export function checkReferences(
  schema: z.ZodType,
  located: Located,
  start: Scope,
  names: Names,
  faults: Fault[],
): void {
  const isWhole = checkShape(schema, located, []) !== undefined;
  walk(schema, toValue(located), start, (visit) => {
    const report: Report = (
      message,
      path = visit.path,
      atKey = visit.isKey ?? false,
      about = [],
    ) => {
      const fault = findMisnamed(located, path) ?? faultAt(located, path, message, { atKey });
      faults.push({ ...fault, about });
    };
    if (!findLocated(located, visit.path).isFaulty) {
      reportUnfilled(visit, (message, _path, _atKey, about = []) => {
        faults.push({ ...faultAt(located, visit.path, message), mayFollow: true, about });
      });
    }
    const kind = visit.meta?.reference;
    // Of what doesn't fit its schema, the shape check has told; it need not have what is looked at.
    const canCheck =
      isWhole || typeof visit.value !== 'object' || visit.schema.safeParse(visit.value).success;
    if (kind && canCheck)
      checks[kind]?.(visit as Visit<Scope> & { readonly value: string }, names, report);
    return (member) => scopeOf(visit, member, names);
  });
}

type Check = (
  visit: Visit<Scope> & { readonly value: string },
  names: Names,
  report: Report,
) => void;

/** What is wrong with a name that came along from the id of what an override added: the id is. */
function findMisnamed(located: Located, path: readonly PropertyKey[]): Fault | undefined {
  const owner = path.slice(0, -1);
  const { addedBeside } = findLocated(located, owner);
  if (!addedBeside || findLocated(located, path).origin !== 'id') return undefined;
  return faultAt(located, owner, explainAdded(String(owner.at(-1)), addedBeside), { atKey: true });
}

const checks: Readonly<Partial<Record<ReferenceKind, Check>>> = {
  localeKey: ({ value, scope }, { texts }, report) => {
    const wanted = texts.get(value) ?? texts.get(`${value}_other`);
    if (wanted === undefined) {
      const [namespace] = value.split(':');
      const place = `add it to locales/en/${namespace}.json`;
      const suggestion = suggest(value, texts.keys()).replace('?', `, or ${place}?`);
      const message = `expected a text of locales/en, found "${value}"${suggestion || `: ${place}`}`;
      report(message, undefined, undefined, [aboutText(value)]);
      return;
    }
    if (isHidden(scope)) return;
    const given = scope.placeholders ?? new Set<string>();
    const missing = [...new Set(wanted)].filter((name) => !given.has(name));
    if (missing.length === 0) return;
    const listed = missing.map((name) => `{{${name}}}`).join(', ');
    report(`expected a value for ${listed} in the text "${value}", found none`);
  },
  message: ({ value, path }, { texts }, report) => {
    const { key, values } = value as unknown as { key: string; values: Record<string, unknown> };
    const wanted = texts.get(key) ?? texts.get(`${key}_other`);
    if (wanted === undefined) return;
    for (const name of Object.keys(values)) {
      if (wanted.includes(name) || name === 'count') continue;
      const message = `expected a placeholder of the text "${key}", found "${name}"${suggest(name, wanted)}`;
      report(message, [...path, 'values', name], true);
    }
  },
  operation: ({ value, scope }, names, report) => {
    if (!checkOperationName(value, scope, names, report)) {
      report(`expected an operation that only reads, found "${value}"`);
    }
  },
  commandName: ({ value, scope }, names, report) => {
    checkOperationName(value, scope, names, report);
  },
  route: ({ value, scope }, names, report) => {
    const target = names.routes.get(value);
    if (!target) {
      const message = `expected a route, found "${value}"${suggest(value, names.routes.keys())}`;
      report(message, undefined, undefined, [`route ${value}`]);
    } else if (!names.reachable(scope.module).has(target.module)) {
      report(
        `expected a route of this module, found "${value}" of "${target.module}": add "${target.module}" to "requires"`,
      );
    }
  },
  screen: ({ value, scope }, { screens }, report) => {
    if (!screens.has(value)) {
      const message = `expected a screen, found "${value}"${suggest(value, screens.keys())}`;
      report(message, undefined, undefined, [`screen ${value}`]);
    } else if (!value.startsWith(`${scope.module}.`)) {
      report(`expected a screen of the module "${scope.module}", found "${value}"`);
    }
  },
  form: ({ value, scope }, { forms }, report) => {
    if (!forms.has(value)) {
      const message = `expected a form, found "${value}"${suggest(value, forms.keys())}`;
      report(message, undefined, undefined, [`form ${value}`]);
    } else if (!value.startsWith(`${scope.module}.`)) {
      report(`expected a form of the module "${scope.module}", found "${value}"`);
    }
  },
  formSchema: ({ value }, _names, report) => {
    if (isFormSchemaName(value)) return;
    const known = Object.keys(formSchemas);
    report(`expected a schema of schemas/forms, found "${value}"${suggest(value, known)}`);
  },
  formNode: checkFormNode,
  module: ({ value }, { modules }, report) => {
    if (modules.has(value)) return;
    const message = `expected a module, found "${value}"${suggest(value, modules)}`;
    report(message, undefined, undefined, [aboutModule(value)]);
  },
  field: ({ value, scope }, _names, report) => {
    if (!scope.row) {
      report(`expected a row to take "${value}" from, found no source with rows here`);
      return;
    }
    reportMissing(scope.row, value, 'a field of the row', report);
  },
  rows: ({ value, scope }, _names, report) => {
    if (!scope.own) return;
    const { operation, response } = scope.own;
    if (findRow(response, value)) return;
    const lists = listFields(response).filter((name) => findRow(response, name));
    report(
      `expected a list in the response of ${operation}, found "${value}"${suggest(value, lists)}`,
    );
  },
  binding: ({ value, scope }, _names, report) => checkBinding(value, scope, report),
  operand: ({ value, scope }, _names, report) => {
    // Of a form's conditions the API judges too, who knows the form alone.
    if (scope.form) reportMissing(scope.form, value, 'a field of the form', report);
    else if (value.startsWith('$')) checkBinding(value, scope, report);
    else report(`expected a binding such as $query.timeframe, found "${value}"`);
  },
  enumeration: ({ value }, { texts }, report) => {
    if (!Object.hasOwn(enumerations, value)) {
      const known = Object.keys(enumerations);
      report(`expected an enumeration, found "${value}"${suggest(value, known)}`);
      return;
    }
    for (const one of listValues(enumerations[value as EnumerationName]) ?? []) {
      const key = `enums:${value}.${one}`;
      if (texts.has(key)) continue;
      const message = `expected a label "${key}" in locales/en, found none`;
      report(message, undefined, undefined, [aboutText(key)]);
    }
  },
  enumerationValue: ({ value, scope }, _names, report) => {
    if (!scope.enumeration) return;
    const known = listValues(enumerations[scope.enumeration]) ?? [];
    if (known.includes(value)) return;
    report(`expected a value of ${scope.enumeration}, found "${value}"${suggest(value, known)}`);
  },
  ownQuery: ({ value, scope }, _names, report) => checkQuery(value, scope, report),
  query: ({ value, scope }, _names, report) => checkQuery(value, scope, report),
  sort: ({ value, scope }, _names, report) => {
    const schema = scope.own && readOperation(scope.own.operation).query?.shape['sort'];
    if (!scope.own) return;
    const known = (schema && listValues(schema)) ?? [];
    if (known.includes(value)) return;
    report(
      `expected a value that ${scope.own.operation} sorts by, found "${value}"${suggest(value, known)}`,
    );
  },
  pick: checkPick,
  cards: (visit, names, report) => {
    const { icon } = visit.value as { icon?: string };
    const { row } = scopeOf(visit, 'icon', names);
    const found = icon !== undefined && row ? findField(row, icon) : undefined;
    if (!found || !('schema' in found)) return;
    const values = listValues(found.schema) ?? [];
    if (values.length > 0 && values.every((one) => icons.includes(one as IconName))) return;
    report(`expected a field with the name of an icon, found "${icon}"`, [...visit.path, 'icon']);
  },
  calendar: ({ value, path }, _names, report) => {
    const { call = '' } = (value as { source?: { call?: string } }).source ?? {};
    if (!isOperationId(call)) return;
    const { query } = readOperation(call);
    for (const name of ['periodBegin', 'periodEnd']) {
      if (query && Object.hasOwn(query.shape, name)) continue;
      const message = `expected an operation with a "${name}" parameter, found ${call}`;
      report(message, [...path, 'source', 'call']);
    }
  },
  offeredPeriods: ({ value, path }, _names, report) => {
    const { source, rows = 'content' } = value as { source?: { call?: string }; rows?: string };
    const { call = '' } = source ?? {};
    const row = isOperationId(call) ? findRow(readOperation(call).response, rows) : undefined;
    const fields = row && listFields(row);
    if (!fields || ['periodBegin', 'periodEnd'].every((name) => fields.includes(name))) return;
    const message = `expected a list of periods in the response of ${call}, found "${rows}"`;
    report(message, [...path, 'rows']);
  },
  search: ({ scope }, _names, report) => {
    if (!scope.own || readOperation(scope.own.operation).query?.shape['search']) return;
    report(`expected an operation with a "search" parameter, found ${scope.own.operation}`);
  },
  source: checkSource,
  table: checkTable,
  command: checkCommand,
  comparison: checkComparison,
  link: checkLink,
};

/** Whether the operation only reads; what is unknown is reported and passes for one that does. */
function checkOperationName(value: string, scope: Scope, names: Names, report: Report): boolean {
  if (!isOperationId(value)) {
    report(`expected an API operation, found "${value}"${suggest(value, Object.keys(operations))}`);
    return true;
  }
  const { module, method, reads } = readOperation(value);
  if (module !== 'core' && !names.reachable(scope.module).has(module)) {
    report(
      `expected an operation of this module, found "${value}" of "${module}": add "${module}" to "requires"`,
    );
  }
  return method === 'GET' || reads === true;
}

function checkQuery(value: string, { query, screen }: Scope, report: Report): void {
  if (query.has(value) || query === unknownQuery) return;
  const suggestion = suggest(value, query.keys());
  const message = `expected a parameter declared in "query", found "${value}"${suggestion}`;
  report(message, undefined, undefined, aboutQuery(screen, value));
}

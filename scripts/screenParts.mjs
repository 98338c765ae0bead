import { isPushed, operations } from '../schemas/api/operations.ts';
import { compileCondition, listOperands } from '../schemas/conditions.ts';
import { plainRules } from '../schemas/plainRules.ts';
import { readFormSchema } from '../server/forms/jsonSchema.ts';

/**
 * @typedef {import('../server/manifests/session/manifestSet.ts').MarketManifests} Manifests
 * @typedef {Readonly<Record<string, unknown>>} Member
 * @typedef {(member: Member, manifests: Pick<Manifests, 'forms'>) => boolean} Asks
 */

/** What the portal itself calls around every screen, with the number of warnings in its header. */
const calledAlways = ['manifest', 'preferences', 'session', 'warning'];

/** @param {string} operation */
const featureOf = (operation) => operation.split('.')[0] ?? operation;

/**
 * Lazy modules that a screen loads only when something in it asks for them, by their names: each node
 * type has one of its own, and these have more. What isn't listed comes with the module that loads it.
 * @type {Readonly<Record<string, Asks>>}
 */
const askedFor = {
  ...Object.fromEntries(
    [
      'calendar',
      'cards',
      'controls',
      'dots',
      'facts',
      'file',
      'form',
      'graph',
      'map',
      'markdown',
      'qr',
    ]
      .concat(['stats', 'table', 'tabs', 'tasks'])
      .map((type) => [nameNode(type), ({ type: own }) => own === type]),
  ),
  CardsBar: ({ type, appearance }) => type === 'table' && isCards(appearance),
  CodeText: ({ type, style }) => type === 'text' && style === 'code',
  FoldedSection: ({ type, folded }) => type === 'section' && folded === true,
  FoldedArticle: ({ type, folded }) => type === 'markdown' && folded === true,
  PickControl: ({ kind, most }) => kind === 'pick' && most === undefined,
  MultiPickControl: ({ kind, most }) => kind === 'pick' && most !== undefined,
  SearchControl: ({ kind }) => kind === 'search',
  SecretQuery: ({ secret }) => secret === true,
  // Rows that the server tells of.
  changes: ({ type, source }) =>
    type === 'table' && isPushed(/** @type {{ call: string }} */ (source).call),
  FormSample: ({ type, sample }) => type === 'form' && sample !== undefined,
  ChipsField: (member, { forms }) =>
    JSON.stringify(findForm(member, forms)?.fields ?? {}).includes('"widget":"chips"'),
  SectionPeriod: (member, { forms }) =>
    JSON.stringify(findForm(member, forms)?.sections ?? []).includes('"period":'),
  FormForecast: ({ type, forecast }) => type === 'form' && forecast !== undefined,
  plainRules: (member, { forms }) => listRules(findForm(member, forms)?.fields).length > 0,
  // The engine for patterns.
  rules: (member, { forms }) =>
    listRules(findForm(member, forms)?.fields).some((rule) => !Object.hasOwn(plainRules, rule)),
  UploadField: (member, { forms }) => {
    const schema = findForm(member, forms)?.schema;
    if (schema === undefined) return false;
    const whole = readFormSchema(/** @type {Parameters<typeof readFormSchema>[0]} */ (schema));
    return JSON.stringify(whole).includes('"upload"');
  },
  // The addresses of a feature's calls, and checks of their answers. Actions make theirs later.
  ...Object.fromEntries(
    [...new Set(Object.keys(operations).map(featureOf))]
      .filter((feature) => !calledAlways.includes(feature))
      .map((feature) => [
        `virtual:operations/${feature}`,
        ({ call, do: action }) => action === undefined && featureOf(String(call)) === feature,
      ]),
  ),
};

export const screenParts = Object.keys(askedFor);

/**
 * The lazy modules that a screen loads when whoever may see all of it opens its route. What depends on
 * the address alone, as on something that is chosen first, counts as the defaults have it.
 * @param {Manifests} manifests
 * @param {string} id
 * @param {{ isChosen?: boolean }} [options] isChosen: as if all that the address may ask for shows
 */
export function listScreenParts(manifests, id, { isChosen = false } = {}) {
  const { screen } = manifests.screens.get(id) ?? {};
  if (!screen) throw new Error(`There is no screen ${id}.`);
  const found = new Set();
  /** @param {unknown} value */
  const visit = (value) => {
    if (typeof value !== 'object' || value === null) return;
    if (!isChosen && isKeptAway(value, screen.query)) return;
    const member = /** @type {Member} */ (value);
    for (const [name, asks] of Object.entries(askedFor)) {
      if (asks(member, manifests)) found.add(name);
    }
    Object.values(member).forEach(visit);
    visit(findForm(member, manifests.forms)?.fields);
  };
  visit(screen);
  return [...found].sort();
}

/** @param {unknown} appearance */
function isCards(appearance) {
  return appearance === 'cards' || appearance === 'list';
}

/** @param {string} type */
function nameNode(type) {
  return `${type.charAt(0).toUpperCase()}${type.slice(1)}Node`;
}

/**
 * @param {Member} member
 * @param {Manifests['forms']} forms
 */
function findForm({ type, form }, forms) {
  return type === 'form' ? forms.get(String(form))?.form : undefined;
}

/** @param {unknown} fields @returns {string[]} */
function listRules(fields) {
  return Object.values(fields ?? {}).flatMap(({ rules, fields: inner }) => [
    ...Object.values(rules ?? {}).map(({ rule }) => rule),
    ...listRules(inner),
  ]);
}

/**
 * @param {{ visibleWhen?: import('../schemas/conditions.ts').Condition }} member
 * @param {Readonly<Record<string, { default?: unknown }>>} query
 */
function isKeptAway({ visibleWhen }, query) {
  if (!visibleWhen) return false;
  /** @param {string} operand */
  const nameOf = (operand) => operand.replace(/^\$query\./, '');
  const isOfQuery = listOperands(visibleWhen).every((operand) =>
    Object.hasOwn(query, nameOf(operand)),
  );
  return isOfQuery && !compileCondition(visibleWhen)((operand) => query[nameOf(operand)]?.default);
}

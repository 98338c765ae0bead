import type { z } from 'zod';
import { accessRuleSchema } from '../../../schemas/accessRule.ts';
import { sessionUserSchema } from '../../../schemas/entities/account.ts';
import { actionSchema } from '../../../schemas/manifest/actions.ts';
import { manifestIndexSchema } from '../../../schemas/manifest/compiled.ts';
import { conditionSchema } from '../../../schemas/manifest/condition.ts';
import { controlSchema } from '../../../schemas/manifest/controls.ts';
import {
  marketFileSchema,
  moduleFileSchema,
  screenFileSchema,
} from '../../../schemas/manifest/files.ts';
import { formFileSchema } from '../../../schemas/manifest/form.ts';
import { importSourceSchema } from '../../../schemas/manifest/importSource.ts';
import { type NodeType, nodeSchema } from '../../../schemas/manifest/node.ts';
import {
  emptyStateSchema,
  formatSchema,
  linkSchema,
  sourceSchema,
} from '../../../schemas/manifest/parts.ts';
import { presetFileSchema } from '../../../schemas/manifest/preset.ts';
import { textSchema } from '../../../schemas/manifest/references.ts';
import { definitionOf, unwrap } from '../../manifests/ground/schemaWalk.ts';
import { describeOf } from '../editor/calls.ts';
import { nodeExamples, screenExample } from './examples.ts';
import { code, json, type Page, table } from './markdown.ts';
import { describeKeys } from './objects.ts';
import { typeOf } from './types.ts';
import { bindingWords } from './words.ts';

/** Pages of the language itself: its files, nodes, and what these are made of. */

interface Piece {
  readonly title: string;
  /** What stands in tables of what a key takes. */
  readonly called: string;
  readonly schema: z.ZodType;
  readonly more?: string;
}

const pieces: Readonly<Record<string, Piece>> = {
  access: { title: 'Access rules', called: 'an access rule', schema: accessRuleSchema },
  condition: {
    title: 'Conditions',
    called: 'a condition',
    schema: conditionSchema,
    more: 'Short: `{ "sampling": "DAILY" }` equals; `{ "question": ["DROP", "GAP"] }` is one of; `{ "days": { "atLeast": 3 } }` compares. Several keys together must all hold. In a form a key is a field, elsewhere a binding. What can’t be decided counts as no.',
  },
  source: {
    title: 'Sources',
    called: 'a source',
    schema: sourceSchema,
    more: 'The name of an operation alone is a whole source: `"source": "consumption.graph"`. With `params` it says what the address doesn’t: `"source": { "call": "consumption.graph", "params": { "category": "HCA" } }`. [Screens](../files/screen.md#example) have one in its place.',
  },
  link: {
    title: 'Links',
    called: 'a link',
    schema: linkSchema,
    more: 'The name of a route alone is a whole link: `"rowLink": "consumption-tenant"`.',
  },
  format: {
    title: 'Formats',
    called: 'a format',
    schema: formatSchema,
    more: 'A format without options is one word: `"format": "percent"`.',
  },
  empty: {
    title: 'When there is nothing',
    called: 'what is said',
    schema: emptyStateSchema,
    more: 'The beginning of the texts’ keys alone is enough: `"empty": "consumption:tenants.empty"` stands for its `.title` and `.description`.',
  },
  text: {
    title: 'Texts',
    called: 'a text',
    schema: textSchema,
    more: 'The key of a text, `"consumption:title"`; a binding, `"$data.name"`; a text whose `{{placeholders}}` are said; or the label of an enumeration’s value.',
  },
  actions: { title: 'Actions', called: 'an action', schema: actionSchema },
  controls: { title: 'Controls', called: 'a control', schema: controlSchema },
};
const pieceIds: Readonly<Record<string, string>> = {
  AccessRule: 'access',
  Condition: 'condition',
  Source: 'source',
  Link: 'link',
  Format: 'format',
  EmptyState: 'empty',
  Text: 'text',
  Action: 'actions',
  Control: 'controls',
};
const listIds: Readonly<Record<string, string>> = {
  Icon: 'an icon',
  RowIcon: 'an icon of rows',
  Widget: 'a widget',
  Role: 'a role',
  Feature: 'a feature',
};

/** Links to where things are described, from a page so many folders down. */
function linkFrom(depth: number) {
  const up = '../'.repeat(depth);
  return (id: string): string | undefined => {
    const piece = pieceIds[id];
    if (piece) return `[${pieces[piece]?.called}](${up}pieces/${piece}.md)`;
    if (id === 'Node') return `[a node](${up}README.md#nodes)`;
    const list = listIds[id];
    return list && `[${list}](${up}lists.md)`;
  };
}

export function listNodePages(): Page[] {
  const options = (definitionOf(unwrap(nodeSchema)).options ?? []) as readonly z.ZodType[];
  return options.map((schema) => {
    const { shape = {} } = definitionOf(schema);
    const type = (definitionOf(shape['type'] as z.ZodType).values?.[0] ?? '') as NodeType;
    return {
      name: `nodes/${type}.md`,
      title: `The node "${type}"`,
      lines: [
        `${schema.description}.`,
        ...describeKeys(schema, linkFrom(1)),
        '',
        '## Example',
        '',
        ...json(nodeExamples[type]),
      ],
    };
  });
}

export function listPiecePages(): Page[] {
  return Object.entries(pieces).map(([name, { title, schema, more }]) => {
    const intro = describeOf(schema);
    return {
      name: `pieces/${name}.md`,
      title,
      lines: [intro ? `${intro}.` : '', '', more ?? '', ...describeKeys(schema, linkFrom(1))],
    };
  });
}

interface FilePage {
  readonly title: string;
  readonly where: string;
  readonly schema: z.ZodType;
  readonly example?: object;
}

const files: Readonly<Record<string, FilePage>> = {
  market: {
    title: 'Market files',
    where: 'manifests/markets/<country>.json',
    schema: marketFileSchema,
  },
  module: {
    title: 'Module files',
    where: 'manifests/modules/<module>/module.json',
    schema: moduleFileSchema,
  },
  screen: {
    title: 'Screens',
    where: 'manifests/modules/<module>/<name>.screen.json',
    schema: screenFileSchema,
    example: screenExample,
  },
  form: {
    title: 'Forms',
    where: 'manifests/modules/<module>/<name>.form.json',
    schema: formFileSchema,
  },
  preset: {
    title: 'Presets of reports',
    where: 'manifests/modules/<module>/presets/<name>.json',
    schema: presetFileSchema,
  },
  importSource: {
    title: 'Sources of imports',
    where: 'manifests/imports/sources/<name>.json',
    schema: importSourceSchema,
  },
};

export function listFilePages(): Page[] {
  return Object.entries(files).map(([name, { title, where, schema, example }]) => ({
    name: `files/${name}.md`,
    title,
    lines: [
      `${code(where)}. Each begins with \`$schema\` and \`"manifestVersion": 2\`.`,
      ...describeKeys(schema, linkFrom(1)),
      ...(example ? ['', '## Example', '', ...json(example)] : []),
    ],
  }));
}

const known: Readonly<Record<string, z.ZodObject>> = {
  session: sessionUserSchema,
  market: manifestIndexSchema.shape.market,
};

export function makeBindingPage(): Page {
  const rows = Object.entries(bindingWords).map(([name, words]) => [code(`$${name}.…`), words]);
  const fields = Object.entries(known).flatMap(([name, schema]) => [
    '',
    `## \`$${name}\``,
    ...table(
      ['binding', 'takes', 'is'],
      Object.entries(schema.shape).map(([field, one]) => [
        code(`$${name}.${field}`),
        typeOf(one as z.ZodType, () => undefined),
        describeOf(one as z.ZodType),
      ]),
    ),
  ]);
  const device = [
    '',
    '## `$device`',
    ...table(['binding', 'is'], [[code('$device.darkMode'), 'whether the device prefers dark']]),
  ];
  return {
    name: 'bindings.md',
    title: 'Bindings',
    lines: [
      'Values that only the browser knows.',
      ...table(['binding', 'is'], rows),
      ...fields,
      ...device,
    ],
  };
}

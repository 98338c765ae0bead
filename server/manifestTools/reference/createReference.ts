import type { z } from 'zod';
import { features, roles } from '../../../schemas/entities/access.ts';
import { enumerations } from '../../../schemas/manifest/enumerations.ts';
import { widgets } from '../../../schemas/manifest/form.ts';
import { icons } from '../../../schemas/manifest/parts.ts';
import { rowIconMeanings } from '../../../schemas/manifest/table.ts';
import { listValues } from '../../manifests/ground/schemaWalk.ts';
import type { LoadedFiles } from '../../manifests/read/load.ts';
import { readTexts } from '../../manifests/read/texts.ts';
import { listFilePages, listNodePages, listPiecePages, makeBindingPage } from './languagePages.ts';
import { code, type Page, table, writePage } from './markdown.ts';
import { listFormPages, listModulePages, listOperationPages, type Texts } from './schemaPages.ts';
import { ruleWords } from './words.ts';

/** The reference by file name, written from the schemas: it can't say anything else than they do. */
export function createReference(loaded: LoadedFiles): ReadonlyMap<string, string> {
  const texts = readTexts(loaded, []);
  const groups: [string, readonly Page[]][] = [
    ['Files', listFilePages()],
    ['Nodes', listNodePages()],
    ['What they are made of', [...listPiecePages(), makeBindingPage()]],
    ['Lists', [makeRulePage(), makeEnumerationPage(texts), makeListPage(texts)]],
    ['Operations', listModulePages()],
    ['Form schemas', listFormPages(texts)],
  ];
  const pages = [...groups.flatMap(([, those]) => those), ...listOperationPages(texts)];
  return new Map([
    ['README.md', writePage(makeIndex(groups))],
    ...pages.map((page): [string, string] => [page.name, writePage(page)]),
  ]);
}

function makeIndex(groups: readonly [string, readonly Page[]][]): Page {
  const lines = groups.flatMap(([heading, pages]) => [
    '',
    `## ${heading}`,
    '',
    ...pages.map(({ name, title, lines: [first = ''] }) => {
      const words = /"(.*)"/.exec(title)?.[1] ?? title;
      const says = heading === 'Nodes' && first ? `: ${first}` : '';
      return `- [${words}](${name})${says}`;
    }),
  ]);
  const intro =
    'Everything that manifests can say. [The guide for product owners](../product-owners.md) shows how.';
  return { name: 'README.md', title: 'Reference', lines: [intro, ...lines] };
}

function makeRulePage(): Page {
  const rows = Object.entries(ruleWords).map(([name, { params, holds }]) => [
    code(name),
    params && code(params),
    holds,
  ]);
  return {
    name: 'rules.md',
    title: 'Rules of fields',
    lines: [
      'What is empty passes each rule but `required`.',
      ...table(['rule', 'params, for example', 'holds for'], rows),
    ],
  };
}

function makeEnumerationPage(texts: Texts): Page {
  const lines = Object.entries(enumerations).flatMap(([name, schema]) => [
    '',
    `**${code(name)}**: ${(listValues(schema as z.ZodType) ?? [])
      .map((value) => {
        const label = texts.get(`enums:${name}.${value}`);
        return label ? `${code(value)} (${label})` : code(value);
      })
      .join(', ')}`,
  ]);
  const intro = 'Closed lists, with the values of each and their English labels.';
  return { name: 'enumerations.md', title: 'Enumerations', lines: [intro, ...lines] };
}

function makeListPage(texts: Texts): Page {
  const named = (enumeration: string, values: readonly string[]) =>
    table(
      ['value', 'label'],
      values.map((value) => [code(value), texts.get(`enums:${enumeration}.${value}`) ?? '']),
    );
  const list = (values: readonly string[]) => [values.map(code).join(' '), ''];
  const lines = [
    '## Roles',
    ...named('role', roles),
    '## Features',
    ...named('feature', features),
    '## Icons',
    '',
    ...list(icons),
    '## Icons of rows',
    ...table(
      ['icon', 'means'],
      Object.entries(rowIconMeanings).map(([icon, meaning]) => [code(icon), meaning]),
    ),
    '## Widgets',
    '',
    ...list(widgets),
  ];
  return { name: 'lists.md', title: 'Roles, features, icons, widgets', lines };
}

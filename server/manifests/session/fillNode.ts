import type { Tile } from '../../../schemas/manifest/compiled.ts';
import type { CompiledForm } from '../../../schemas/manifest/compiledForm.ts';
import { type EnumerationName, enumerations } from '../../../schemas/manifest/enumerations.ts';
import type { tableTools } from '../../../schemas/manifest/table.ts';
import { listValues } from '../ground/schemaWalk.ts';
import { compilerTexts } from '../read/texts.ts';
import type { PlainObject } from './partTree.ts';

/** What nodes are filled with at compile time. */
export interface Fillings {
  readonly tiles: () => Tile[];
  readonly form: (name: string) => CompiledForm | undefined;
  /** Whether the market offers a value of an enumeration. */
  readonly offers: (enumeration: EnumerationName, value: string) => boolean;
}

/** What the browser couldn't find out by itself: it has neither modules, nor forms, nor schemas. */
export function fillNode(content: PlainObject, fillings: Fillings): PlainObject {
  if (content['type'] === 'tiles') return { ...content, tiles: fillings.tiles() };
  if (content['type'] === 'form') {
    return { ...content, form: fillings.form(String(content['form'])) };
  }
  if (content['type'] === 'table') return fillTable(content);
  // Also beside `options`: what no enumeration has is known to be wrong before a call answers.
  if (content['kind'] === 'choice' && !content['open']) {
    return { ...content, only: listOffered(content['enumeration'], content['only'], fillings) };
  }
  return content['filter'] === 'choice' ? fillChoices(content, fillings) : content;
}

type Tool = (typeof tableTools)[number];
const toolMembers: Readonly<Record<Tool, PlainObject>> = {
  search: { search: { placeholder: compilerTexts.search } },
  columns: { columnChoice: true },
  views: { views: true },
  export: { export: true },
  fullscreen: { fullscreen: true },
  selection: { selection: {} },
  refresh: { refresh: true },
};

function fillTable({ tools = [], ...table }: PlainObject): PlainObject {
  return Object.assign({}, ...(tools as Tool[]).map((tool) => toolMembers[tool]), table);
}

/** A choice filter of an enumeration offers its values. */
function fillChoices(content: PlainObject, fillings: Fillings): PlainObject {
  const { as, of } = (content['format'] ?? {}) as { as?: string; of?: string };
  const enumeration = as === 'enumeration' || as === 'badge' ? of : undefined;
  const name = as === 'severity' ? 'urgency' : enumeration;
  return name === undefined
    ? content
    : { ...content, choices: listOffered(name, content['choices'], fillings) };
}

/** What was chosen of an enumeration, or all of it, as far as the market offers it. */
function listOffered(enumeration: unknown, chosen: unknown, { offers }: Fillings): string[] {
  const name = enumeration as EnumerationName;
  const names =
    (chosen as string[] | undefined) ?? (listValues(enumerations[name]) ?? []).map(String);
  return names.filter((value) => offers(name, value));
}

import type { z } from 'zod';
import {
  marketFileSchema,
  moduleFileSchema,
  screenFileSchema,
} from '../../schemas/manifest/files.ts';
import { formFileSchema } from '../../schemas/manifest/form.ts';
import { partMaps } from '../../schemas/manifest/language.ts';
import { definitionOf, unwrap } from '../manifests/ground/schemaWalk.ts';
import { entryKinds } from '../manifests/session/compileIndex.ts';
import { entryNouns } from './inventory.ts';

/** What an entry of a list is called, by the member that the list is; undefined for plain lists. */
export function nounOf(member: string): string | undefined {
  nouns ??= readNouns();
  return nouns.get(member);
}

/** All of them. */
export function listNouns(): ReadonlySet<string> {
  nouns ??= readNouns();
  return new Set(nouns.values());
}

let nouns: ReadonlyMap<string, string> | undefined;

/** The nouns that stand beside the schemas of maps of parts, which become lists when they are compiled. */
function readNouns(): Map<string, string> {
  const found = new Map<string, string>();
  const seen = new Set<z.ZodType>();
  const visit = (schema: z.ZodType) => {
    const bare = unwrap(schema);
    if (seen.has(bare)) return;
    seen.add(bare);
    const { shape = {}, element, valueType, options = [] } = definitionOf(bare);
    for (const [member, inner] of Object.entries(shape)) {
      const facts = partMaps.get(unwrap(inner));
      if (facts) found.set(member, facts.noun);
      visit(inner);
    }
    for (const inner of [element, valueType, ...options]) if (inner) visit(inner);
  };
  for (const schema of [marketFileSchema, moduleFileSchema, screenFileSchema, formFileSchema]) {
    visit(schema);
  }
  // The index has them for all modules together.
  for (const kind of entryKinds) found.set(kind === 'tile' ? 'tiles' : kind, entryNouns[kind]);
  found.set('sidebars', found.get('sidebar') ?? 'sidebar section');
  found.set('operations', 'operation');
  found.set('presets', 'preset');
  found.set('importSources', 'import source');
  return found;
}

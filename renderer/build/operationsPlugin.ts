import type { Plugin } from 'vite';
import { z } from 'zod';
import type { Operation } from '../../schemas/api/operation.ts';
import { operations } from '../../schemas/api/operations.ts';
import type { JsonSchema } from '../../schemas/manifest/compiledForm.ts';
import { writeChecks } from './writeCheck.ts';

const virtualId = 'virtual:operations';
/** What every page calls before it shows anything. */
const firstFeature = 'manifest';

const features = Map.groupBy(
  Object.entries<Operation>(operations),
  ([id]) => id.split('.')[0] ?? id,
);

/** The addresses of a feature, which is the first part of an operation's id, and its answers' checks. */
function writeFeature(feature: string): string {
  const own = features.get(feature) ?? [];
  const addresses = own.map(([id, { method, path, pushes }]) => [id, { method, path, pushes }]);
  const responses = own.map(([id, { response }]) => [id, describeResponse(response)]);
  return `${writeChecks(Object.fromEntries(responses))}
    export const addresses = ${JSON.stringify(Object.fromEntries(addresses))};\n`;
}

function describeResponse(response: z.ZodType): JsonSchema {
  // Of what zod would answer: with every default, without a member that the schema doesn't name.
  return z.toJSONSchema(response, { unrepresentable: 'any', reused: 'ref' }) as JsonSchema;
}

function writeLoaders(): string {
  const loaders = [...features.keys()]
    .filter((name) => name !== firstFeature)
    .map((name) => `${JSON.stringify(name)}: () => import('${virtualId}/${name}')`);
  return `export * as first from '${virtualId}/${firstFeature}';
    export const loaders = { ${loaders.join(', ')} };\n`;
}

/**
 * Gives the renderer `virtual:operations`: of each operation what a page needs to call it, feature by
 * feature, with its answer's schema as plain code. That is small and fast; zod is loaded only for an
 * answer that doesn't fit as it came, to mend it (drop what the schema doesn't name) or to say what is
 * wrong.
 */
export function operationsPlugin(): Plugin {
  return {
    name: 'meterhouse-operations',
    resolveId: (id) => (id.startsWith(virtualId) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${virtualId}`)) return undefined;
      const feature = id.slice(virtualId.length + 2);
      return feature ? writeFeature(feature) : writeLoaders();
    },
  };
}

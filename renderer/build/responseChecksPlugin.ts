import type { Plugin } from 'vite';
import { z } from 'zod';
import { type OperationId, operations } from '../../schemas/api/operations.ts';
import type { JsonSchema } from '../../schemas/manifest/compiledForm.ts';
import { writeChecks } from './writeCheck.ts';

const virtualId = 'virtual:response-checks';
/** What every page calls before it shows anything. */
const firstFeature = 'manifest';

const featureOf = (id: string) => id.split('.')[0] ?? id;
const operationIds = Object.keys(operations) as OperationId[];

/** The answers' schemas of a feature, which is the first part of an operation's id. */
function writeFeature(feature: string): string {
  const ids = operationIds.filter((id) => featureOf(id) === feature);
  return writeChecks(Object.fromEntries(ids.map((id) => [id, describeResponse(id)])));
}

function describeResponse(id: OperationId): JsonSchema {
  // Of what zod would answer: with every default, without a member that the schema doesn't name.
  return z.toJSONSchema(operations[id].response, {
    unrepresentable: 'any',
    reused: 'ref',
  }) as JsonSchema;
}

/**
 * Gives the renderer `virtual:response-checks`: the operations' schemas as plain code, feature by
 * feature. It is small and fast; zod is loaded only for what doesn't fit as it came, to mend it (drop
 * what the schema doesn't name) or to say what is wrong.
 */
export function responseChecksPlugin(): Plugin {
  return {
    name: 'meterhouse-response-checks',
    resolveId: (id) => (id.startsWith(virtualId) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${virtualId}`)) return undefined;
      const feature = id.slice(virtualId.length + 2);
      if (feature) return writeFeature(feature);
      const loaders = [...new Set(operationIds.map(featureOf))].map((name) => {
        const loaded =
          name === firstFeature ? 'async () => first' : `() => import('${virtualId}/${name}')`;
        return `${JSON.stringify(name)}: ${loaded}`;
      });
      return `import * as first from '${virtualId}/${firstFeature}';
        export default { ${loaders.join(', ')} };\n`;
    },
  };
}

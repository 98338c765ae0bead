import type { RJSFSchema } from '@rjsf/utils';
import { compileSchemaValidatorsCode } from '@rjsf/validator-ajv8/compileSchemaValidators';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { JsonSchema } from '../../schemas/manifest/compiledForm.ts';

/** Some market's forms for some hundred classes of sessions; the longest unused makes room. */
const maxSchemas = 2000;

interface KnownSchema {
  readonly schema: JsonSchema;
  code?: string;
  validate?: ValidateFunction;
}

/** The JSON Schemas of compiled forms by name, compiled when they are first asked for. */
export interface ValidatorStore {
  keep(name: string, schema: JsonSchema): void;
  /**
   * An ES module without imports whose default export makes the validators of the schema and of its
   * parts, by rjsf's hashes, of a `require` for ajv's runtime: browsers may not compile them
   * themselves (no unsafe-eval). Undefined when the name isn't known.
   */
  findModule(name: string): string | undefined;
  /** What is wrong with `data`; empty when nothing is. Throws when the name isn't known. */
  validate(name: string, data: unknown): readonly ErrorObject[];
}

export function createValidatorStore(): ValidatorStore {
  const known = new Map<string, KnownSchema>();

  return {
    keep(name, schema) {
      const found = known.get(name) ?? { schema };
      known.delete(name);
      known.set(name, found);
      const [oldest] = known.keys();
      if (known.size > maxSchemas && oldest !== undefined) known.delete(oldest);
    },
    findModule(name) {
      const found = known.get(name);
      if (!found) return undefined;
      found.code ??= writeModule(found.schema);
      return found.code;
    },
    validate(name, data) {
      const found = known.get(name);
      if (!found) throw new Error(`There is no form schema ${name}: compile its form first.`);
      found.validate ??= createAjv().compile(found.schema);
      return found.validate(data) ? [] : (found.validate.errors ?? []);
    },
  };
}

function writeModule(schema: JsonSchema): string {
  const code = compileSchemaValidatorsCode(schema as object as RJSFSchema, {
    ajvOptionsOverrides: { verbose: false },
  });
  return `export default function (require) {\nconst exports = {};\n${code}\nreturn exports;\n}\n`;
}

function createAjv(): Ajv {
  // As rjsf's validator in the browser, so that both say the same.
  const ajv = new Ajv({ allErrors: true, multipleOfPrecision: 8, strict: false });
  addFormats.default(ajv);
  return ajv;
}

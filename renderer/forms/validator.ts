import type { ValidatorType } from '@rjsf/utils';
import createPrecompiledValidator from '@rjsf/validator-ajv8/lib/createPrecompiledValidator.js';
import equal from 'ajv/dist/runtime/equal.js';
import ucs2length from 'ajv/dist/runtime/ucs2length.js';
import * as formats from 'ajv-formats/dist/formats.js';
import type { JsonSchema } from '../../schemas/manifest/compiledForm.ts';

type Compiled = Parameters<typeof createPrecompiledValidator>[0];

/** What a compiled validator asks for of ajv's runtime, by the name that it uses. */
const runtime: Readonly<Record<string, unknown>> = {
  'ajv/dist/runtime/equal': asModule(equal),
  'ajv/dist/runtime/ucs2length': asModule(ucs2length),
  'ajv-formats/dist/formats': formats,
};

/**
 * rjsf's validator of a form's schema, out of the module that the server compiled: the page's
 * content security policy lets no script be made here. Rejects when the module can't be loaded.
 */
export async function loadValidator(schema: JsonSchema, address: string): Promise<ValidatorType> {
  const module = (await import(/* @vite-ignore */ address)) as {
    default: (require: (name: string) => unknown) => Compiled;
  };
  const functions = module.default((name) => {
    if (Object.hasOwn(runtime, name)) return runtime[name];
    throw new Error(`A form’s validator needs ${name}: add it in forms/validator.ts.`);
  });
  return createPrecompiledValidator(functions, schema as object);
}

/** CommonJS's default arrives as `default` or as the module itself, by the bundler. */
function asModule(value: unknown): unknown {
  return typeof value === 'function' ? { default: value } : value;
}

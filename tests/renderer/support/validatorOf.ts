import type { JsonSchema } from '../../../schemas/manifest/compiledForm.ts';
import { createValidatorStore } from '../../../server/forms/validators.ts';

/** An address of the module that the server makes of a form's schema, which needs no server. */
export function validatorOf(schema: object): string {
  const store = createValidatorStore();
  store.keep('tested', schema as JsonSchema);
  return `data:text/javascript,${encodeURIComponent(store.findModule('tested') ?? '')}`;
}

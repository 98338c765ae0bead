import type { ErrorObject } from 'ajv';
import type { FieldError } from '../../schemas/errors.ts';
import { type FieldFault, findFieldFaults } from '../../schemas/formData.ts';
import { keywordMessage, ruleMessage, type Say } from '../../schemas/formMessages.ts';
import { isObject } from '../../schemas/isObject.ts';
import type { CompiledForm } from '../../schemas/manifest/compiledForm.ts';
import { rules } from '../../schemas/rules.ts';
import type { ValidatorStore } from './validators.ts';

/** What a form forbids in a submitted body, by field, as `say` says it. Empty when the form would have sent it. */
export function checkSubmission(
  form: CompiledForm,
  body: unknown,
  validators: ValidatorStore,
  say: Say,
): FieldError[] {
  const name = nameOfValidator(form);
  // It may have made room for others meanwhile.
  validators.keep(name, form.schema);
  const faults = validators.validate(name, body).map((error) => readAjvError(error, say));
  if (!isObject(body)) return faults;
  const own = findFieldFaults(form, body, rules).map((fault) => readFieldFault(fault, say));
  return [...faults, ...own];
}

function nameOfValidator({ validator }: CompiledForm): string {
  return validator.replace(/^.*\/|\.js$/g, '');
}

function readAjvError(
  { instancePath, keyword, params, message = '' }: ErrorObject,
  say: Say,
): FieldError {
  const { missingProperty, additionalProperty } = params as Record<string, unknown>;
  const path = instancePath.split('/').slice(1);
  const named = missingProperty ?? additionalProperty;
  const field = ['body', ...path, ...(named === undefined ? [] : [String(named)])].join('.');
  const rule = additionalProperty === undefined ? keyword : 'hidden';
  const words = keywordMessage({ name: rule, params }, say);
  // Words for anything say less than those of the validator.
  const isVague = words === say('validation:fallback', {});
  return { field, message: (isVague && message) || words, rule };
}

function readFieldFault({ field, rule, params, message }: FieldFault, say: Say): FieldError {
  // Words with bound values are the page's, which knows what they are bound to.
  const own = typeof message === 'string' ? say(message, {}) : undefined;
  return { field: `body.${field}`, message: own ?? ruleMessage(rule, params, say), rule };
}

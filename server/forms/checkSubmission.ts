import type { ErrorObject } from 'ajv';
import type { FieldError } from '../../schemas/errors.ts';
import { type FieldFault, findFieldFaults } from '../../schemas/formData.ts';
import type { CompiledForm } from '../../schemas/manifest/compiledForm.ts';
import { rules } from '../../schemas/rules.ts';
import type { ValidatorStore } from './validators.ts';

/** What a form forbids in a submitted body, by field. Empty when the form would have sent it. */
export function checkSubmission(
  form: CompiledForm,
  body: unknown,
  validators: ValidatorStore,
): FieldError[] {
  const name = nameOfValidator(form);
  // It may have made room for others meanwhile.
  validators.keep(name, form.schema);
  const faults = validators.validate(name, body).map(readAjvError);
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  if (!isObject) return faults;
  const own = findFieldFaults(form, body as Record<string, unknown>, rules).map(readFieldFault);
  return [...faults, ...own];
}

function nameOfValidator({ validator }: CompiledForm): string {
  return validator.replace(/^.*\/|\.js$/g, '');
}

function readAjvError({ instancePath, keyword, params, message }: ErrorObject): FieldError {
  const { missingProperty, additionalProperty } = params as Record<string, unknown>;
  const path = instancePath.split('/').slice(1);
  const named = missingProperty ?? additionalProperty;
  const field = ['body', ...path, ...(named === undefined ? [] : [String(named)])].join('.');
  const rule = additionalProperty === undefined ? keyword : 'hidden';
  const words = rule === 'hidden' ? 'is not part of this form' : (message ?? 'is not valid');
  return { field, message: words, rule };
}

function readFieldFault({ field, rule }: FieldFault): FieldError {
  const words = rule === 'hidden' ? 'is not part of this form now' : `fails the rule "${rule}"`;
  return { field: `body.${field}`, message: words, rule };
}

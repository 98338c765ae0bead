import type { ErrorSchema, FormValidation, RJSFValidationError } from '@rjsf/utils';
import { findFieldFaults, isShown } from '../../../schemas/formData.ts';
import { keywordMessage, ruleMessage } from '../../../schemas/formMessages.ts';
import type { CompiledForm } from '../../../schemas/manifest/compiledForm.ts';
import type { Text } from '../../../schemas/manifest/references.ts';
import type { Rule } from '../../../schemas/plainRules.ts';
import { ApiError } from '../../core/callError.ts';
import type { Translate } from '../../core/text.ts';

type Data = Readonly<Record<string, unknown>>;

interface Judging {
  readonly form: CompiledForm;
  readonly rules: Readonly<Record<string, Rule>>;
  readonly t: Translate;
  readonly text: (text: Text) => string;
  /** Whether errors of a field are shown yet, by the path of the field. */
  readonly isDue: (path: string) => boolean;
}

/** rjsf's errors of what is shown and due, in the reader's words. */
export function translateErrors(
  errors: readonly RJSFValidationError[],
  data: Data,
  { form, t, text, isDue }: Judging,
): RJSFValidationError[] {
  return errors.filter(isPlain).flatMap((error) => {
    const path = (error.property ?? '').replace(/^\./, '').replace(/\['?([^\]']+)'?\]/g, '.$1');
    const [top = ''] = path.split('.');
    const field = form.fields.find(({ name }) => name === top);
    if (!isDue(path) || (field && !isShown(field, form, data))) return [];
    const isPhone = field?.widget === 'phone' && error.name === 'pattern';
    const message = isPhone ? t('forms:phone.invalid') : keywordMessage(error, t);
    const title = field ? text(field.label) : error.title;
    return [{ ...error, message, stack: `${title}: ${message}`, ...(title && { title }) }];
  });
}

/** Each variant of a union says why it is not the one: its own error says so once. */
function isPlain({ schemaPath = '' }: RJSFValidationError): boolean {
  return !/\/(oneOf|anyOf)\/\d+\//.test(schemaPath);
}

/** Adds what the form's own rules say of what is shown and due. */
export function addRuleErrors(
  errors: FormValidation,
  data: Data,
  { form, rules, t, text, isDue }: Judging,
): FormValidation {
  for (const { field, rule, params, message } of findFieldFaults(form, data, rules)) {
    // What is hidden is not submitted.
    if (rule === 'hidden' || !isDue(field)) continue;
    let place: FormValidation | undefined = errors;
    for (const key of field.split('.')) place = place?.[key] as FormValidation | undefined;
    place?.addError(message ? text(message as Text) : ruleMessage(rule, params, t));
  }
  return errors;
}

/** The server's faults by field, or undefined when the failure isn't about fields. */
export function readServerErrors(
  error: unknown,
  { fields }: Pick<CompiledForm, 'fields'>,
  t: Translate,
): ErrorSchema | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const ofBody = error.body.errors.filter(({ field }) => field.startsWith('body.'));
  if (ofBody.length === 0) return undefined;
  const errors: ErrorSchema = {};
  for (const { field, rule } of ofBody) {
    let place = errors as Record<string, ErrorSchema>;
    const path = field.split('.').slice(1);
    for (const key of path) {
      place[key] ??= {};
      place = place[key] as Record<string, ErrorSchema>;
    }
    const own = place as ErrorSchema;
    // The server names the rule; by what it was judged, the form knows.
    const [top] = path;
    const known = fields.find(({ name }) => name === top)?.rules?.find((one) => one.rule === rule);
    own.__errors = [...(own.__errors ?? []), ruleMessage(rule ?? 'fallback', known?.params, t)];
  }
  return errors;
}

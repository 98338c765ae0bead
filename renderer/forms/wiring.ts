import { getUiOptions, type WidgetProps } from '@rjsf/utils';
import type { FormSectionPeriod } from '../../schemas/manifest/form.ts';

/** What a form's parts know of it beyond rjsf's own. */
export interface FormSurroundings {
  /** What the ids of its fields begin with: two forms of a page may have fields of one name. */
  readonly idPrefix: string;
  /** The form's own fields that show now: data, for rjsf takes all functions for equal. */
  readonly shown: readonly string[];
  /** What its fields are called, in the order in which they stand. */
  readonly labels: readonly { readonly name: string; readonly label: string }[];
  readonly sections: readonly ShownSection[];
  readonly display: 'sections' | 'steps';
  readonly step: number;
  /** The summary is for those who pressed submit, not for those who still type. */
  readonly hasSubmitted: boolean;
  /** Told 1 when a field begins what a submit has to wait for, and -1 at its end. */
  readonly onBusy: (by: 1 | -1) => void;
  /** Which uploads a field holds now: those of a form that is left without being submitted are given up. */
  readonly onHold: (id: string, uploads: readonly string[]) => void;
  /** Fills in several fields at once. */
  readonly onFill: (values: Readonly<Record<string, unknown>>) => void;
}

export interface ShownSection {
  readonly id: string;
  readonly title: string;
  readonly description?: string | undefined;
  readonly fields: readonly string[];
  readonly period?: FormSectionPeriod | undefined;
  /** On one line until it is opened. */
  readonly folded?: true | undefined;
}

/** What a field's rules ask of its widget. */
export interface PasswordOptions {
  /** The policy's rules are ticked while one types. */
  readonly strength: boolean;
  /** One is warned of what is easily guessed. */
  readonly warning?: { readonly names: readonly string[]; readonly message?: string | undefined };
}

export const errorIdOf = (id: string) => `${id}__error`;
export const helpIdOf = (id: string) => `${id}__help`;
export const warningIdOf = (id: string) => `${id}__warning`;
export const descriptionIdOf = (id: string) => `${id}__description`;

/** The ids of what really stands beside an input and describes it. */
export function describedBy({ id, rawErrors, uiSchema, schema, options }: WidgetProps) {
  const ui = getUiOptions(uiSchema);
  const ids = [
    rawErrors?.length ? errorIdOf(id) : undefined,
    ui.help ? helpIdOf(id) : undefined,
    options['warning'] ? warningIdOf(id) : undefined,
    (options.description ?? schema.description) ? descriptionIdOf(id) : undefined,
  ];
  return ids.filter(Boolean).join(' ') || undefined;
}

/** The attributes that every input has. */
export function inputWiring(props: WidgetProps) {
  const { id, name, htmlName, disabled, readonly, autofocus, required, rawErrors } = props;
  return {
    id,
    name: htmlName ?? name,
    disabled: Boolean(disabled) || Boolean(readonly),
    autoFocus: Boolean(autofocus),
    'aria-required': required || undefined,
    'aria-invalid': Boolean(rawErrors?.length) || undefined,
    'aria-describedby': describedBy(props),
  } as const;
}

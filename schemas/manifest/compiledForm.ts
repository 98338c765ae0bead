import type { Condition } from '../conditions.ts';
import type { UploadLimits } from '../entities/upload.ts';
import type { FieldRule, FormField, FormSectionPeriod, WidgetName } from './form.ts';
import type { Text } from './references.ts';

/** JSON Schema draft 7, as far as forms use it. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
  readonly items?: JsonSchema;
  readonly enum?: readonly unknown[];
  /** It is the id of an upload. */
  readonly upload?: UploadLimits;
  readonly [keyword: string]: unknown;
}

export interface ChoiceGroup {
  readonly label: Text;
  readonly values: readonly unknown[];
}

/** A field as the renderer gets it: what the JSON Schema can't say. */
export interface CompiledField {
  readonly name: string;
  readonly label: Text;
  readonly help?: Text;
  readonly placeholder?: Text;
  readonly widget?: WidgetName;
  readonly width: 'half' | 'full';
  readonly section?: string;
  /** A binding. */
  readonly initial?: string;
  readonly autocomplete?: NonNullable<FormField['autocomplete']>;
  readonly readOnly?: boolean;
  readonly visibleWhen?: Condition;
  readonly requiredWhen?: Condition;
  readonly rules?: readonly FieldRule[];
  readonly enumeration?: string;
  /** Which of its choices there are, as a binding to a list. */
  readonly among?: string;
  /** Its choices by groups, each with the text over it. */
  readonly groups?: readonly ChoiceGroup[];
  /** Ready selections of them. */
  readonly levels?: readonly ChoiceGroup[];
  readonly options?: NonNullable<FormField['options']>;
  readonly decimals?: number;
  /** Of chips, that an empty list stands for all. */
  readonly noneIsAll?: true;
  /** Of a day, that it lies ahead. */
  readonly ahead?: true;
  /** Of a list, that it has the entries that it has. */
  readonly closed?: true;
  /** Of an object, or of the objects of a list. */
  readonly fields?: readonly CompiledField[];
}

export interface CompiledSection {
  readonly id: string;
  readonly title: Text;
  readonly description?: Text | undefined;
  readonly visibleWhen?: Condition | undefined;
  readonly period?: FormSectionPeriod | undefined;
  readonly folded?: true | undefined;
}

/** A form for one session: server and browser judge what is submitted by the same one. */
export interface CompiledForm {
  readonly id: string;
  readonly schema: JsonSchema;
  readonly display: 'sections' | 'steps';
  readonly sections: readonly CompiledSection[];
  readonly fields: readonly CompiledField[];
  /** The address of the module with the schema's compiled validators. */
  readonly validator: string;
}

import { z } from 'zod';
import { providerActions } from '../providerActions.ts';
import { linkSchema } from './parts.ts';
import {
  commandReferenceSchema,
  operationReferenceSchema,
  queryReferenceSchema,
  references,
  routeReferenceSchema,
  screenReferenceSchema,
  textSchema,
  valueSchema,
  valuesSchema,
} from './references.ts';

/** What a button, a row or a form does when it is used. */

const confirmationSchema = z
  .strictObject({
    title: textSchema,
    text: textSchema.optional(),
    accept: textSchema.optional().describe('The label of the button that goes on'),
    intent: z.enum(['none', 'primary', 'danger']).default('primary'),
  })
  .meta({ id: 'Confirmation' });
export type Confirmation = z.infer<typeof confirmationSchema>;

const commandParts = {
  call: commandReferenceSchema,
  params: valuesSchema.optional().describe('Path and query parameters by name'),
  body: valuesSchema.optional().describe('Members of the body by name; a form sends its own'),
};

const undoSchema = z
  .strictObject(commandParts)
  .describe('Takes the call back: its toast gets an Undo button');
references.add(undoSchema, { reference: 'command' });

const optimisticSchema = z
  .union([
    z.strictObject({ remove: z.literal(true) }),
    z.strictObject({ set: valuesSchema.describe('Fields of the row with their new values') }),
  ])
  .describe('What the row looks like before the call has answered; taken back when it fails');

export const callActionSchema = z.strictObject({
  do: z.literal('call'),
  ...commandParts,
  confirm: confirmationSchema.optional(),
  toast: textSchema.optional().describe('Said when the call has succeeded'),
  invalidates: z
    .array(operationReferenceSchema)
    .max(50)
    .optional()
    .describe('Reading operations whose answers are out of date afterwards'),
  // `then` would make the object look like a promise.
  next: linkSchema.optional().describe('Where to go afterwards'),
  undo: undoSchema.optional(),
  optimistic: optimisticSchema.optional(),
});
references.add(callActionSchema, { reference: 'command' });
export type CallAction = z.infer<typeof callActionSchema>;

const downloadSchema = z.strictObject({
  do: z.literal('download'),
  call: operationReferenceSchema,
  params: valuesSchema.optional(),
  fileName: valueSchema,
});
references.add(downloadSchema, { reference: 'source' });

export const setLanguageSchema = z
  .strictObject({
    do: z.literal('setLanguage'),
    language: valueSchema.describe('A language such as EN'),
  })
  .describe('Shows everything in a language from now on, as the user’s menu does');
export type SetLanguageAction = z.infer<typeof setLanguageSchema>;

const signInSchema = z.strictObject({
  do: z.literal('signIn'),
  providerAction: z
    .enum(providerActions)
    .optional()
    .describe('What the identity provider lets one do on the way'),
  returnTo: routeReferenceSchema.optional().describe('Where to come back to'),
});

export const actionSchema = z
  .discriminatedUnion('do', [
    signInSchema,
    z.strictObject({ do: z.literal('signOut') }),
    z
      .strictObject({ do: z.literal('consent') })
      .describe('Asks again whether the tag manager of the market may run'),
    z.strictObject({ do: z.literal('go'), to: linkSchema }),
    z
      .strictObject({
        do: z.literal('setQuery'),
        query: z.record(queryReferenceSchema, valueSchema),
      })
      .describe('Sets query parameters of the address'),
    z
      .strictObject({ do: z.literal('visit'), address: valueSchema })
      .describe('Opens an https address in a new tab; a button without one isn’t shown'),
    setLanguageSchema,
    z
      .strictObject({ do: z.literal('copy'), value: valueSchema })
      .describe('Copies a value to the clipboard'),
    z.strictObject({ do: z.literal('print') }).describe('Prints the page'),
    z
      .strictObject({ do: z.literal('refresh'), calls: z.array(operationReferenceSchema).max(50) })
      .describe('Asks again for the answers of these operations'),
    downloadSchema,
    z
      .strictObject({
        do: z.literal('open'),
        screen: screenReferenceSchema,
        as: z.enum(['modal', 'slideOver']).default('slideOver'),
        params: valuesSchema.optional().describe('What $route names in the opened screen'),
      })
      .describe('Opens a screen over this one'),
    callActionSchema,
  ])
  .meta({ id: 'Action' });
export type Action = z.infer<typeof actionSchema>;

import { z } from 'zod';
import { providerActions } from '../providerActions.ts';
import { conditionSchema } from './condition.ts';
import { comesAlong, filled, plainRecord, shortOr } from './language.ts';
import { linkSchema, sourceSchema } from './parts.ts';
import {
  bindableSchema,
  bodySchema,
  commandReferenceSchema,
  listableSchema,
  operationReferenceSchema,
  queryReferenceSchema,
  references,
  routeReferenceSchema,
  screenReferenceSchema,
  textPrefixSchema,
  textSchema,
  valueSchema,
  valuesSchema,
} from './references.ts';

/** What a button, a row or a form does when it is used. */

const wholeConfirmationSchema = z
  .strictObject({
    texts: textPrefixSchema
      .optional()
      .describe('Its texts: what ends with .title, .text and .accept'),
    source: sourceSchema
      .optional()
      .describe('Asked before, with what the form has: its answer is $data of the question'),
    when: conditionSchema.optional().describe('Asked only while this holds; left out: always'),
    title: filled(textSchema, 'its texts').describe('What is asked'),
    text: textSchema.optional().describe('What will happen'),
    accept: textSchema.optional().describe('The label of the button that goes on'),
    intent: z.enum(['none', 'primary', 'danger']).default('primary').describe('How it looks'),
  })
  .meta({ id: 'Confirmation' });
references.add(wholeConfirmationSchema, {
  reference: 'texts',
  texts: ['title', 'text', 'accept'],
});
export type Confirmation = z.infer<typeof wholeConfirmationSchema>;
const confirmationSchema = shortOr(wholeConfirmationSchema, textPrefixSchema, (texts) => ({
  texts,
}));

const commandParts = {
  call: commandReferenceSchema.describe('The operation that does it'),
  params: comesAlong(
    bindableSchema.optional(),
    'what is nearest and has the parameter’s name',
  ).describe('Path and query parameters that don’t come along by their names; null: not sent'),
  body: comesAlong(bodySchema.optional(), 'what is nearest and has the parameter’s name').describe(
    'Members of the body that don’t come along by their names; a form sends its own',
  ),
};

const undoSchema = z
  .strictObject({
    ...commandParts,
    toast: textSchema
      .optional()
      .describe('Said when it is taken back; $answer is what that answered'),
  })
  .describe(
    'Takes the call back, whose answer is $answer here: its toast gets an Undo button, unless a parameter is unknown',
  );
references.add(undoSchema, { reference: 'command' });

const optimisticSchema = z
  .union([
    z.strictObject({ remove: z.literal(true).describe('The row goes') }),
    z.strictObject({ set: valuesSchema.describe('Fields of the row with their new values') }),
  ])
  .describe('What the row looks like before the call has answered; taken back when it fails');

export const callActionSchema = z.strictObject({
  do: z.literal('call').describe('Calls an operation'),
  ...commandParts,
  confirm: confirmationSchema.optional().describe('What is asked before'),
  toast: textSchema
    .optional()
    .describe('Said when the call has succeeded; $answer is what was answered'),
  toastIntent: z
    .enum(['success', 'primary'])
    .optional()
    .describe('How that looks; left out: as a success, primary: as a piece of information'),
  invalidates: z
    .array(operationReferenceSchema)
    .max(50)
    .optional()
    .describe('Reading operations whose answers are out of date afterwards'),
  // `then` would make the object look like a promise.
  next: linkSchema.optional().describe('Where to go afterwards; $answer is what was answered'),
  undo: undoSchema.optional().describe('How it is taken back'),
  optimistic: optimisticSchema.optional().describe('What the row looks like meanwhile'),
});
references.add(callActionSchema, { reference: 'command' });
export type CallAction = z.infer<typeof callActionSchema>;

export const downloadSchema = z.strictObject({
  do: z.literal('download').describe('Saves a file'),
  call: operationReferenceSchema.describe('The operation that answers it'),
  params: comesAlong(
    bindableSchema.optional(),
    'what is nearest and has the parameter’s name',
  ).describe('Parameters that don’t come along by their names'),
  ticket: commandReferenceSchema
    .optional()
    .describe(
      'An operation that is asked for a token first: the browser fetches the file by itself with it, however large',
    ),
  fileName: valueSchema
    .optional()
    .describe('What it is saved as; left out: as the answer calls it'),
});
references.add(downloadSchema, { reference: 'source' });

export const setLanguageSchema = z
  .strictObject({
    do: z.literal('setLanguage').describe('Changes the language'),
    language: valueSchema.describe('A language such as EN'),
  })
  .describe('Shows everything in a language from now on, as the user’s menu does');
export type SetLanguageAction = z.infer<typeof setLanguageSchema>;

const signInSchema = z.strictObject({
  do: z.literal('signIn').describe('Leads to the identity provider'),
  providerAction: z
    .enum(providerActions)
    .optional()
    .describe('What the identity provider lets one do on the way'),
  returnTo: routeReferenceSchema.optional().describe('Where to come back to'),
});

export const actionSchema = z
  .discriminatedUnion('do', [
    signInSchema,
    z.strictObject({ do: z.literal('signOut').describe('Ends the session') }),
    z
      .strictObject({ do: z.literal('consent').describe('Asks about statistics') })
      .describe('Asks again whether the tag manager of the market may run'),
    z.strictObject({ do: z.literal('go').describe('Leads to a page'), to: linkSchema }),
    z
      .strictObject({
        do: z.literal('setQuery').describe('Sets query parameters'),
        query: plainRecord(queryReferenceSchema, valueSchema).describe('Their values by name'),
      })
      .describe('Sets query parameters of the address'),
    z
      .strictObject({
        do: z.literal('visit').describe('Opens another site'),
        address: valueSchema.describe('An https address'),
      })
      .describe('Opens an https address in a new tab; a button without one isn’t shown'),
    setLanguageSchema,
    z
      .strictObject({
        do: z.literal('copy').describe('Copies a value'),
        value: valueSchema.describe('What is copied'),
      })
      .describe('Copies a value to the clipboard'),
    z
      .strictObject({ do: z.literal('print').describe('Prints the page') })
      .describe('Prints the page'),
    z
      .strictObject({
        do: z.literal('refresh').describe('Asks again'),
        calls: z.array(operationReferenceSchema).max(50).describe('For these answers'),
      })
      .describe('Asks again for the answers of these operations'),
    downloadSchema,
    z
      .strictObject({
        do: z.literal('open').describe('Opens a screen over this one'),
        screen: screenReferenceSchema.describe('Which screen it is'),
        as: z
          .enum(['modal', 'slideOver'])
          .default('slideOver')
          .describe('In the middle or at the side'),
        params: listableSchema.optional().describe('What $route names in the opened screen'),
      })
      .describe('Opens a screen over this one'),
    callActionSchema,
  ])
  .meta({ id: 'Action' });
export type Action = z.infer<typeof actionSchema>;

import type { z } from 'zod';
import { preferencesSchema } from '../entities/account.ts';
import { contactMessageSchema } from '../entities/contact.ts';
import { reportDefinitionSchema } from '../entities/report.ts';

/** What forms can fill in, by the name that form files use. A form only narrows and arranges it. */
export const formSchemas = {
  contactMessage: contactMessageSchema,
  preferences: preferencesSchema,
  reportDefinition: reportDefinitionSchema,
} as const satisfies Record<string, z.ZodObject>;

export type FormSchemaName = keyof typeof formSchemas;

export function isFormSchemaName(name: string): name is FormSchemaName {
  return Object.hasOwn(formSchemas, name);
}

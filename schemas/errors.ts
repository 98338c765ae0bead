import { z } from 'zod';

/**
 * Every error the API answers with, and its HTTP status. The client translates codes (locale
 * namespace `errors`), never messages. An object of somebody else answers as if it didn't exist.
 */
export const errorCodes = {
  BAD_REQUEST: { code: 1000, status: 400 },
  VALIDATION_FAILED: { code: 1001, status: 400 },
  UNAUTHENTICATED: { code: 1100, status: 401 },
  FORBIDDEN: { code: 1101, status: 403 },
  ACCOUNT_BLOCKED: { code: 1102, status: 423 },
  LINK_EXPIRED: { code: 1103, status: 410 },
  EMAIL_UPDATE_FAILED: { code: 1104, status: 422 },
  PROOF_REQUIRED: { code: 1105, status: 403 },
  PREVIEW_READ_ONLY: { code: 1106, status: 403 },
  NOT_FOUND: { code: 1200, status: 404 },
  PROPERTY_NOT_FOUND: { code: 1201, status: 404 },
  TENANT_NOT_FOUND: { code: 1202, status: 404 },
  PERIOD_NOT_FOUND: { code: 1203, status: 404 },
  AREA_MISSING: { code: 1204, status: 422 },
  COHORT_TOO_SMALL: { code: 1205, status: 422 },
  WEATHER_UNKNOWN: { code: 1207, status: 422 },
  PACKAGE_NOT_FOUND: { code: 1208, status: 404 },
  ADMINISTRATOR_NOT_FOUND: { code: 1209, status: 404 },
  CONFLICT: { code: 1300, status: 409 },
  UNSUPPORTED_FORMAT: { code: 1301, status: 415 },
  TOO_LARGE: { code: 1302, status: 413 },
  TOO_MANY_REQUESTS: { code: 1303, status: 429 },
  METHOD_NOT_ALLOWED: { code: 1304, status: 405 },
  PACKAGE_IN_USE: { code: 1305, status: 409 },
  MODULE_NEEDED: { code: 1306, status: 409 },
  ACCESS_CHANGE_OVER: { code: 1307, status: 404 },
  ACCESS_CHANGED_SINCE: { code: 1308, status: 409 },
  UPLOAD_STALLED: { code: 1310, status: 408 },
  IMPORT_REFUSED: { code: 1400, status: 422 },
  STORAGE_FULL: { code: 1500, status: 507 },
  UNAVAILABLE: { code: 1501, status: 503 },
  INTERNAL: { code: 1502, status: 500 },
} as const;

export type ErrorCode = keyof typeof errorCodes;

export const fieldErrorSchema = z
  .object({
    field: z.string().describe('Path of the faulty value, such as query.from'),
    message: z.string().describe('What is wrong with it, in the account’s language'),
    rule: z
      .string()
      .optional()
      .describe('The rule or JSON Schema keyword that failed, for words in the reader’s language'),
  })
  .meta({ id: 'FieldError' });
export type FieldError = z.infer<typeof fieldErrorSchema>;

export const errorBodySchema = z
  .object({
    status: z.string().describe('The error code, such as PROPERTY_NOT_FOUND'),
    message: z
      .string()
      .describe('What went wrong and what may help, in English or the account’s language'),
    errors: z.array(fieldErrorSchema).describe('Each faulty value; empty for other errors'),
    code: z.int().describe('The same as a number, such as 1201'),
    timestamp: z.iso.datetime().describe('When it happened, UTC'),
  })
  .meta({ id: 'ErrorBody' });
export type ErrorBody = z.infer<typeof errorBodySchema>;

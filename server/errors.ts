import { type ErrorBody, type ErrorCode, errorCodes, type FieldError } from '../schemas/errors.ts';
import { type Said, type SayImport, said, sayInEnglish } from './imports/said.ts';

/** A faulty value, and what is wrong with it without words of any language, if that is known. */
export interface FieldFault extends FieldError {
  readonly said?: Said;
}
export type SaidFault = FieldFault & { readonly said: Said };

interface RefusalOptions {
  readonly details?: FieldFault[];
  readonly cause?: unknown;
  /** When it may be tried again, if that is known. */
  readonly retryAfterSeconds?: number;
}

/** A failure that the caller is told about. Anything else that is thrown answers INTERNAL. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: FieldFault[];
  /** The message without words of any language, where it has any other's. */
  readonly said: Said | undefined;
  /** When it may be tried again, if that is known. */
  readonly retryAfterSeconds: number | undefined;

  /** Of values that are refused callers are told in their own language. */
  constructor(code: ErrorCode, words: Said, options?: RefusalOptions);
  constructor(
    code: Exclude<ErrorCode, 'VALIDATION_FAILED'>,
    words: Said | string,
    options?: RefusalOptions,
  );
  constructor(code: ErrorCode, words: Said | string, options: RefusalOptions = {}) {
    super(
      typeof words === 'string' ? words : sayInEnglish(words),
      options.cause === undefined ? {} : { cause: options.cause },
    );
    this.name = 'AppError';
    this.code = code;
    this.details = options.details ?? [];
    this.said = typeof words === 'string' ? undefined : words;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  get status(): (typeof errorCodes)[ErrorCode]['status'] {
    return errorCodes[this.code].status;
  }

  /** Says it in the caller's language, as far as it has words of that; without one in English. */
  toBody(say?: SayImport): ErrorBody {
    return {
      status: this.code,
      message: say && this.said ? say(this.said) : this.message,
      errors: this.details.map(({ said: words, ...fault }) => ({
        ...fault,
        message: say && words ? say(words) : fault.message,
      })),
      code: errorCodes[this.code].code,
      timestamp: new Date().toISOString(),
    };
  }
}

/** VALIDATION_FAILED: a request with these faults, each of which its message says with its place. */
export class InvalidRequest extends AppError {
  constructor(details: FieldFault[], { cause }: { cause?: unknown } = {}) {
    super('VALIDATION_FAILED', summarise(details), { details, cause });
  }

  override toBody(say?: SayImport): ErrorBody {
    const body = super.toBody(say);
    return say ? { ...body, message: say(summarise(body.errors)) } : body;
  }
}

function summarise(faults: readonly FieldError[]): Said {
  const all = faults.map(({ field, message }) => `${field}: ${message}`);
  return said('value.request', { faults: all.join('; ') });
}

/** What is wrong with the value of a field, such as `body.name`. */
export function faultOf(field: string, words: Said, rule?: string): SaidFault {
  const fault = { field, message: sayInEnglish(words), said: words };
  return rule === undefined ? fault : { ...fault, rule };
}

/** VALIDATION_FAILED for one value, of which the message says no place. */
export function refuseValue(field: string, words: Said, rule?: string): AppError {
  return new AppError('VALIDATION_FAILED', words, { details: [faultOf(field, words, rule)] });
}

import { type ErrorBody, type ErrorCode, errorCodes, type FieldError } from '../schemas/errors.ts';
import { type Said, type Say, said, sayInEnglish } from './said.ts';

/** A faulty value. With `said`, what is wrong with it can be said in each language. */
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
  /** What the message says, for languages other than English; undefined where it has English alone. */
  readonly said: Said | undefined;
  /** When it may be tried again, if that is known. */
  readonly retryAfterSeconds: number | undefined;

  /** A refused value is explained in the caller’s language: a plain English message won’t do. */
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

  /** In the caller’s language as far as it has words for that; without `say`, in English. */
  toBody(say?: Say): ErrorBody {
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

/** VALIDATION_FAILED for a request. The message names each fault and its place. */
export class InvalidRequest extends AppError {
  constructor(details: FieldFault[], { cause }: { cause?: unknown } = {}) {
    super('VALIDATION_FAILED', summarise(details), { details, cause });
  }

  override toBody(say?: Say): ErrorBody {
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

/** VALIDATION_FAILED for one value. The message says what is wrong, the detail where. */
export function refuseValue(field: string, words: Said, rule?: string): AppError {
  return new AppError('VALIDATION_FAILED', words, { details: [faultOf(field, words, rule)] });
}

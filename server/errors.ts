import { type ErrorBody, type ErrorCode, errorCodes, type FieldError } from '../schemas/errors.ts';

/** A failure that the caller is told about. Anything else that is thrown answers INTERNAL. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: FieldError[];
  /** When it may be tried again, if that is known. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options: { details?: FieldError[]; cause?: unknown; retryAfterSeconds?: number } = {},
  ) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.details = options.details ?? [];
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  get status(): (typeof errorCodes)[ErrorCode]['status'] {
    return errorCodes[this.code].status;
  }

  toBody(): ErrorBody {
    return {
      status: this.code,
      message: this.message,
      errors: this.details,
      code: errorCodes[this.code].code,
      timestamp: new Date().toISOString(),
    };
  }
}

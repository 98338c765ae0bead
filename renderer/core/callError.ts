import type { ErrorBody } from '../../schemas/errors.ts';

/** What in the manifests made a call. */
export interface ErrorPlace {
  /** `<module>.<screen>/<node>`, as `manifest explain` takes it. */
  readonly part: string;
  /** `file:line`, for those whom the server tells. */
  readonly at: string | undefined;
  readonly call?: string;
}

/** What the Details dialog shows of a failed call (specification §3, error details). */
export interface ErrorDetails {
  readonly type: 'Zod' | 'Api';
  readonly message: string;
  readonly code?: number;
  readonly timestamp?: string;
  readonly field?: string;
}

/** A call that failed in a known way; each says what to show of it. */
export abstract class CallError extends Error {
  abstract readonly details: ErrorDetails;
  /** Key in the locale namespace `errors`. */
  abstract readonly textKey: string;
  place: ErrorPlace | undefined;
}

/** The same calls; what they fail with says where in the manifests they come from. */
export function callingFrom<Call extends (id: never, ...input: never[]) => Promise<unknown>>(
  place: ErrorPlace | undefined,
  call: Call,
): Call {
  const calling = (...[id, ...input]: Parameters<Call>) =>
    call(id, ...input).catch((error: unknown) => {
      if (error instanceof CallError && place) error.place ??= { ...place, call: id };
      throw error;
    });
  return calling as Call;
}

/** The API refused, and said why. */
export class ApiError extends CallError {
  readonly status: number;
  readonly body: ErrorBody;

  constructor(status: number, body: ErrorBody) {
    super(body.message);
    this.name = 'ApiError';
    this.status = status;
    this.body = body;
  }

  get textKey(): string {
    return this.body.status;
  }

  get details(): ErrorDetails {
    const { code, timestamp, errors } = this.body;
    const field = errors.map((error) => `${error.field}: ${error.message}`).join('\n');
    return { type: 'Api', message: this.message, code, timestamp, ...(field && { field }) };
  }
}

/** Whether nothing is wrong: there is only nothing for the period (specification §8, empty period). */
export function isEmptyPeriod(error: unknown): error is ApiError {
  return error instanceof ApiError && error.textKey === 'PERIOD_NOT_FOUND';
}

/** An answer that doesn't fit its schema: `what` says whether it was an error body. */
export class FormatError extends CallError {
  readonly what: 'response' | 'error';
  readonly field: string;

  constructor(what: 'response' | 'error', issue: { message: string; path: PropertyKey[] }) {
    super(issue.message);
    this.name = 'FormatError';
    this.what = what;
    this.field = issue.path.join('.');
  }

  get textKey(): string {
    return this.what === 'error' ? 'BAD_ERROR_FORMAT' : 'ZOD';
  }

  get details(): ErrorDetails {
    return { type: 'Zod', message: this.message, ...(this.field && { field: this.field }) };
  }
}

/** No answer at all: offline, or the API is down. */
export class ConnectionError extends CallError {
  readonly textKey = 'CONNECTION';

  constructor(options: ErrorOptions) {
    super('The API can’t be reached.', options);
    this.name = 'ConnectionError';
  }

  get details(): ErrorDetails {
    return { type: 'Api', message: this.message };
  }
}

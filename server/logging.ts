import { type DestinationStream, type Logger, pino } from 'pino';
import { currentRequestId } from './http/requestId.ts';

/** What of an error is written down. Drivers add more to theirs: rows, parameters, heads of requests. */
const told = ['code', 'severity', 'table', 'constraint', 'routine', 'status'] as const;
const deepest = 4;

interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly stack?: string | undefined;
  readonly cause?: LoggedError | undefined;
  readonly errors?: readonly LoggedError[];
}

/** Secrets as they stand in messages of libraries, with what is written instead. */
const secrets: readonly (readonly [RegExp, string])[] = [
  // Of addresses: postgres://portal:password@host.
  [/(:\/\/[^\s:/@"]*:)[^\s/@"]+(?=@)/g, '$1…'],
  [/\b(bearer|basic) +[\w.~+/=-]{8,}/gi, '$1 …'],
  // A token by itself begins with a brace and a quotation mark in Base64.
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, '…'],
  // What ends a kind of mails is part of its address.
  [/(\/unsubscribe\/)[^/?#\s"\\]+/g, '$1…'],
  [/([?&](?:code|\w*token|ticket|client_secret|password)=)[^&\s"'\\]+/gi, '$1…'],
];

/** pino, whose lines have the id of the request that they are about, and no secrets. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    mixin: () => {
      const requestId = currentRequestId();
      return requestId === undefined ? {} : { requestId };
    },
    serializers: { err: (error: unknown) => toLogged(error) },
    hooks: { streamWrite: withoutSecrets },
  };
  return destination ? pino(options, destination) : pino(options);
}

export function withoutSecrets(line: string): string {
  return secrets.reduce((text, [secret, instead]) => text.replace(secret, instead), line);
}

function toLogged(error: unknown, depth = 1): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  const { name, message, stack, cause } = error;
  const fields = error as unknown as Readonly<Record<string, unknown>>;
  return {
    type: name,
    message,
    ...Object.fromEntries(
      told.flatMap((field) => (field in error ? [[field, fields[field]]] : [])),
    ),
    stack,
    // As of an address that has several: each was tried, and the message is empty.
    ...(error instanceof AggregateError &&
      depth < deepest && {
        errors: error.errors.map((one) => toLogged(one, depth + 1)),
      }),
    ...(cause !== undefined && depth < deepest && { cause: toLogged(cause, depth + 1) }),
  };
}

import { HTTPException } from 'hono/http-exception';
import { AppError } from '../errors.ts';
import { randomIncident } from '../identity/tokenRefusals.ts';

/** A restart of PostgreSQL takes about as long. */
export const retryAfterSeconds = 5;

/** PostgreSQL ends connections, or takes none yet or any more; its connection exceptions (class 08). */
const databaseCodes = /^(57P0[123]|53300|08\w{3})$/;
const networkCodes = [
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  // Its name is gone with its container.
  ...['ENOTFOUND', 'EAI_AGAIN'],
];
/** The driver has only words for these. */
const driverWords =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/;

/** Of each error its answer: an incident has one name, however often it is asked for. */
const answers = new WeakMap<Error, AppError>();

/** What is answered to something that a call has thrown. */
export function toAppError(error: Error): AppError {
  const answer = answers.get(error) ?? makeAnswer(error);
  answers.set(error, answer);
  return answer;
}

function makeAnswer(error: Error): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof HTTPException && error.status === 413) {
    return new AppError('TOO_LARGE', 'The body is too large. Send at most 1 MB of JSON.');
  }
  if (isOutOfReach(error)) {
    return new AppError(
      'UNAVAILABLE',
      'The portal can’t reach its database, or another service that the call needs. Try again in some seconds.',
      { cause: error, retryAfterSeconds },
    );
  }
  // The error itself stays inside: it may hold words of the database and other people's data.
  const incident = { field: 'incident', message: randomIncident() };
  return new AppError('INTERNAL', 'Something went wrong. Try again, then ask support.', {
    details: [incident],
    cause: error,
  });
}

/** Also of what wraps the driver's error, and of several tries at the addresses of one name. */
export function isOutOfReach(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const { code = '' } = error as NodeJS.ErrnoException;
  if (databaseCodes.test(code) || networkCodes.includes(code)) return true;
  if (driverWords.test(error.message)) return true;
  return isOutOfReach(error.cause);
}

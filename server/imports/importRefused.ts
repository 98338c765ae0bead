import type { FieldError } from '../../schemas/errors.ts';
import { AppError } from '../errors.ts';
import { type Said, type Say, sayInEnglish } from '../said.ts';

/** IMPORT_REFUSED: a file as a whole can't be imported. Its message is English; `said` is without words. */
export class ImportRefused extends AppError {
  /** `detail` is of the field of the form that mends it. */
  constructor(
    words: Said,
    { cause, detail }: { cause?: unknown; detail?: Omit<FieldError, 'message'> } = {},
  ) {
    const message = sayInEnglish(words);
    const details = detail ? [{ ...detail, message, said: words }] : [];
    super('IMPORT_REFUSED', words, { cause, details });
  }
}

/** What is said of a failure in the reader's language, or in English where nobody knows more. */
export function sayFailure(error: AppError, say: Say): string {
  return error.said ? say(error.said) : error.message;
}

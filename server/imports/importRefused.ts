import type { FieldError } from '../../schemas/errors.ts';
import { AppError } from '../errors.ts';
import { type Said, type SayImport, sayInEnglish } from './said.ts';

/** IMPORT_REFUSED: a file as a whole can't be imported. Its message is English; `said` is without words. */
export class ImportRefused extends AppError {
  readonly said: Said;

  /** `detail` is of the field of the form that mends it. */
  constructor(
    said: Said,
    { cause, detail }: { cause?: unknown; detail?: Omit<FieldError, 'message'> } = {},
  ) {
    const message = sayInEnglish(said);
    super('IMPORT_REFUSED', message, { cause, details: detail ? [{ ...detail, message }] : [] });
    this.said = said;
  }
}

/** What is said of a failure in the reader's language, or in English where nobody knows more. */
export function sayFailure(error: AppError, say: SayImport): string {
  return error instanceof ImportRefused ? say(error.said) : error.message;
}

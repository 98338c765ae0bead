import pg from 'pg';
import { said } from './said.ts';
import { LineFault } from './values.ts';

/**
 * Classes of SQLSTATE that blame what was to be stored: cardinality, data, constraints, limits
 * (PostgreSQL's manual, appendix «Error Codes»).
 */
const contentClasses = /^(21|22|23|54)/;

/**
 * What to say of a line whose content made an error; undefined for errors that another time or
 * place would not have met, such as a lost connection.
 */
export function findContentFault(error: unknown): LineFault | undefined {
  if (error instanceof pg.DatabaseError && contentClasses.test(error.code ?? '')) {
    return new LineFault('NOT_STORED', said('faults.notStored', { why: error.message }));
  }
  // Arithmetic on values that nobody thought of.
  if (error instanceof RangeError || error instanceof TypeError) {
    return new LineFault('NOT_STORED', said('faults.notProcessed', { why: error.message }));
  }
  return undefined;
}

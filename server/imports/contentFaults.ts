import pg from 'pg';
import { type Said, said } from '../said.ts';
import { LineFault } from './values.ts';

/**
 * Classes of SQLSTATE that blame what was to be stored: cardinality, data, constraints, limits
 * (PostgreSQL's manual, appendix «Error Codes»).
 */
const contentClasses = /^(21|22|23|54)/;

/**
 * What to say of a line whose content made an error, without the error's own words, which are English.
 * Undefined for errors that another time or place would not have met, such as a lost connection.
 */
export function findContentFault(error: unknown): LineFault | undefined {
  if (error instanceof pg.DatabaseError && contentClasses.test(error.code ?? '')) {
    return new LineFault('NOT_STORED', sayState(error));
  }
  // Arithmetic on values that nobody thought of.
  if (error instanceof RangeError || error instanceof TypeError) {
    return new LineFault('NOT_STORED', said('faults.unforeseen'));
  }
  return undefined;
}

function sayState({ code: state = '', constraint, column, table }: pg.DatabaseError): Said {
  if (state.startsWith('23')) {
    const rule = constraint ?? column ?? table;
    return said('faults.contradictsStored', { state, rule });
  }
  return state.startsWith('22')
    ? said('faults.valueNotStored', { state })
    : said('faults.tooMuchToStore', { state });
}

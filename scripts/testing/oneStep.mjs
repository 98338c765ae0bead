import { forwardSignals } from '../bootstrap/execute.mjs';
import { runStep } from './run.mjs';

/** A program: runs the named step, and sends its outcome to the process that began this one. */
forwardSignals();
process.send?.(await runStep(process.argv[2] ?? '', undefined));
process.disconnect?.();

/**
 * So many milliseconds a test waits for what comes soon or never. On a machine that has other work,
 * the second that the tools wait by themselves tells nothing.
 */
export const patience = 15_000;

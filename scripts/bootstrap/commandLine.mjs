const names = /** @type {const} */ ([
  'start',
  'test',
  'dev',
  'portal',
  'bench',
  'mutants',
  'keycloak',
  'pictures',
]);

/** @typedef {(typeof names)[number]} ProgramName */

/**
 * What `node scripts/bootstrap.mjs NAME ARGS…` asks for; throws a sentence for the user when NAME
 * is none of the programs.
 * @param {string[]} words
 * @returns {{ name: ProgramName, args: string[] }}
 */
export function parseCommandLine([word, ...args]) {
  const name = names.find((each) => each === word);
  if (name === undefined) {
    const said = word === undefined ? 'nothing' : `"${word}"`;
    throw new Error(`Expected one of ${names.join(', ')} after bootstrap.mjs, got ${said}.`);
  }
  return { name, args };
}

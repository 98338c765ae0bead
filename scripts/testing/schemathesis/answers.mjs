/** What needs a secret that nobody makes up: a password, a code, what is in a mailed link. */
const secret = [
  'PUT /api/password',
  'POST /api/password/forgot/confirm',
  'POST /api/unlock',
  'PUT /api/email',
  'POST /api/email/confirm',
  'PUT /api/totp',
  'POST /api/totp/off',
  'GET /api/manifest/validators/{file}',
];

/** @typedef {{ label: string, interactions?: Record<string, { response?: { status_code: number } }> }} Recorder */

/**
 * The operations that no report has a success of: a test that is only ever refused tests little.
 * @param {string[]} reports of schemathesis, a JSON object a line
 */
export function listUnanswered(reports) {
  /** @type {Map<string, boolean>} */
  const answered = new Map();
  for (const line of reports.flatMap((report) => report.split('\n'))) {
    if (!line.startsWith('{"ScenarioFinished"')) continue;
    /** @type {Recorder} */
    const { label, interactions = {} } = JSON.parse(line).ScenarioFinished.recorder;
    // Those of the stateful phase go by a name of their own.
    if (!label.includes(' /')) continue;
    const statuses = Object.values(interactions).map(({ response }) => response?.status_code ?? 0);
    // 204 answers OPTIONS.
    const isAnswered = statuses.some((status) => status === 200);
    answered.set(label, (answered.get(label) ?? false) || isAnswered);
  }
  return [...answered]
    .filter(([label, isAnswered]) => !isAnswered && !secret.includes(label))
    .map(([label]) => label);
}

/** By address what renderer/start.js has asked for; each answer is for its first taker. */
type HeadStart = Record<string, Promise<Response>>;

const patienceMilliseconds = 10_000;

const early =
  (globalThis as unknown as { meterhouseHeadStart?: HeadStart }).meterhouseHeadStart ?? {};
// What nobody has taken by then, somebody may want much later, when it is old.
setTimeout(() => {
  for (const address of Object.keys(early)) delete early[address];
}, patienceMilliseconds);

/** The answer to a stranger's call that is already on its way; undefined when there is none. */
export function takeHeadStart(url: string, request: RequestInit): Promise<Response> | undefined {
  if (request.method !== 'GET' || new Headers(request.headers).has('Authorization'))
    return undefined;
  const answer = early[url];
  delete early[url];
  return answer;
}

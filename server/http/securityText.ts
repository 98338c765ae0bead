import type { Hono } from 'hono';
import { dayMs } from '../../schemas/time.ts';

const address = '/.well-known/security.txt';
/** RFC 9116 §2.5.5 wants less than a year. */
const validMilliseconds = 180 * dayMs;

/** Says where faults of security are reported (RFC 9116), as long as the operator has said so. */
export function mountSecurityText(
  app: Hono,
  { contact, publicUrl }: { readonly contact: string | undefined; readonly publicUrl: string },
): void {
  app.get(address, (http) => {
    if (contact === undefined) return http.text('No contact is configured.\n', 404);
    const lines = [
      `Contact: ${contact}`,
      `Expires: ${new Date(Date.now() + validMilliseconds).toISOString()}`,
      'Preferred-Languages: en, pl, cs',
      `Canonical: ${publicUrl.replace(/\/$/, '')}${address}`,
    ];
    return http.text(`${lines.join('\n')}\n`);
  });
}

import { z } from 'zod';
import { isPushed, type PushedCall } from '../../schemas/api/operations.ts';

/** The channel of PostgreSQL's NOTIFY by which processes tell one another. */
export const changeChannel = 'meterhouse_change';

/** What is said there: whose answers to which calls have changed, never the answers. */
const toldSchema = z.object({
  account: z.int(),
  calls: z.array(z.custom<PushedCall>((call) => typeof call === 'string' && isPushed(call))),
});
export type Told = z.infer<typeof toldSchema>;

/** Undefined for what another release may say there. */
export function readTold(payload: string | undefined): Told | undefined {
  try {
    return toldSchema.parse(JSON.parse(payload ?? ''));
  } catch {
    return undefined;
  }
}

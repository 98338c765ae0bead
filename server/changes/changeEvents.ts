import { z } from 'zod';
import { isPushed, type PushedCall } from '../../schemas/api/operations.ts';

/** The channel of PostgreSQL's NOTIFY by which processes tell one another. */
export const changeChannel = 'meterhouse_change';

/** What is said there: whose answers to which calls have changed, never the answers. */
const changeEventSchema = z.object({
  account: z.int(),
  calls: z.array(z.custom<PushedCall>((call) => typeof call === 'string' && isPushed(call))),
});
export type ChangeEvent = z.infer<typeof changeEventSchema>;

/** Undefined for what another release may say there. */
export function readChangeEvent(payload: string | undefined): ChangeEvent | undefined {
  try {
    return changeEventSchema.parse(JSON.parse(payload ?? ''));
  } catch {
    return undefined;
  }
}

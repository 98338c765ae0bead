import { z } from 'zod';

/** Lets whoever shows it fetch one file, once. */
export const downloadTicketSchema = z
  .object({
    token: z.string().describe('To be sent as the query parameter token'),
    validSeconds: z.int().positive().describe('How long it may be used'),
  })
  .meta({ id: 'DownloadTicket' });

/** What the calls that answer files take. */
export const ticketQuery = z.object({
  token: z.string().max(200).optional().describe('As the call for a ticket answers it'),
});

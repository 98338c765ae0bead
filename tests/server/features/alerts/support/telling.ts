import enums from '../../../../../locales/en/enums.json' with { type: 'json' };
import mails from '../../../../../locales/en/mails.json' with { type: 'json' };
import type { Feature } from '../../../../../schemas/entities/access.ts';
import type { Alert } from '../../../../../schemas/entities/warning.ts';
import type { Database } from '../../../../../server/database/open.ts';
import { createAlertChannels } from '../../../../../server/features/alerts/alertChannels.ts';
import {
  createDecide,
  createSendAlerts,
} from '../../../../../server/features/alerts/sendAlerts.ts';
import type { SmsGateway } from '../../../../../server/features/alerts/smsChannel.ts';
import type { Mail } from '../../../../../server/mail/mailer.ts';
import {
  addAccount,
  addDevice,
  addPackage,
  addProperty,
  grantAccess,
} from '../../../../support/builders.ts';

/** A house, people who are told of its warnings, and what tells them. Warsaw is an hour before UTC. */

export const noon = new Date('2026-11-10T11:00:00Z');
export const night = new Date('2026-11-10T01:00:00Z');
export const later = (at: Date, hours: number) => new Date(at.getTime() + hours * 3_600_000);

export function createTelling(
  database: Database,
  { gateway }: { gateway?: SmsGateway | undefined } = {},
) {
  const state = {
    now: noon,
    sent: [] as Mail[],
    queue: [] as { key: string; data: object }[],
    isDown: false,
  };
  const parts = {
    database,
    gateway,
    now: () => state.now,
    publicUrl: 'https://portal.example',
    bySms: gateway !== undefined,
    delivering: { isPrivateAllowed: true },
    jobs: {
      send: async (_tx: unknown, _queue: unknown, job: { key: string; data: object }) => {
        state.queue.push(job);
        return job.key;
      },
    },
    manifests: { words: () => ({ enums, mails }) },
    mailer: {
      async send(mail: Mail) {
        if (state.isDown) throw new Error('The mail server is down.');
        state.sent.push(mail);
      },
    },
  };
  const handle = createSendAlerts({ ...parts, channels: createAlertChannels(parts) });

  return Object.assign(state, {
    parts,
    /** Decides, and does all jobs that there ever were. */
    async tell(at: Date): Promise<void> {
      state.now = at;
      await createDecide(parts)();
      for (const { key, data } of state.queue) {
        await handle({ id: key, data, signal: AbortSignal.timeout(10_000) });
      }
    },
    addHouse: () => addProperty(database, { id: 1, name: 'Lipowa 1' }),
    async addReceiver(
      name: string,
      { features = ['WARNING_WATER_LEAKAGE'], byEmail = true, byMobile = false }: Wanted = {},
    ): Promise<number> {
      const account = await addAccount(database, name);
      await grantAccess(database, account, await addPackage(database, features), [1]);
      await database.pool.query(`INSERT INTO warning_notice VALUES ($1, 1, 'LEAKAGE', $2, $3)`, [
        ...[account, byEmail, byMobile],
      ]);
      return account;
    },
    async addWarning(urgency: number, alert: Alert = 'LEAKAGE', at = noon): Promise<void> {
      const device = await addDevice(database, { propertyId: 1 });
      await database.pool.query(
        `INSERT INTO warning (property_id, device_id, alert, state, urgency, first_occurrence,
           last_occurrence, raised_at) VALUES (1, $1, $4, 'ACTIVE', $2, $3, $3, $5)`,
        [device, urgency, new Date('2026-11-09T20:00:00Z'), alert, at],
      );
    },
    async history(): Promise<string[]> {
      const { rows } = await database.pool.query(
        `SELECT detail FROM warning_event WHERE event = 'TOLD' ORDER BY id`,
      );
      return rows.map(({ detail }) => detail);
    },
  });
}

interface Wanted {
  readonly features?: Feature[];
  readonly byEmail?: boolean;
  readonly byMobile?: boolean;
}

export type Telling = ReturnType<typeof createTelling>;

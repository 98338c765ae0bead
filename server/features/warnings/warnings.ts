import type { Logger } from 'pino';
import type { Jobs } from '../../jobs/jobs.ts';
import type { ManifestService } from '../../manifests/serve/service.ts';
import { evaluateDue } from '../../warnings/evaluate.ts';
import { markQuietDue } from '../../warnings/store/smoke.repository.ts';
import { createAlertChannels } from '../alerts/alertChannels.ts';
import { createDecide, createSendAlerts } from '../alerts/sendAlerts.ts';
import type { SmsGateway } from '../alerts/smsChannel.ts';
import { createDecideSummaries, createSummarize, type SummaryDeps } from '../alerts/summary.ts';
import { createMarketLimits } from './marketLimits.ts';

const evaluationSeconds = 5;
const tellingSeconds = 60;
const quietSeconds = 600;
const summarySeconds = 600;
/** So many programs are waited for at once. */
const webhooksAtOnce = 4;

export interface Warnings {
  /** Has this process look for warnings and tell of them. */
  work(jobs: Pick<Jobs, 'work'>): void;
}

/** What notices warnings in new readings and tells of them, in whatever process works. */
export function createWarnings(
  given: SummaryDeps & {
    readonly manifests: Pick<ManifestService, 'formDefaults'>;
    readonly logger: Pick<Logger, 'error'>;
    readonly smsGateway?: SmsGateway | undefined;
    readonly webhookPrivateNetworks?: boolean;
  },
): Warnings {
  const { database, manifests, now, logger, smsGateway: gateway } = given;
  const defaultsOf = createMarketLimits(manifests);
  const delivering = { isPrivateAllowed: given.webhookPrivateNetworks ?? false };
  const channels = createAlertChannels({ ...given, gateway, delivering });
  const handle = createSendAlerts({ database, channels, now });
  return {
    work(jobs) {
      jobs.work(
        [
          { queue: 'warning.tell', concurrency: 1, handle },
          { queue: 'warning.webhook', concurrency: webhooksAtOnce, handle },
          { queue: 'warning.summary', concurrency: 1, handle: createSummarize(given) },
        ],
        [
          {
            name: 'Looking for warnings',
            seconds: evaluationSeconds,
            run: async (stopping) => {
              await evaluateDue(database, now, {
                stopping,
                defaultsOf,
                onFault: (error, devices) =>
                  logger.error({ err: error, devices }, 'Devices could not be looked at'),
              });
            },
          },
          {
            name: 'Telling of warnings',
            seconds: tellingSeconds,
            run: createDecide({ ...given, bySms: gateway !== undefined }),
          },
          {
            name: 'Summing up the month',
            seconds: summarySeconds,
            run: createDecideSummaries(given),
          },
          {
            name: 'Looking for smoke that is over',
            seconds: quietSeconds,
            run: () => database.transaction((tx) => markQuietDue(tx, now())),
          },
        ],
      );
    },
  };
}

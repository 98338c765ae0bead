import type { Country } from '../../../schemas/entities/market.ts';
import type { Database } from '../../database/open.ts';
import { createBatches, type Work } from '../../imports/batches.ts';
import type { Line } from '../../imports/lines.ts';
import { publishLines } from '../../imports/publishLines.ts';
import {
  afterBatch,
  beginRun,
  countRejections,
  finishOlderRuns,
  type ImportRun,
  keptRejections,
  type Rejection,
  writeProgress,
} from '../../imports/runs.repository.ts';
import type { Section } from '../../imports/sections.ts';
import type { Turn } from '../../workPool.ts';
import { withEntry } from '../activityLog/withEntry.ts';

export interface OngoingOptions {
  readonly country: Country;
  readonly timeZone: string;
  /** What it is called in the list of imports. */
  readonly name: string;
  readonly by: string;
  readonly now: () => Date;
  readonly turn?: Turn | undefined;
}

interface DayRun {
  readonly day: string;
  run: ImportRun;
  kept: number;
}

/**
 * Takes telegrams that never end: the list of imports has one import for each local day, to which
 * every call adds. What a call is given is stored when it resolves, all of it; it answers the
 * refused lines. Another process that goes on with the same import makes it throw CONFLICT.
 */
export function createOngoingImport(database: Database, options: OngoingOptions) {
  const { country, timeZone, name, by, turn } = options;
  const dayOf = (at: Date) => new Intl.DateTimeFormat('sv-SE', { timeZone }).format(at);
  let today: DayRun | undefined;
  let refused: Rejection[] = [];

  async function begin(day: string): Promise<DayRun> {
    const sections: Section[] = [{ after: 0, form: 'JSON', said: {} }];
    const key = `ongoing ${name} ${country}`;
    const started = await withEntry({ type: 'DATA_IMPORTED', country, made: ['importId'] }, () =>
      database.transaction(async (tx) => {
        const file = { kind: 'telegrams', fileName: name, country, by, ignored: [], sections };
        const run = await beginRun(tx, { ...file, fingerprint: `${key} ${day}` });
        await finishOlderRuns(tx, { id: run.id, fingerprints: key });
        return { importId: run.id, run, kept: await countRejections(tx, run.id) };
      }),
    );
    return { day, ...started };
  }

  const store = (day: DayRun) => async (lines: readonly Line[], work: Work) => {
    const last = lines.at(-1);
    if (!last) return;
    const [run, rejections] = await database.transaction(async (tx) => {
      const outcome = await work(tx, lines);
      const next = { ...afterBatch(day.run, outcome), lines: last.number };
      const rejections = outcome.rejections.slice(0, keptRejections - day.kept);
      await writeProgress(tx, next, { rejections });
      return [next, outcome.rejections] as const;
    });
    publishLines('telegrams', day.run, run);
    day.run = run;
    day.kept = Math.min(keptRejections, day.kept + rejections.length);
    refused.push(...rejections);
  };

  // One for all days: it knows of each device in which quarter of an hour it was read last.
  const batches = createBatches({
    kind: 'telegrams',
    batch: {
      country,
      timeZone,
      by,
      get now() {
        return options.now();
      },
    },
    turn,
    isCut: false,
    store: (lines, work) => store(today as DayRun)(lines, work),
    onPiece: () => undefined,
  });

  return {
    async take(messages: readonly Pick<Line, 'content' | 'fault'>[]): Promise<Rejection[]> {
      refused = [];
      try {
        const day = dayOf(options.now());
        if (today?.day !== day) today = await begin(day);
        const { lines } = today.run;
        for (const [at, message] of messages.entries())
          await batches.take({ number: lines + at + 1, cells: {}, ...message });
        await batches.flush();
        return refused;
      } catch (error) {
        // Nobody knows how far it came, or it is another process's: the next call asks the database.
        today = undefined;
        throw error;
      }
    },
  };
}

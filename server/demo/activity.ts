import { Temporal } from 'temporal-polyfill';
import type { DocumentType } from '../../schemas/entities/document.ts';
import { type ReportDefinition, reportFormats } from '../../schemas/entities/report.ts';
import { fieldsOf } from '../../schemas/entities/reportKinds.ts';
import { type ReportType, reportTypes } from '../../schemas/kinds/reports.ts';
import type { Database } from '../database/open.ts';
import type { Archive } from '../features/document/archive.ts';
import type { ReportFeature } from '../features/report/reportFeature.ts';
import { findDemoSession } from './accounts.ts';
import type { DemoMarket } from './demoMarkets.ts';
import type { DocumentOptions } from './documents/demoDocuments.ts';
import { createDocumentWords } from './documents/words.ts';
import type { PlannedProperty } from './plan.ts';

/**
 * What the administrators have had made in the two months before the first load: reports, jobs of
 * reports and packages of documents, asked for as they would have on those days. Workers make them.
 */

/** What it is done with, as of a day. */
export interface ActivityDeps {
  readonly reportingAt: (now: () => Date) => Pick<ReportFeature, 'reports' | 'reportJobs'>;
  readonly packagesAt: (now: () => Date) => Pick<Archive['packages'], 'create'>;
}

/** For so many days a demo's package is kept, so that there are some of two months. */
export const demoPackageDays = 92;

type Deed =
  | { readonly kind: 'job' | 'report'; readonly definition: ReportDefinition }
  | { readonly kind: 'package'; readonly name: string; readonly documentType: DocumentType };

/** By `person` in its market, so many days before the first load. */
interface DatedDeed {
  readonly daysBefore: number;
  readonly market: DemoMarket;
  readonly property: number;
  readonly deed: Deed;
}

/** In the first market one of each type; the others have the first of them. */
const reportDays = { first: 59, step: 5, others: 3 };
const packageDays = [58, 44, 30, 16, 4];
const jobDays = 62;
/** The first that the market has are packed: small ones. */
const packed: readonly DocumentType[] = ['CONTROL_WATER', 'ALLOCATION_OVERVIEW'];

interface Asked {
  readonly markets: readonly DemoMarket[];
  /** Of the markets' administrators; each market's first is what they ask about. */
  readonly own: readonly PlannedProperty[];
  /** Day of the first load. */
  readonly until: string;
  readonly documents: Pick<DocumentOptions, 'words' | 'offers'>;
}

/** All of it, the oldest first. */
export function planActivity({ markets, own, until, documents }: Asked): DatedDeed[] {
  const planned = markets.flatMap((market, at): DatedDeed[] => {
    const property = own.find((one) => one.market.country === market.country)?.id;
    const documentType = packed.find((type) => documents.offers(market.country, type));
    if (property === undefined) return [];
    const words = createDocumentWords(documents.words, market.language);
    const types = at === 0 ? reportTypes : reportTypes.slice(0, reportDays.others);
    const reports = types.map((reportType, index) => {
      const daysBefore = reportDays.first - index * reportDays.step;
      const definition = defineReport(reportType, {
        reportName: words.reportOf(reportType),
        property,
        index,
        day: dayBefore(until, daysBefore),
      });
      return { daysBefore, deed: { kind: 'report' as const, definition } };
    });
    const packages = packageDays.flatMap((daysBefore) => {
      if (!documentType) return [];
      const month = words.month(dayBefore(until, daysBefore).slice(0, 7));
      const name = `${words.typeOf(documentType)}, ${month}`;
      return [{ daysBefore, deed: { kind: 'package' as const, name, documentType } }];
    });
    const jobs = jobsOf(property, words.reportOf).map((definition) => ({
      daysBefore: jobDays,
      deed: { kind: 'job' as const, definition },
    }));
    return [...jobs, ...reports, ...packages].map((one) => ({ ...one, market, property }));
  });
  return planned.toSorted((one, other) => other.daysBefore - one.daysBefore);
}

/** One by the month and one by the week. */
function jobsOf(property: number, nameOf: (type: ReportType) => string): ReportDefinition[] {
  const common = { properties: [property], generationDay: 1, timeBackwards: 1 };
  return [
    {
      ...common,
      reportName: nameOf('DEVICE_CONSUMPTION'),
      sampling: 'MONTHLY',
      reportType: 'DEVICE_CONSUMPTION_JOB',
      timeUnit: 'MONTHS',
      format: 'XLSX',
    },
    {
      ...common,
      reportName: nameOf('REVERSE_FLOW'),
      timeUnit: 'WEEKS',
      reportType: 'REVERSE_FLOW_JOB',
      format: 'CSV',
    },
  ];
}

function defineReport(
  reportType: ReportType,
  given: {
    readonly reportName: string;
    readonly property: number;
    readonly day: string;
    readonly index: number;
  },
): ReportDefinition {
  const { reportName, property, day, index } = given;
  const all = {
    sampling: 'MONTHLY',
    startDate: dayBefore(day, 31),
    endDate: dayBefore(day, 1),
    numberOfDays: 30,
  } as const;
  const { needs } = fieldsOf(reportType);
  const needed = Object.fromEntries(
    Object.entries(all).filter(([field]) => needs.some((one) => one === field)),
  );
  const format = reportFormats[index % reportFormats.length];
  return { reportName, reportType, properties: [property], format, ...needed };
}

function dayBefore(day: string, days: number): string {
  return Temporal.PlainDate.from(day).subtract({ days }).toString();
}

/**
 * Does what is planned from a place on; `done` is told each place that comes next. Jobs have their
 * reports made on all days between, as far as they are due.
 */
export async function doActivity(
  database: Database,
  { reportingAt, packagesAt }: ActivityDeps,
  given: {
    readonly planned: readonly DatedDeed[];
    readonly until: string;
    readonly from: number;
    readonly isStopped: () => boolean;
    readonly done: (next: number) => Promise<void>;
  },
): Promise<void> {
  const { planned, until, from, isStopped, done } = given;
  for (const [at, { daysBefore, market, property, deed }] of planned.entries()) {
    if (at < from) continue;
    if (isStopped()) return;
    const next = planned[at + 1]?.daysBefore ?? 0;
    const now = () => noonOf(until, daysBefore);
    const session = await findDemoSession(database, market, 'admin');
    if (!session) continue;
    const { reports, reportJobs } = reportingAt(now);
    if (deed.kind === 'job') await reportJobs.create(session, deed.definition);
    if (deed.kind === 'report') {
      await reports.check(session, deed.definition, { forJob: false });
      await reports.create(session, deed.definition);
    }
    if (deed.kind === 'package') {
      const scope = { accountId: session.accountId, anyFeature: [] };
      const filter = { propertyIds: [property], documentType: deed.documentType };
      await packagesAt(now).create(session, scope, { name: deed.name, filter });
    }
    for (let day = daysBefore - 1; day >= next; day--) {
      await reportingAt(() => noonOf(until, day)).reportJobs.runDue();
    }
    await done(at + 1);
  }
}

/** By then what is due on a day is due in every market. */
function noonOf(until: string, daysBefore: number): Date {
  return new Date(`${dayBefore(until, daysBefore)}T12:00:00Z`);
}

import { Readable } from 'node:stream';
import type { Database } from '../../../server/database/open.ts';
import { type ImportOptions, importFile } from '../../../server/imports/importFile.ts';
import { type Said, sayInEnglish } from '../../../server/said.ts';

/** Imports a text, or pieces as they would come over the network, for Poland in November 2026. */
export async function importText(
  database: Database,
  content: string | Iterable<string | Buffer>,
  options: Partial<ImportOptions> = {},
) {
  const result = await importFile(database, {
    stream: Readable.from(typeof content === 'string' ? [content] : content),
    fileName: 'test.csv',
    country: 'PL',
    timeZone: 'Europe/Warsaw',
    by: 'operator',
    now: new Date('2026-11-20T12:00:00Z'),
    ...options,
  });
  return inWords(result);
}

/** How a file was read as commands say it. */
export function inWords<Result extends { readonly understood: readonly Said[] }>(result: Result) {
  return { ...result, understood: result.understood.map(sayInEnglish) };
}

/** A house with one tenant, a cold water meter, a thermometer, a heat meter, a virtual meter. */
export async function addHouse(database: Database): Promise<void> {
  for (const content of [
    'works_id;works_no;name;address;city;zip_code\n1;PL-1;House;Lipowa 1;Kraków;31-001\n',
    'works_no;tenant_no;tenant_name;address;installation_number\nPL-1;001;Nowak;Lipowa 1/1;1001\n',
    [
      'works_no;serial;category;tenant_no;interval',
      'PL-1;cold;COLD_WATER_METER;001;DAILY',
      'PL-1;room;TEMPERATURE_LOGGER;001;HOURLY',
      'PL-1;heat;ENERGY;001;DAILY',
      'PL-1;sum;COLD_HOT_WATER_VIRTUAL;001;DAILY',
      'PL-1;11223344;COLD_WATER_METER;001;DAILY',
      '',
    ].join('\n'),
  ]) {
    await importText(database, content);
  }
}

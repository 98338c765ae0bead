import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { importColumns } from '../../../schemas/entities/importColumns.ts';
import { AppError } from '../../../server/errors.ts';
import { openFile } from '../../../server/imports/openFile.ts';
import { readingCells } from '../../../server/imports/readings.ts';
import { parseValue, readInstant } from '../../../server/imports/values.ts';
import { usual, type Variant, variants } from './variants.ts';

/** What a file says, as it would be stored: serial, instant, value; or the words against it. */
async function read({ content, kind, notation, language }: Variant) {
  const bytes = typeof content === 'function' ? await content() : Buffer.from(content);
  const isEnergy = (unit: string | undefined) => /wh$/i.test(unit ?? '');
  const said: string[] = [];
  const found: string[][] = [];
  try {
    const file = await openFile(
      { read: async () => [] as never },
      {
        stream: Readable.from([bytes]),
        country: 'PL',
        language,
        timeZone: 'Europe/Warsaw',
        by: 'x',
        kind,
        notation,
        now: new Date('2026-11-20T12:00:00Z'),
      },
    );
    for await (const line of file.lines) {
      if (line.fault) {
        said.push(line.fault.message);
        continue;
      }
      const cells = readingCells(line, file.kind === 'wide');
      for (const { serial, at, value, unit } of cells) {
        const time = line.cells.from ?? at;
        const instant = new Date(readInstant(time, 'Europe/Warsaw')).toISOString();
        const micro = parseValue(value, {
          unit: isEnergy(unit) ? 'kWh' : 'm³',
          given: unit,
          isGauge: false,
        });
        found.push([serial, instant.replace('.000Z', 'Z'), `${micro / 1e6}`]);
      }
    }
    await file.close();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    said.push(error.message);
  }
  return { found, said };
}

describe('a file of readings', () => {
  it.each(variants.map((one) => [one.name, one] as const))('%s', async (_, variant) => {
    const { found, said } = await read(variant);
    if (variant.says) {
      expect(said.join('\n')).toMatch(variant.says);
      expect(found).toEqual([]);
    } else {
      expect({ found, said: variant.gives ? [] : said }).toEqual({
        found: variant.gives ?? usual,
        said: [],
      });
    }
  });
});

it('is documented by each name that a column may have', () => {
  const guide = readFileSync(
    path.resolve(import.meta.dirname, '../../../docs/operators.md'),
    'utf8',
  );
  for (const others of Object.values(importColumns)) {
    expect(guide).toContain(`\`${others.join(' ')}\``);
  }
});

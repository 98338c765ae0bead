import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { runManifestCommand } from '../../../server/cli/manifest.ts';
import { compareOperationTable } from '../../server/http/support/operationTable.ts';
import {
  type Comparison,
  compareCategoryNames,
  compareEnumerationLabels,
  compareFieldLabels,
  compareReportNames,
  compareWarningNames,
  completeLanguages,
} from '../../support/labels.ts';
import type { Outcome } from '../jobs.ts';
import { copyDirectories } from './support.ts';

/**
 * Runs in a copy of the repository and answers what its parent asks: what `manifest check` says, what
 * a test finds, or how a probe goes. Files of manifests and texts are read anew each time.
 */

/** What these tests compare, by their own functions; all languages must be alike. */
const comparisons: Readonly<Record<string, () => Promise<Comparison[]> | Comparison[]>> = {
  'tests/schemas/fields.test.ts': () => completeLanguages.map(compareFieldLabels),
  'tests/schemas/device.test.ts': () => completeLanguages.map(compareCategoryNames),
  'tests/server/features/report/checkDefinition.test.ts': () =>
    completeLanguages.map(compareReportNames),
  'tests/server/warnings/detect.test.ts': () => completeLanguages.map(compareWarningNames),
  'tests/server/manifests/realManifests.test.ts': async () => [await compareEnumerationLabels()],
  'tests/server/http/operationGuards.test.ts': () => [compareOperationTable()],
};

async function check(): Promise<Outcome> {
  const lines: string[] = [];
  const print = (line: string) => lines.push(line);
  const code = await runManifestCommand(['check'], { ...copyDirectories, print });
  return { code, output: lines.join('\n') };
}

async function compare(compareAll: () => Promise<Comparison[]> | Comparison[]): Promise<Outcome> {
  const unlike = (await compareAll()).filter(
    ({ found, wanted }) => !isDeepStrictEqual(found, wanted),
  );
  const differences = unlike.flatMap(({ found, wanted }) => [
    ...wanted.filter((one) => !found.includes(one)),
    ...found.filter((one) => !wanted.includes(one)),
  ]);
  return { code: unlike.length === 0 ? 0 : 1, output: differences.join('\n') };
}

async function runProbe(file: string): Promise<Outcome> {
  try {
    await import(path.resolve(import.meta.dirname, '../../..', file));
    return { code: 0, output: '' };
  } catch (error) {
    return { code: 1, output: error instanceof Error ? String(error.stack) : String(error) };
  }
}

async function answer(question: string): Promise<Outcome> {
  if (question === 'manifest check') return check();
  const comparison = comparisons[question];
  return comparison ? compare(comparison) : runProbe(question);
}

process.on('message', (question: string) => {
  answer(question).then(
    (outcome) => process.send?.(outcome),
    (error: Error) => process.send?.({ code: 1, output: String(error.stack) }),
  );
});

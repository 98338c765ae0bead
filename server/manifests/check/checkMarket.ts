import { type MarketFile, marketFileSchema } from '../../../schemas/manifest/files.ts';
import type { Fault } from '../ground/faults.ts';
import { faultAt, type Located } from '../ground/located.ts';
import type { Names } from '../ground/names.ts';
import { startScope } from '../ground/scope.ts';
import { checkReferences } from './checkReferences.ts';
import { aboutModule, listMissing, type Requiring } from './missingModules.ts';

/** Checks a market's own file against the files that it has; undefined: it doesn't fit its schema. */
export function checkMarket(
  located: Located,
  market: MarketFile | undefined,
  { names, modules }: { names: Names; modules: Requiring },
  faults: Fault[],
): void {
  checkReferences(marketFileSchema, located, startScope(''), names, faults);
  if (market) checkRequired(market, located, modules, faults);
}

/** Each module that is on has those that it requires on, in this market. */
function checkRequired(
  market: MarketFile,
  located: Located,
  modules: Requiring,
  faults: Fault[],
): void {
  for (const { module, required } of listMissing(market, modules)) {
    const message = `"${module}" requires "${required}", which is off in this market`;
    const fault = faultAt(located, ['modules', module], message);
    // What there isn't in any market is told where it is required.
    if (modules.has(required)) faults.push(fault);
    else faults.push({ ...fault, about: [aboutModule(required)], isEcho: true });
  }
}

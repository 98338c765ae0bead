import { applyEdits, modify } from 'jsonc-parser';
import { type BuildResult, buildManifests } from '../build.ts';
import type { LoadedFiles } from '../load.ts';
import { parseLocated } from '../located.ts';

/** The manifests as they would be with a module switched on or off for a market; writes nothing. */
export function buildSwitched(
  loaded: LoadedFiles,
  market: string,
  module: string,
  isOn: boolean,
): BuildResult {
  const file = loaded.markets.get(market)?.file;
  if (!file) throw new Error(`There is no market file markets/${market}.json.`);
  const changes = modify(file.text, ['modules', module], isOn, {
    formattingOptions: { insertSpaces: true, tabSize: 2 },
  });
  const text = applyEdits(file.text, changes);
  const located = parseLocated({ ...file, text }, []);
  if (!located) throw new Error(`${file.name} is not valid JSON.`);
  const markets = new Map([...loaded.markets, [market, located]]);
  return buildManifests({ ...loaded, markets }, 'manifests');
}

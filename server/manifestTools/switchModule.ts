import { applyEdits, modify } from 'jsonc-parser';
import { parseLocated } from '../manifests/ground/located.ts';
import { type BuildResult, buildManifests } from '../manifests/pipeline.ts';
import type { LoadedFiles } from '../manifests/read/load.ts';

/** Modules that are switched on or off. */
export type Switches = ReadonlyMap<string, boolean>;

/** The manifests as they would be with modules switched for a market; writes nothing. */
export function buildSwitched(
  loaded: LoadedFiles,
  market: string,
  switches: Switches,
): BuildResult {
  const file = loaded.markets.get(market)?.file;
  if (!file) throw new Error(`There is no market file markets/${market}.json.`);
  let { text } = file;
  for (const [module, isOn] of switches) {
    const changes = modify(text, ['modules', module], isOn, {
      formattingOptions: { insertSpaces: true, tabSize: 2 },
    });
    text = applyEdits(text, changes);
  }
  const located = parseLocated({ ...file, text }, []);
  if (!located) throw new Error(`${file.name} is not valid JSON.`);
  const markets = new Map([...loaded.markets, [market, located]]);
  return buildManifests({ ...loaded, markets }, 'manifests');
}

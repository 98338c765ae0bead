import type { MarketFile } from '../../schemas/manifest/files.ts';

/** A market that has a demo. */
export interface DemoMarket
  extends Pick<MarketFile, 'country' | 'language' | 'timeZone' | 'default'> {
  readonly places: NonNullable<MarketFile['demo']>;
}

/** The markets that have a demo, in the order given: the default one, when it has, comes first. */
export function listDemoMarkets(markets: readonly MarketFile[]): readonly DemoMarket[] {
  return markets.flatMap(({ demo, country, language, timeZone, default: isDefault }) =>
    demo ? [{ country, language, timeZone, default: isDefault, places: demo }] : [],
  );
}

import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Country } from '../../schemas/entities/market.ts';
import { type MarketFile, marketFileSchema } from '../../schemas/manifest/files.ts';
import { listDemoMarkets } from '../../server/demo/demoMarkets.ts';
import { listMarkets } from '../../server/markets.ts';

const directory = path.resolve(import.meta.dirname, '../../manifests/markets');

/** A market as its file in manifests/ has it. */
export function marketOf(country: Country): MarketFile {
  const file = path.join(directory, `${country.toLowerCase()}.json`);
  return marketFileSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
}

export const markets = listMarkets(marketOf);
export const demoMarkets = listDemoMarkets(markets);

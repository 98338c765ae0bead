import type { Locale } from '../../schemas/entities/languages.ts';
import type { MarketFile } from '../../schemas/manifest/files.ts';
import type { ManifestService } from '../manifests/serve/service.ts';
import { listMarkets } from '../markets.ts';

/**
 * The market of a host by its domain's ending, the longest that fits, with its language; where none
 * fits, the default market in English.
 */
export function findHostMarket(
  { market: marketOf }: Pick<ManifestService, 'market'>,
  host: string,
): { country: MarketFile['country']; language: Locale } {
  const name = host.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '');
  const markets = listMarkets(marketOf);
  const [nearest] = markets
    .flatMap((market) => market.domains.map((domain) => ({ domain, market })))
    .filter(({ domain }) => name === domain || name.endsWith(`.${domain}`))
    .toSorted((one, other) => other.domain.length - one.domain.length);
  if (!nearest) return { country: markets[0].country, language: 'en' };
  const { country, language } = nearest.market;
  return { country, language };
}

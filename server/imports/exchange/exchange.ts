import { openEloverblik } from './eloverblik.ts';
import type { Exchange, ExchangedText } from './exchanged.ts';
import { openMscons } from './mscons.ts';
import { openP1 } from './p1.ts';

/** Opens a file of a format that is exchanged; undefined for any other. Throws IMPORT_REFUSED. */
export function openExchange(text: ExchangedText): Exchange | undefined {
  return openMscons(text) ?? openP1(text) ?? openEloverblik(text);
}

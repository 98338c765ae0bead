import type { Context } from 'hono';
import type { Locale } from '../../schemas/entities/languages.ts';
import { type SayImport, sayImportIn } from '../imports/said.ts';
import type { ManifestService } from '../manifests/serve/service.ts';

const locales = new WeakMap<Context, () => Locale>();

/** Remembers in which language a call's caller is spoken to, should the call fail. */
export function speakTo(http: Context, locale: () => Locale): void {
  locales.set(http, locale);
}

/**
 * How its caller is told what went wrong; undefined: in English, as whoever isn't known, and with the
 * names that the API has, which programs of English accounts send.
 */
export function findSpeech(
  http: Context,
  manifests: Pick<ManifestService, 'words'>,
): SayImport | undefined {
  const locale = locales.get(http)?.();
  return locale === undefined || locale === 'en' ? undefined : sayImportIn(manifests.words(locale));
}

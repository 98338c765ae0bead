import type { Context } from 'hono';
import type { Locale } from '../../schemas/entities/languages.ts';
import type { ManifestService } from '../manifests/serve/service.ts';
import { type Say, sayIn } from '../said.ts';

const locales = new WeakMap<Context, () => Locale>();

/** Remembers the language in which the caller is told why, should the call fail. */
export function speakTo(http: Context, locale: () => Locale): void {
  locales.set(http, locale);
}

/**
 * Says in the caller's language what went wrong. Undefined stands for English with the names that the
 * API has: for unknown callers, and for programs, whose accounts are mostly English.
 */
export function findSpeech(
  http: Context,
  manifests: Pick<ManifestService, 'words'>,
): Say | undefined {
  const locale = locales.get(http)?.();
  return locale === undefined || locale === 'en' ? undefined : sayIn(manifests.words(locale));
}

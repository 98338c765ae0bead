import type { Locale } from '../../schemas/entities/languages.ts';
import type { ManifestService } from '../manifests/serve/service.ts';

/** A text by its namespace and key, in English where the language lacks it. */
export function createTexts(manifests: Pick<ManifestService, 'words'>, locale: Locale) {
  const languages = [manifests.words(locale), manifests.words('en')];
  return (...path: string[]): string => {
    for (const words of languages) {
      const found = path.reduce<unknown>(
        (at, key) => (at as Record<string, unknown> | undefined)?.[key],
        words,
      );
      if (typeof found === 'string') return found;
    }
    return path.at(-1) ?? '';
  };
}

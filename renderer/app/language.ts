import i18next, { type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { SessionUser } from '../../schemas/entities/account.ts';
import type { Language, Locale } from '../../schemas/entities/market.ts';
import { readStored, writeStored } from '../core/storage.ts';

const storageKey = 'meterhouse.language';
export const fallbackLocale: Locale = 'en';

const bundles: Readonly<Record<Locale, () => Promise<{ texts: Record<string, object> }>>> = {
  en: () => import('./languages/en.ts'),
  pl: () => import('./languages/pl.ts'),
  cs: () => import('./languages/cs.ts'),
  da: () => import('./languages/da.ts'),
  sv: () => import('./languages/sv.ts'),
  nb: () => import('./languages/nb.ts'),
};

export const locales = Object.keys(bundles) as Locale[];

// Also in schemas/entities/market.ts, which would bring zod into the first load.
const localeOf: Readonly<Record<Language, Locale>> = {
  EN: 'en',
  DK: 'da',
  PL: 'pl',
  CZ: 'cs',
  SE: 'sv',
  NO: 'nb',
};

/** i18next with no texts yet. */
export function createI18n(): i18n {
  const instance = i18next.createInstance();
  void instance.use(initReactI18next).init({
    lng: fallbackLocale,
    fallbackLng: fallbackLocale,
    resources: {},
    ns: ['ui'],
    defaultNS: 'ui',
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  });
  return instance;
}

/** Loads a language (and English, from which missing texts come), then switches to it. */
export async function switchLanguage(i18n: i18n, locale: Locale): Promise<void> {
  await Promise.all([loadTexts(i18n, fallbackLocale), loadTexts(i18n, locale)]);
  await i18n.changeLanguage(locale);
  document.documentElement.lang = locale;
}

async function loadTexts(i18n: i18n, locale: Locale): Promise<void> {
  if (i18n.hasResourceBundle(locale, 'ui')) return;
  const { texts } = await bundles[locale]();
  for (const [file, content] of Object.entries(texts)) {
    const namespace = /([\w-]+)\.json$/.exec(file)?.[1];
    if (namespace) i18n.addResourceBundle(locale, namespace, content);
  }
}

/** What was chosen by hand, else the profile's language, else that of the domain's ending. */
export function pickLocale(
  offered: readonly Locale[],
  session: Pick<SessionUser, 'language'> | undefined,
  market: Locale | undefined,
): Locale {
  const wishes = [readStored(storageKey), session && localeOf[session.language], market];
  const found = wishes.find((wish) => wish !== undefined && offered.includes(wish as Locale));
  return (found as Locale | undefined) ?? fallbackLocale;
}

export function rememberLocale(locale: Locale): void {
  writeStored(storageKey, locale);
}

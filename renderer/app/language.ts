import i18next, { type i18n } from 'i18next';
import type { SessionUser } from '../../schemas/entities/account.ts';
import { type Locale, localeOf, locales } from '../../schemas/entities/languages.ts';
import { readStored, readTab, writeStored, writeTab } from '../core/storage.ts';
import { emergencyTexts } from './emergencyTexts.ts';

const storageKey = 'meterhouse.language';
/** A choice by hand in this tab that the profile doesn't know yet. */
const unsentKey = 'meterhouse.unsentLanguage';
const fallbackLocale: Locale = 'en';

/** Fetches the texts of a language by namespace. */
export type FetchTexts = (locale: Locale, version: string) => Promise<Record<string, object>>;

export interface Languages {
  readonly i18n: i18n;
  /** Switches to a language once its texts of that version are here. */
  switchTo(locale: Locale, version: string): Promise<void>;
  /** The few texts of the page that says that the portal can't be reached. */
  loadEmergencyTexts(): void;
}

export function createLanguages(fetchTexts: FetchTexts): Languages {
  const i18n = createI18n();
  const versions = new Map<Locale, string>();

  async function load(locale: Locale, version: string) {
    if (versions.get(locale) === version) return;
    for (const [namespace, texts] of Object.entries(await fetchTexts(locale, version))) {
      i18n.addResourceBundle(locale, namespace, texts, false, true);
    }
    versions.set(locale, version);
  }

  async function choose(locale: Locale) {
    await i18n.changeLanguage(locale);
    // Danish texts that fall back to English are English, for whoever reads them aloud.
    document.documentElement.lang = i18n.t('ui:writtenIn');
  }

  return {
    i18n,
    async switchTo(locale, version) {
      await load(locale, version);
      await choose(locale);
    },
    loadEmergencyTexts() {
      const locale = pickLocale(locales, undefined, undefined);
      if (versions.has(locale)) return;
      for (const [namespace, texts] of Object.entries(
        emergencyTexts[locale] ?? emergencyTexts.en,
      )) {
        i18n.addResourceBundle(locale, namespace, texts);
      }
      void choose(locale);
    },
  };
}

function createI18n(): i18n {
  const instance = i18next.createInstance();
  void instance.init({
    lng: fallbackLocale,
    // The server has filled gaps with English.
    fallbackLng: false,
    resources: {},
    ns: ['ui'],
    defaultNS: 'ui',
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  });
  return instance;
}

/**
 * The domain ending's language; what was chosen in this browser goes before it, the profile before
 * both, and before all what was chosen in this tab and hasn't reached the profile.
 */
export function pickLocale(
  offered: readonly Locale[],
  session: Pick<SessionUser, 'language'> | undefined,
  market: Locale | undefined,
): Locale {
  const profile = session && localeOf(session.language);
  const preferred = [readUnsentLocale(), profile, readStored(storageKey), market];
  const found = preferred.find((wish) => wish !== undefined && offered.includes(wish as Locale));
  return (found as Locale | undefined) ?? fallbackLocale;
}

/** Keeps a language for the next visit. */
export function rememberLocale(locale: Locale): void {
  writeStored(storageKey, locale);
}

/** Keeps a choice until the profile has it: then forgotten by undefined. */
export function rememberUnsentLocale(locale: Locale | undefined): void {
  writeTab(unsentKey, locale);
}

export function readUnsentLocale(): Locale | undefined {
  return readTab(unsentKey) as Locale | undefined;
}

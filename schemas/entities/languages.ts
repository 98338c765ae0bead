/**
 * What is known of languages, said once for the server, rules and the renderer. Without zod, which
 * the first load of the portal does without. Their texts stand in locales/<locale>/.
 */

interface LanguageFacts {
  /** As the session and the user's profile carry it. */
  readonly code: string;
  /** In its own words: whoever looks for it may not read the current one. */
  readonly name: string;
  /** Its letters, as a part of a pattern's class. */
  readonly letters: string;
}

const known = {
  en: { code: 'EN', name: 'English', letters: 'A-Za-z' },
  pl: { code: 'PL', name: 'Polski', letters: 'A-Za-zĄĆĘŁŃÓŚŹŻąćęłńóśźż' },
  cs: { code: 'CZ', name: 'Čeština', letters: 'A-Za-zÁČĎÉĚÍŇÓŘŠŤÚŮÝŽáčďéěíňóřšťúůýž' },
  da: { code: 'DK', name: 'Dansk', letters: 'A-Za-zÆØÅæøå' },
  sv: { code: 'SE', name: 'Svenska', letters: 'A-Za-zÅÄÖåäö' },
  nb: { code: 'NO', name: 'Norsk bokmål', letters: 'A-Za-zÆØÅæøå' },
} as const satisfies Readonly<Record<string, LanguageFacts>>;

/** UI locales; texts that a locale lacks come from English. */
export type Locale = keyof typeof known;
export const locales = Object.keys(known) as readonly Locale[];
export const languageFacts: Readonly<Record<Locale, LanguageFacts>> = known;

/** Language codes as the session and the user's profile carry them. */
export type Language = (typeof known)[Locale]['code'];
export const languages: readonly Language[] = locales.map(languageOf);

export function languageOf(locale: Locale): Language {
  return known[locale].code;
}

export function localeOf(language: Language): Locale {
  const found = locales.find((locale) => known[locale].code === language);
  if (!found) throw new Error(`No locale has the language ${language}.`);
  return found;
}

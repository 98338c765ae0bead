import { z } from 'zod';

/**
 * The countries that there are, with the instance codes of the specification §1: the API's closed
 * list. What else is known of a market stands in its file, manifests/markets/<country>.json.
 */
export const instanceCodes = { PL: 11, CZ: 12, DK: 9 } as const;
export const instanceSchema = z.literal(Object.values(instanceCodes)).meta({ id: 'Instance' });

export type Country = keyof typeof instanceCodes;
export const countries = Object.keys(instanceCodes) as readonly Country[];
export const countrySchema = z.enum(countries).meta({ id: 'Country' });

/** UI locales; texts that a locale lacks come from English. */
export const locales = ['en', 'pl', 'cs', 'da', 'sv', 'nb'] as const;
export const localeSchema = z.enum(locales).meta({ id: 'Locale' });
export type Locale = z.infer<typeof localeSchema>;

/** Language codes as the session and the user's profile carry them. */
export const languages = ['EN', 'DK', 'PL', 'CZ', 'SE', 'NO'] as const;
export const languageSchema = z.enum(languages).meta({ id: 'Language' });
export type Language = z.infer<typeof languageSchema>;

export const localeOfLanguage: Readonly<Record<Language, Locale>> = {
  EN: 'en',
  DK: 'da',
  PL: 'pl',
  CZ: 'cs',
  SE: 'sv',
  NO: 'nb',
};

export const languageOfLocale: Readonly<Record<Locale, Language>> = {
  en: 'EN',
  da: 'DK',
  pl: 'PL',
  cs: 'CZ',
  sv: 'SE',
  nb: 'NO',
};

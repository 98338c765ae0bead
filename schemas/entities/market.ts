import { z } from 'zod';

export const countries = ['PL', 'CZ', 'DK'] as const;
export const countrySchema = z.enum(countries).meta({ id: 'Country' });
export type Country = z.infer<typeof countrySchema>;

/** Instance codes of the specification §1. */
export const instanceCodes: Readonly<Record<Country, number>> = { PL: 11, DK: 9, CZ: 12 };
export const instanceSchema = z.literal([11, 9, 12]).meta({ id: 'Instance' });

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

import { z } from 'zod';
import { languages, locales } from './languages.ts';

/**
 * The countries that there are: the API's closed list. What else is known of a market stands in its
 * file, manifests/markets/<country>.json.
 */
export const countries = ['PL', 'CZ', 'DK'] as const;
export type Country = (typeof countries)[number];
export const countrySchema = z.enum(countries).meta({ id: 'Country' });

export const instanceSchema = z.int().positive().meta({ id: 'Instance' });

export const localeSchema = z.enum(locales).meta({ id: 'Locale' });
export const languageSchema = z.enum(languages).meta({ id: 'Language' });

import path from 'node:path';

/** What `npm run pictures` was told, which comes by the environment. */
const { PICTURES_FOLDER, PICTURES_ADDRESS, PICTURES_ACCOUNTS, PICTURES_SCREENS } = process.env;
const house = path.resolve(import.meta.dirname, '../../..');

const listOf = (words: string | undefined) => words?.split(',').filter(Boolean) ?? [];

/** Whoever has signed in nowhere. */
export const visitor = 'visitor';

/** One of each role, and administrators of two countries: what they see is in their language. */
const accounts = [visitor, 'admin.pl', 'admin.cz', 'sub.pl', 'support.pl', 'super.pl'];

const chosenAccounts = listOf(PICTURES_ACCOUNTS);

export const wishes = {
  folder: PICTURES_FOLDER || path.join(house, 'pictures'),
  /** Of a portal that runs; without one each worker starts its own. */
  address: PICTURES_ADDRESS || undefined,
  accounts: chosenAccounts.length > 0 ? chosenAccounts : accounts,
  /** By the names that manifests have for them; none means all. */
  screens: listOf(PICTURES_SCREENS),
};

export const widths = [1440, 1280, 390] as const;
export const colours = ['light', 'dark'] as const;

/** A picture, and what is wrong with what it shows. */
export interface Picture {
  readonly account: string;
  readonly screen: string;
  readonly path: string;
  readonly width: number;
  readonly colour: (typeof colours)[number];
  /** From the folder of all. */
  readonly file: string;
  readonly faults: readonly string[];
}

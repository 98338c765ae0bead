export interface GlossaryTerm {
  readonly term: string;
  /** What isn't said for it, in small letters; a `*` at the end stands for any ending. */
  readonly not: readonly string[];
  /** Texts that say it all the same, such as what the specification words so. */
  readonly except?: RegExp;
}

const apartmentReports = /APARTMENT_CONSUMPTION/;

/** The words of docs/glossary.md that `manifest check` looks for, by language. */
export const glossary: Readonly<Record<string, readonly GlossaryTerm[]>> = {
  en: [
    { term: 'alert', not: ['told', 'alarm*'] },
    { term: 'property', not: ['building*', 'house', 'houses'] },
    { term: 'flat', not: ['apartment*'], except: apartmentReports },
    { term: 'tenant', not: ['lodger*', 'occupant*', 'renter*', 'resident*'] },
    {
      term: 'e-mail',
      not: ['mail', 'mails', 'mailed', 'email', 'emails'],
      except: /^validation:email$/,
    },
    { term: 'log out', not: ['sign out', 'signed out', 'signs out'] },
    { term: 'user name', not: ['username*', 'login name'] },
    { term: 'start', not: ['the begin'] },
    { term: 'cause', not: ['culprit*'] },
    { term: 'removed', not: ['dismounted'] },
    { term: 'coverage', not: ['known by'] },
    { term: 'listed', not: ['stands here', 'stand here'] },
  ],
  pl: [
    { term: 'ostrzeżenie, alert', not: ['alarm*'] },
    { term: 'lokal', not: ['mieszkani*', 'mieszkań'], except: apartmentReports },
    { term: 'lokator', not: ['najemc*'] },
    { term: 'bez łączności', not: ['milcz*'] },
    { term: 'klucz', not: ['sekret*'] },
    { term: 'link', not: ['odnośnik*'] },
    { term: 'dziennik aktywności', not: ['rejestr działań', 'rejestrze działań'] },
  ],
  cs: [
    { term: 'nájemník', not: ['nájemce', 'nájemci', 'nájemců', 'nájemcům'] },
    { term: 'zařízení', not: ['přístroj*'] },
    { term: 'bez spojení', not: ['mlč*'] },
    { term: 'pravidelný report', not: ['opakovan*'] },
    { term: 'záznamy aktivity', not: ['protokol činností', 'protokolu činností'] },
  ],
};

/** Characters that a text of a kind has room for, by the last of its keys. */
export const lengths: Readonly<Record<string, number>> = {
  accept: 32,
  action: 32,
  button: 32,
  navigation: 32,
  open: 32,
  submit: 32,
  title: 64,
};
/** Labels of columns and fields: all of the namespace `fields`. */
export const longestLabel = 40;

/** Languages whose sentences are counted, and how many words one may have. */
export const sentenceWords: Readonly<Record<string, number>> = { en: 20 };

import type { QueryClient } from '@tanstack/react-query';
import type { i18n } from 'i18next';
import type { Preferences, SessionUser } from '../../../schemas/entities/account.ts';
import { type Locale, languageOf, localeOf } from '../../../schemas/entities/languages.ts';
import type { Api } from '../../core/api.ts';
import type { Failures } from '../errors/failures.ts';
import { readUnsentLocale, rememberLocale, rememberUnsentLocale } from '../language.ts';
import type { Overlays } from '../overlays/overlays.ts';
import { type PortalState, portalKey } from '../portalState.ts';
import { applyTheme, readTheme } from '../theme.ts';

export interface ChoiceParts {
  readonly api: Api;
  readonly queries: QueryClient;
  readonly failures: Pick<Failures, 'report'>;
  readonly overlays: Pick<Overlays, 'toast'>;
  readonly i18n: Pick<i18n, 't'>;
}

/** What people choose for themselves: kept in the browser, and in the profile of who signed in. */
export interface Choices {
  /** Gives the profile the language that is shown, then fires `meterhouse:language-updated`. */
  saveLanguage(locale: Locale): Promise<void>;
  /** Shows the theme at once and gives it to the profile; taken back when that fails. */
  chooseTheme(isDark: boolean): Promise<void>;
  /** After the language is restored: preferences, theme, then `meterhouse:authenticated`. */
  welcome(session: SessionUser): Promise<void>;
}

/** Where the cache keeps a user's preferences, as the nodes ask for them. */
export function preferencesQuery({ call }: Api, userId: string) {
  return {
    queryKey: ['preferences.get', { id: userId }],
    queryFn: () => call('preferences.get', { params: { id: userId } }),
    retry: false,
  };
}

export function createChoices({ api, queries, failures, overlays, i18n }: ChoiceParts): Choices {
  const findUser = () => queries.getQueryData<PortalState>(portalKey)?.session;
  let saving = Promise.resolve();

  async function sendLanguage({ userId: id }: SessionUser, locale: Locale) {
    const body = { language: languageOf(locale) };
    try {
      const session = await api.call('language.save', { params: { id }, body });
      // Another choice may have followed.
      if (readUnsentLocale() !== locale) return;
      rememberUnsentLocale(undefined);
      queries.setQueryData<PortalState>(portalKey, (state) =>
        state?.session ? { ...state, session } : state,
      );
    } catch (error) {
      failures.report(error);
    }
  }

  async function saveTheme(id: string, darkMode: boolean, before: ThemeState) {
    const { queryKey } = preferencesQuery(api, id);
    try {
      const body = { darkMode };
      const saved = await api.call('preferences.save', { params: { id }, body });
      if (readTheme() !== darkMode) return;
      queries.setQueryData(queryKey, saved);
      overlays.toast({ text: i18n.t('ui:menu.preferencesSaved'), intent: 'primary' });
    } catch (error) {
      failures.report(error);
      // Another choice has followed, and is being saved.
      if (readTheme() !== darkMode) return;
      queries.setQueryData(queryKey, before.preferences);
      applyTheme(before.theme);
    }
  }

  return {
    async saveLanguage(locale) {
      rememberLocale(locale);
      rememberUnsentLocale(locale);
      const session = findUser();
      if (session) await sendLanguage(session, locale);
      announce('language-updated', { language: languageOf(locale) });
    },

    async chooseTheme(isDark) {
      const before: ThemeState = { theme: readTheme(), preferences: undefined };
      applyTheme(isDark);
      const userId = findUser()?.userId;
      if (userId === undefined) return;
      const { queryKey } = preferencesQuery(api, userId);
      const preferences = queries.getQueryData<Preferences>(queryKey);
      if (preferences) queries.setQueryData(queryKey, { ...preferences, darkMode: isDark });
      // One after the other, so that the last choice is the one that stays.
      saving = saving.then(() => saveTheme(userId, isDark, { ...before, preferences }));
      await saving;
    },

    async welcome(session) {
      const chosen = readUnsentLocale();
      if (chosen !== undefined && languageOf(chosen) !== session.language) {
        void sendLanguage(session, chosen).then(() =>
          announce('language-updated', { language: languageOf(chosen) }),
        );
      } else {
        rememberUnsentLocale(undefined);
        rememberLocale(localeOf(session.language));
      }
      const preferences = await queries
        .fetchQuery(preferencesQuery(api, session.userId))
        .catch(() => undefined);
      if (preferences?.darkMode !== undefined) applyTheme(preferences.darkMode);
      announce('authenticated', { userId: session.userId });
    },
  };
}

interface ThemeState {
  readonly theme: boolean | undefined;
  readonly preferences: Preferences | undefined;
}

function announce(name: 'authenticated' | 'language-updated', detail: object): void {
  window.dispatchEvent(new CustomEvent(`meterhouse:${name}`, { detail }));
}

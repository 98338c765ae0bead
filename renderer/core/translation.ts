import type { i18n } from 'i18next';
import { createContext, createElement, type ReactNode, useContext, useMemo } from 'react';
import { useTranslation as useFollowedTranslation } from 'react-i18next';

type Translation = Pick<ReturnType<typeof useFollowedTranslation>, 't' | 'i18n'>;

const TranslationContext = createContext<Translation | undefined>(undefined);

interface TranslationProviderProps {
  readonly i18n: i18n;
  readonly children: ReactNode;
}

/**
 * Follows the language for everything below. i18next's own hook is a dozen of React's and a listener,
 * and stood in each part of a screen: some thirty times in one with a table.
 */
export function TranslationProvider({ i18n, children }: TranslationProviderProps) {
  const { t } = useFollowedTranslation(undefined, { i18n });
  const value = useMemo(() => ({ t, i18n }), [t, i18n]);
  return createElement(TranslationContext, { value }, children);
}

/** i18next's translate function, another one after each change of the language, and its instance. */
export function useTranslation(): Translation {
  const translation = useContext(TranslationContext);
  if (!translation) throw new Error('There is no TranslationProvider above this component.');
  return translation;
}

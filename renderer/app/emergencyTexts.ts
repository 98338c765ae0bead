import type { Locale } from '../../schemas/entities/languages.ts';

interface EmergencyTexts {
  readonly ui: {
    readonly writtenIn: Locale;
    readonly unreachable: { readonly title: string; readonly description: string };
    readonly retry: string;
  };
  readonly errors: { readonly GENERIC: string; readonly CONNECTION: string };
}

/** What a page can say when it can't fetch its texts; other languages fall back to English. */
export const emergencyTexts: Readonly<
  Partial<Record<Locale, EmergencyTexts>> & { en: EmergencyTexts }
> = {
  en: {
    ui: {
      writtenIn: 'en',
      unreachable: {
        title: 'Meterhouse can’t be reached',
        description:
          'Check your connection. If it works, the portal may be busy with maintenance; try again in a minute.',
      },
      retry: 'Try again',
    },
    errors: { GENERIC: 'Something went wrong', CONNECTION: 'API connection error' },
  },
  pl: {
    ui: {
      writtenIn: 'pl',
      unreachable: {
        title: 'Brak połączenia z Meterhouse',
        description:
          'Sprawdź połączenie z internetem. Jeśli działa, mogą trwać prace serwisowe; spróbuj ponownie za chwilę.',
      },
      retry: 'Spróbuj ponownie',
    },
    errors: {
      GENERIC: 'Coś poszło nie tak',
      CONNECTION: 'Błąd połączenia z API',
    },
  },
  cs: {
    ui: {
      writtenIn: 'cs',
      unreachable: {
        title: 'Meterhouse není dostupný',
        description:
          'Zkontrolujte připojení. Pokud funguje, může probíhat údržba portálu; zkuste to za chvíli znovu.',
      },
      retry: 'Zkusit znovu',
    },
    errors: {
      GENERIC: 'Něco se nepovedlo',
      CONNECTION: 'Chyba spojení s API',
    },
  },
};

/** The words of the embedded provider's own pages, which are served before any locale is loaded. */
export interface PageTexts {
  readonly language: string;
  readonly signInTitle: string;
  readonly signInLead: string;
  readonly username: string;
  readonly password: string;
  readonly signIn: string;
  readonly wrongPassword: string;
  readonly wrongPasswordTitle: string;
  readonly forgotPassword: string;
  readonly codeTitle: string;
  readonly codeLead: string;
  readonly code: string;
  readonly codeHint: string;
  readonly wrongCode: string;
  readonly startOver: string;
  readonly tooManyTitle: string;
  readonly tooManyText: string;
  readonly demoAccounts: string;
  readonly demoPassword: string;
  readonly signOutTitle: string;
  readonly signOutQuestion: string;
  readonly signOut: string;
  readonly staySignedIn: string;
  readonly signedOutTitle: string;
  readonly signedOutText: string;
  readonly errorTitle: string;
  readonly errorText: string;
  readonly awayTitle: string;
  readonly awayText: string;
  readonly expiredTitle: string;
  readonly expiredText: string;
  readonly errorCode: string;
  readonly toPortal: string;
}

const texts = {
  en: {
    language: 'en',
    signInTitle: 'Sign in',
    signInLead: 'Consumption, reports and warnings of your properties',
    username: 'User name',
    password: 'Password',
    signIn: 'Sign in',
    wrongPassword: 'User name or password is wrong.',
    wrongPasswordTitle: 'You could not be signed in',
    forgotPassword: 'Forgot your password?',
    codeTitle: 'Second step',
    codeLead: 'Your account is protected by a code besides the password.',
    code: 'Code',
    codeHint: 'Six digits from your authenticator app, or one of your recovery codes.',
    wrongCode: 'The code is wrong or was used already.',
    startOver: 'Sign in as somebody else',
    tooManyTitle: 'Too many attempts',
    tooManyText: 'There were too many attempts from here. Wait a few minutes, then try again.',
    demoAccounts: 'Demo accounts',
    demoPassword: 'Password for all of them:',
    signOutTitle: 'Sign out',
    signOutQuestion: 'Do you want to sign out of Meterhouse?',
    signOut: 'Sign out',
    staySignedIn: 'Stay signed in',
    signedOutTitle: 'You are signed out',
    signedOutText: 'You can close this page, or sign in again.',
    errorTitle: 'Signing in did not work',
    errorText:
      'Go back to Meterhouse and try again. If it keeps failing, tell support the code below.',
    awayTitle: 'Back in a moment',
    awayText: 'Nobody can sign in right now. Try again in a few seconds.',
    expiredTitle: 'This page has expired',
    expiredText: 'It was open for too long, or the sign-in was finished in another window.',
    errorCode: 'Code',
    toPortal: 'Go to Meterhouse',
  },
  pl: {
    language: 'pl',
    signInTitle: 'Logowanie',
    signInLead: 'Zużycie, raporty i ostrzeżenia dla Twoich nieruchomości',
    username: 'Nazwa użytkownika',
    password: 'Hasło',
    signIn: 'Zaloguj się',
    wrongPassword: 'Nazwa użytkownika lub hasło są nieprawidłowe.',
    wrongPasswordTitle: 'Nie udało się zalogować',
    forgotPassword: 'Nie pamiętasz hasła?',
    codeTitle: 'Drugi krok',
    codeLead: 'Twoje konto oprócz hasła chroni kod.',
    code: 'Kod',
    codeHint: 'Sześć cyfr z aplikacji uwierzytelniającej albo jeden z kodów odzyskiwania.',
    wrongCode: 'Kod jest nieprawidłowy lub został już użyty.',
    startOver: 'Zaloguj się na inne konto',
    tooManyTitle: 'Zbyt wiele prób',
    tooManyText: 'Z tego miejsca było zbyt wiele prób. Odczekaj kilka minut i spróbuj ponownie.',
    demoAccounts: 'Konta demonstracyjne',
    demoPassword: 'Hasło do wszystkich:',
    signOutTitle: 'Wylogowanie',
    signOutQuestion: 'Czy chcesz się wylogować z Meterhouse?',
    signOut: 'Wyloguj się',
    staySignedIn: 'Pozostań zalogowany',
    signedOutTitle: 'Wylogowano',
    signedOutText: 'Możesz zamknąć tę stronę lub zalogować się ponownie.',
    errorTitle: 'Logowanie nie powiodło się',
    errorText:
      'Wróć do Meterhouse i spróbuj ponownie. Jeśli błąd się powtarza, podaj pomocy technicznej poniższy kod.',
    awayTitle: 'Zaraz wracamy',
    awayText: 'Chwilowo nie można się zalogować. Spróbuj ponownie za kilka sekund.',
    expiredTitle: 'Ta strona wygasła',
    expiredText: 'Była otwarta zbyt długo albo logowanie zakończono w innym oknie.',
    errorCode: 'Kod',
    toPortal: 'Przejdź do Meterhouse',
  },
  cs: {
    language: 'cs',
    signInTitle: 'Přihlášení',
    signInLead: 'Spotřeba, přehledy a upozornění pro vaše nemovitosti',
    username: 'Uživatelské jméno',
    password: 'Heslo',
    signIn: 'Přihlásit se',
    wrongPassword: 'Uživatelské jméno nebo heslo není správné.',
    wrongPasswordTitle: 'Přihlášení se nezdařilo',
    forgotPassword: 'Zapomněli jste heslo?',
    codeTitle: 'Druhý krok',
    codeLead: 'Váš účet kromě hesla chrání kód.',
    code: 'Kód',
    codeHint: 'Šest číslic z ověřovací aplikace, nebo jeden ze záložních kódů.',
    wrongCode: 'Kód je chybný, nebo už byl použit.',
    startOver: 'Přihlásit se k jinému účtu',
    tooManyTitle: 'Příliš mnoho pokusů',
    tooManyText: 'Odtud bylo příliš mnoho pokusů. Počkejte několik minut a zkuste to znovu.',
    demoAccounts: 'Ukázkové účty',
    demoPassword: 'Heslo ke všem:',
    signOutTitle: 'Odhlášení',
    signOutQuestion: 'Chcete se odhlásit z Meterhouse?',
    signOut: 'Odhlásit se',
    staySignedIn: 'Zůstat přihlášen',
    signedOutTitle: 'Jste odhlášeni',
    signedOutText: 'Stránku můžete zavřít, nebo se znovu přihlásit.',
    errorTitle: 'Přihlášení se nepodařilo',
    errorText:
      'Vraťte se do Meterhouse a zkuste to znovu. Pokud se chyba opakuje, sdělte podpoře kód níže.',
    awayTitle: 'Hned jsme zpět',
    awayText: 'Přihlásit se teď chvíli nejde. Zkuste to znovu za pár sekund.',
    expiredTitle: 'Platnost této stránky vypršela',
    expiredText: 'Byla otevřená příliš dlouho, nebo bylo přihlášení dokončeno v jiném okně.',
    errorCode: 'Kód',
    toPortal: 'Přejít do Meterhouse',
  },
} as const satisfies Record<string, PageTexts>;

export const pageLanguages = Object.keys(texts) as (keyof typeof texts)[];

/** Texts in the first of the wanted languages (`pl-PL cs`) that there is, else in English. */
export function findTexts(wanted: string | undefined): PageTexts {
  for (const tag of (wanted ?? '').toLowerCase().split(/[\s,]+/)) {
    const language = pageLanguages.find(
      (one) => tag === one || /^(\w+)[-;]/.exec(tag)?.[1] === one,
    );
    if (language) return texts[language];
  }
  return texts.en;
}

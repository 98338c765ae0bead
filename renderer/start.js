// Runs before the first paint, while the page's own scripts are still on their way.

// The theme. renderer/app/theme.ts has the same key and class.
(() => {
  const { classList } = document.documentElement;
  const dark = 'bp6-dark';
  let choice = null;
  try {
    choice = localStorage.getItem('meterhouse.theme');
  } catch {
    // Storage can be forbidden; the system's theme is then used.
  }
  const isDark = choice ? choice === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  classList.toggle(dark, isDark);

  // Paper is light.
  const paper = matchMedia('print');
  let wasDark = false;
  const lighten = () => {
    wasDark ||= classList.contains(dark);
    classList.remove(dark);
  };
  const restore = () => {
    if (wasDark) classList.add(dark);
    wasDark = false;
  };
  addEventListener('beforeprint', lighten);
  addEventListener('afterprint', restore);
  paper.addEventListener('change', () => (paper.matches ? lighten() : restore()));
})();

// What every visitor's page asks for first; renderer/core/headStart.ts takes the answers.
(() => {
  /** @type {Record<string, Promise<Response>>} */
  const headStart = {};
  Object.assign(window, { meterhouseHeadStart: headStart });
  /** @param {string} address */
  const ask = async (address) => {
    const answer = fetch(address, { headers: { Accept: 'application/json' } });
    headStart[address] = answer;
    return (await answer).clone().json();
  };
  const askAll = async () => {
    const { market, routes, texts, languages } = await ask('/api/manifest');
    // As renderer/app/language.ts picks it before anybody is signed in.
    const language = [
      sessionStorage.getItem('meterhouse.unsentLanguage'),
      localStorage.getItem('meterhouse.language'),
      market.language,
    ].find((wish) => languages.includes(wish));
    const openRoutes = new Map(
      routes
        .filter((/** @type {{ guard: string }} */ { guard }) => guard === 'open')
        .map((/** @type {{ path: string }} */ route) => [route.path, route]),
    );
    const route = openRoutes.get(location.pathname);
    const { screen } = openRoutes.get(route?.redirect) ?? route ?? {};
    const addresses = [
      language && `/api/manifest/texts/${language}?version=${texts}`,
      screen && `/api/manifest/screens/${screen}`,
    ];
    await Promise.all(addresses.filter(Boolean).map(ask));
  };
  // Whatever fails is asked for again by who needs it.
  askAll().catch(() => undefined);
})();

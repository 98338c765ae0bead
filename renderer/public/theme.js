// Sets the theme before the first paint. renderer/app/theme.ts has the same key and class.
(() => {
  let choice = null;
  try {
    choice = localStorage.getItem('meterhouse.theme');
  } catch {
    // Storage can be forbidden; the system's theme is then used.
  }
  const isDark = choice ? choice === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.classList.toggle('bp6-dark', isDark);
})();

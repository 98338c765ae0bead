// Sets the theme before the first paint. renderer/app/theme.ts has the same key and class.
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

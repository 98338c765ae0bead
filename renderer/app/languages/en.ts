/** The texts of one language, so that each is one file to load. */
export const texts = import.meta.glob<Record<string, unknown>>('../../../locales/en/*.json', {
  eager: true,
  import: 'default',
});

/** Markup that a library sets, each proven to be constant and harmless. */
const harmless: ReadonlySet<string> = new Set([
  // Leaflet asks on loading whether the browser draws SVG.
  '<svg/>',
]);

let allowedScript: string | undefined;

/** Lets one script of another origin through, to the letter; the page's visitor has allowed it. */
export function allowScript(address: string): void {
  allowedScript = address;
}

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createHTML: (text: string) => string; createScriptURL: (address: string) => string },
  ): unknown;
}

/**
 * The page's content policy demands trusted types: no text becomes markup, and no address a script,
 * but by this policy. It lets the constants above through, and scripts of our own origin.
 */
export function installTrustedTypes(page: { trustedTypes?: TrustedTypes; origin: string }): void {
  page.trustedTypes?.createPolicy('default', {
    createHTML(text) {
      if (harmless.has(text)) return text;
      throw new TypeError(`Text must not become markup: ${text.slice(0, 60)}`);
    },
    createScriptURL(address) {
      if (address === allowedScript || new URL(address, page.origin).origin === page.origin) {
        return address;
      }
      throw new TypeError(`A script must come from ${page.origin}, not from ${address}`);
    },
  });
}

/** A manifest's path in the router's words: `{name}` becomes `:name`. */
export function routerPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

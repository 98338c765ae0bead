/**
 * In place of the Markdown reader that rjsf brings along for descriptions: the portal's are plain
 * texts, and the reader would be a quarter of the forms' scripts.
 */
export function Markdown({ children }: { children: string }): string {
  return children;
}

/** Everything that the page holds may be another account's by now. */
export function reloadPage(): void {
  window.location.reload();
}

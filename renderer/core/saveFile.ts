/** Hands a file, or the address of one of ours, to the browser's downloads. */
export function saveFile(file: Blob | string, fileName: string): void {
  const address = typeof file === 'string' ? file : URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  // The browser reads the file after this turn.
  if (typeof file !== 'string') setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

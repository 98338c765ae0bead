/** Without zod, which the first load of the portal does without. */

/** What files may be, with the extension that their names end in: nothing that a browser runs. */
export const fileKinds = {
  'application/pdf': ['pdf'],
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/tiff': ['tif', 'tiff'],
  'application/zip': ['zip'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
  'application/gzip': ['gz'],
  'text/plain': ['csv', 'txt', 'json', 'jsonl', 'ndjson'],
} as const satisfies Readonly<Record<string, readonly [extension: string, ...string[]]>>;
export type FileKind = keyof typeof fileKinds;
/** What the portal reads itself, and keeps for nobody. */
export const dataKind = 'text/plain' satisfies FileKind;
/** What a file to import may be: a text, or one that is packed. */
export const tableKinds = [
  dataKind,
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/zip',
  'application/gzip',
] as const satisfies readonly FileKind[];
/** What is kept for people: without texts, which may hold what a browser takes for a page. */
export const allFileKinds = (Object.keys(fileKinds) as FileKind[]).filter(
  (kind) => kind !== dataKind && kind !== 'application/gzip',
) as readonly FileKind[];

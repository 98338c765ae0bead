import { fileTypeFromFile } from 'file-type';
import { LineFault } from './values.ts';

/** What documents may be, with the extension that their names end in: nothing that a browser runs. */
const contentTypes: Readonly<Record<string, readonly [extension: string, ...others: string[]]>> = {
  'application/pdf': ['pdf'],
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/tiff': ['tif', 'tiff'],
  'application/zip': ['zip'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
};

/** What a file is, by its content and not by its name; throws `LineFault` for what isn't taken. */
export async function sniffFile(
  place: string,
): Promise<{ contentType: string; extensions: readonly [string, ...string[]] }> {
  const found = await fileTypeFromFile(place);
  const extensions = found && contentTypes[found.mime];
  if (extensions) return { contentType: found.mime, extensions };
  const known = Object.values(contentTypes).map(([extension]) => extension);
  throw new LineFault(
    'BAD_CONTENT',
    `The file is ${found ? found.mime : 'of an unknown kind'} by what it holds. Taken are ${known.join(', ')}.`,
  );
}

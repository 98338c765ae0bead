import path from 'node:path';
import { create } from 'content-disposition';
import filenamify from 'filenamify';

/** Of the 255 bytes that a file's name may have; what tells copies and days apart comes on top. */
const maxBytes = 200;
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** A text as every system takes it for a file's name, without its extension; never empty. */
export function cleanFileName(text: string): string {
  return filenamify(cutToBytes(text.toWellFormed()), { replacement: '-', maxLength: maxBytes });
}

/** None of its characters, as readers count them, is cut in two. */
function cutToBytes(text: string): string {
  // More of it can't be among the first bytes, however long the rest is.
  const beginning = text.slice(0, maxBytes);
  if (beginning === text && Buffer.byteLength(text) <= maxBytes) return text;
  let cut = '';
  for (const { segment } of graphemes.segment(beginning)) {
    if (Buffer.byteLength(cut + segment) > maxBytes) break;
    cut += segment;
  }
  return cut;
}

/** The name that a file is saved by: no folder, and its end says what the file is. */
export function nameByContent(wanted: string, extensions: readonly [string, ...string[]]): string {
  const { name, ext } = path.parse(wanted.replaceAll('\\', '/'));
  const isRight = extensions.includes(ext.slice(1).toLowerCase());
  return `${cleanFileName(isRight ? name : `${name}${ext}`)}.${extensions[0]}`;
}

/** The header that has a browser save what it gets under this name (RFC 6266). */
export function contentDisposition(fileName: string): string {
  return create(fileName);
}

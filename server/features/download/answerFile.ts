import { Readable } from 'node:stream';
import { contentDisposition } from '../../storage/fileName.ts';

/** A file from outside as an answer: to be saved, never to be run in the portal's origin. */
export function answerFile(
  stream: Readable,
  {
    fileName,
    contentType,
    bytes,
  }: { readonly fileName: string; readonly contentType: string; readonly bytes: number },
): Response {
  return new Response(Readable.toWeb(stream) as ReadableStream<Uint8Array>, {
    headers: {
      'content-type': contentType,
      'content-length': `${bytes}`,
      'content-disposition': contentDisposition(fileName),
      'cache-control': 'private, no-store',
    },
  });
}

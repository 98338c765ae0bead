import type { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { type FileStore, needFileName } from '../../storage/fileStore.ts';
import type { DocumentFile } from './document.repository.ts';
import { createNaming } from './packageNames.ts';

/**
 * A zip of the documents' files as it is written, one file open at a time. They are stored as they
 * are: PDFs and pictures are compressed already. A file that is missing, or isn't as long as it was,
 * ends it with an error.
 */
export async function* zipDocuments(
  documents: readonly DocumentFile[],
  store: Pick<FileStore, 'get'>,
): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  let open: Readable | undefined;
  zip.on('error', (error: Error) => output.destroy(error));
  const nameOf = createNaming();
  for (const { id, fileName, storedName, bytes, createdAt } of documents) {
    const options = { compress: false, size: bytes, mtime: createdAt };
    zip.addReadStreamLazy(nameOf(fileName), options, (answer) => {
      store.get(needFileName(storedName)).then(
        (stream) => {
          open = stream;
          if (stream) answer(null, stream);
          else output.destroy(new Error(`The file of document ${id} is gone.`));
        },
        (error: Error) => output.destroy(error),
      );
    });
  }
  zip.end();
  try {
    yield* output;
  } finally {
    open?.destroy();
  }
}

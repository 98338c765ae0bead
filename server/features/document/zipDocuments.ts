import type { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { ZipFile } from 'yazl';
import { type FileStore, requireFileName } from '../../storage/fileStore.ts';
import type { DocumentFile } from './document.repository.ts';
import { createNaming } from './packageNames.ts';

/** Thousands take a while to be named and noted: others get their turn meanwhile. */
const entriesInATurn = 250;

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
  // It may come before anybody reads, who meets it all the same.
  output.on('error', () => undefined);
  const nameOf = createNaming();
  try {
    for (const [at, { id, fileName, storedName, bytes, createdAt }] of documents.entries()) {
      if (at % entriesInATurn === 0) await turn();
      const options = { compress: false, size: bytes, mtime: createdAt };
      zip.addReadStreamLazy(nameOf(fileName), options, (answer) => {
        store.get(requireFileName(storedName)).then(
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
    yield* output;
  } finally {
    open?.destroy();
  }
}

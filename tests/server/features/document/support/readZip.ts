import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';

/** What is in a zip, by name, in its order. */
export async function readZip(content: Buffer): Promise<[name: string, text: string][]> {
  const zip = await fromBufferPromise(content);
  const found: [string, string][] = [];
  for await (const entry of zip.eachEntry()) {
    const stream = await zip.openReadStreamPromise(entry);
    found.push([entry.fileName, (await buffer(stream)).toString()]);
  }
  return found;
}

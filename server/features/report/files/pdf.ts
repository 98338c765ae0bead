import type { FileContents } from './fileContents.ts';
export async function* writePdf({ slices }: FileContents): AsyncGenerator<Uint8Array> {
  for await (const _ of slices) yield new Uint8Array();
}

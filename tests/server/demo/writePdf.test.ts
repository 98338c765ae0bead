import { getDocumentProxy } from 'unpdf';
import { expect, test } from 'vitest';
import { writePdf } from '../../../server/demo/documents/writePdf.ts';

// All documents are drawn with one open font, which remembers what others drew.
test('text can be copied out of a document, whatever others were drawn before', async () => {
  await textOf('źćńłąęóż');
  expect(await textOf('zcnlaeoz')).toBe('zcnlaeoz');
});

async function textOf(title: string): Promise<string | undefined> {
  const table = { headings: [], texts: 0, rows: [], sum: [] };
  const content = { title, note: null, facts: [], table, footer: '' };
  const file = writePdf(content, new Date('2026-11-29T00:00:00Z'));
  const pdf = await getDocumentProxy(new Uint8Array(file), { verbosity: 0 });
  const { items } = await (await pdf.getPage(1)).getTextContent();
  await pdf.loadingTask.destroy();
  return items.flatMap((item) => ('str' in item ? item.str : []))[0];
}

import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Picture, widths, wishes } from './wishes.ts';

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const style = `body { font: 14px system-ui; margin: 16px; background: #888; }
h2 { margin: 24px 0 4px; font-size: 16px; } .faults { color: #fff; background: #a00; padding: 4px 8px; }
.row { display: flex; gap: 8px; align-items: start; overflow-x: auto; }
figure { margin: 0; } img { height: 480px; width: auto; max-width: none; object-position: top; }`;

function drawFigure({ file, width, colour }: Picture): string {
  const name = escapeHtml(`${width} ${colour}`);
  return `<figure><a href="${escapeHtml(file)}"><img loading="lazy" src="${escapeHtml(file)}" alt="${name}"></a><figcaption>${name}</figcaption></figure>`;
}

function drawScreen(pictures: readonly Picture[]): string {
  const [first] = pictures;
  if (!first) return '';
  const faults = pictures.flatMap(({ faults, width, colour }) =>
    faults.map((fault) => `<p class="faults">${width} ${colour}: ${escapeHtml(fault)}</p>`),
  );
  const title = escapeHtml(`${first.account} · ${first.screen} · ${first.path}`);
  return `<section><h2>${title}</h2>${faults.join('')}<div class="row">${pictures.map(drawFigure).join('')}</div></section>`;
}

/** A page on which the pictures of a screen stand beside each other, an account after the other. */
export function drawIndex(pictures: readonly Picture[]): string {
  const screens = Map.groupBy(pictures, ({ account, screen }) => `${account} ${screen}`);
  const byWidth = (one: Picture) => widths.findIndex((width) => width === one.width);
  const sections = [...screens.values()].map((own) =>
    drawScreen(own.toSorted((a, b) => byWidth(a) - byWidth(b))),
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Pictures</title><style>${style}</style>
<h1>${pictures.length} pictures of ${screens.size} pages</h1>${sections.join('\n')}</html>\n`;
}

/** Playwright's end: what each run of the spec has noted becomes index.html. */
export default function writeIndex(): void {
  const notes = globSync('*/*.json', { cwd: wishes.folder }).toSorted();
  const pictures = notes.flatMap(
    (note) => JSON.parse(readFileSync(path.join(wishes.folder, note), 'utf8')) as Picture[],
  );
  const index = path.join(wishes.folder, 'index.html');
  writeFileSync(index, drawIndex(pictures));
  process.stdout.write(`${pictures.length} pictures: ${index}\n`);
}

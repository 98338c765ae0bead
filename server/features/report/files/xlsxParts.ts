import type { ReportCellKind } from '../reportTable.ts';
import { precisionOf, type SettledStyle } from './fileStyle.ts';
import { cutTo } from './texts.ts';

/** The parts of a workbook (ECMA-376) that don't grow with its rows. */

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const schemas = 'http://schemas.openxmlformats.org';
const main = `${schemas}/spreadsheetml/2006/main`;
const relationships = `${schemas}/officeDocument/2006/relationships`;
const packaged = `${schemas}/package/2006`;
const mediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Positions in the list of cell formats in `stylesXml`. */
export const cellStyles: Readonly<Record<ReportCellKind | 'heading', number>> = {
  heading: 1,
  text: 2,
  integer: 3,
  quantity: 4,
  percent: 4,
  date: 5,
  instant: 6,
};

const boldFont =
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>' +
  '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>';

/** Number formats as the style has them; texts are marked as such, so that editing one starts no formula. */
export function stylesXml(style: SettledStyle): string {
  const { places } = precisionOf(style);
  const day = style.dateFormat.toLowerCase().replace(/[.\-/]/g, '\\$&');
  const formats = ['0', places === 0 ? '0' : `0.${'0'.repeat(places)}`, day, `${day}\\ hh:mm`];
  const custom = formats.map(
    (code, index) => `<numFmt numFmtId="${164 + index}" formatCode="${code}"/>`,
  );
  const cell = (format: number, font = 0) =>
    `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"${font ? ' applyFont="1"' : ''}/>`;
  const text = 49;
  const cells = [
    cell(0),
    cell(text, 1),
    cell(text),
    ...formats.map((_, index) => cell(164 + index)),
  ];
  return (
    `${head}<styleSheet xmlns="${main}"><numFmts count="${custom.length}">${custom.join('')}</numFmts>` +
    `${boldFont}<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>` +
    `<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>` +
    `<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>` +
    `<cellXfs count="${cells.length}">${cells.join('')}</cellXfs>` +
    `<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`
  );
}

/** Marks that a sheet's name may not have. */
const forbidden = /[:\\/?*[\]]|^'|'$/g;

/** What the sheet is called that is the `number`th of its workbook, in the 31 characters allowed. */
export function sheetName(title: string, number: number): string {
  const suffix = number === 1 ? '' : ` (${number})`;
  const name = title.toWellFormed().replace(forbidden, ' ').trim();
  const cut = cutTo(name, 31)
    .slice(0, 31 - suffix.length)
    .toWellFormed();
  return (cut.trim() || 'Report') + suffix;
}

/** What names the sheets and says where each part is. */
export function workbookParts(title: string, sheets: number): Readonly<Record<string, string>> {
  const numbers = Array.from({ length: sheets }, (_, index) => index + 1);
  const names = numbers.map(
    (number) =>
      `<sheet name="${toXml(sheetName(title, number))}" sheetId="${number}" r:id="sheet${number}"/>`,
  );
  const link = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${relationships}/${kind}" Target="${target}"/>`;
  const links = numbers.map((number) =>
    link(`sheet${number}`, 'worksheet', `worksheets/sheet${number}.xml`),
  );
  const type = (part: string, kind: string) =>
    `<Override PartName="/xl/${part}.xml" ContentType="${mediaType}.${kind}+xml"/>`;
  const types = numbers.map((number) => type(`worksheets/sheet${number}`, 'worksheet'));
  const linked = (list: string) =>
    `${head}<Relationships xmlns="${packaged}/relationships">${list}</Relationships>`;
  return {
    'xl/workbook.xml': `${head}<workbook xmlns="${main}" xmlns:r="${relationships}"><sheets>${names.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': linked(links.join('') + link('styles', 'styles', 'styles.xml')),
    '_rels/.rels': linked(link('workbook', 'officeDocument', 'xl/workbook.xml')),
    '[Content_Types].xml':
      `${head}<Types xmlns="${packaged}/content-types">` +
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      '<Default Extension="xml" ContentType="application/xml"/>' +
      `${type('workbook', 'sheet.main')}${type('styles', 'styles')}${types.join('')}</Types>`,
  };
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};
/** What XML can't hold, and the beginning of what Excel would take for its way of writing that. */
const special = /(?![\t\n])[&<>"\p{Cc}\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)/gu;

/** A text inside XML, control characters as `_x0001_` (ECMA-376, ST_Xstring). */
export function toXml(text: string): string {
  return text
    .toWellFormed()
    .replace(
      special,
      (mark) =>
        entities[mark] ?? `_x${mark.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    );
}

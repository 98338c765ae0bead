import { parse } from 'content-disposition';
import { describe, expect, it } from 'vitest';
import { contentDisposition } from '../../../server/storage/fileName.ts';

describe('the header of a download', () => {
  const names = [
    'Příčná – žluťoučký kůň.csv',
    'Zażółć gęślą jaźń.xlsx',
    "O'Neil (50 %).pdf",
    'plain.csv',
  ];

  it.each(names)('gives the browser the name %s', (name) => {
    const header = contentDisposition(name);
    expect(header).toMatch(/^attachment; filename/);
    // Header values are bytes: what isn't ASCII has to be encoded.
    expect(header).toMatch(/^[\x20-\x7e]*$/);
    expect(nameByRfc6266(header)).toBe(name);
    expect(parse(header).parameters.filename).toBe(name);
  });

  it('can’t be ended by a name', () => {
    const header = contentDisposition('a"; filename="b.exe\r\nX: y.csv');
    expect(header).not.toMatch(/[\r\n]/);
    expect(nameByRfc6266(header)).toContain('a"; filename="b.exe');
  });
});

/** As browsers do: `filename*` (RFC 8187) goes before `filename`. */
function nameByRfc6266(header: string): string | undefined {
  const extended = /; filename\*=UTF-8''([^;]+)/i.exec(header)?.[1];
  if (extended !== undefined) return decodeURIComponent(extended);
  const quoted = /; filename="((?:[^"\\]|\\.)*)"/.exec(header)?.[1];
  return quoted?.replace(/\\(.)/g, '$1') ?? /; filename=([^;]+)/.exec(header)?.[1];
}

import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { createNaming } from '../../../../server/features/document/packageNames.ts';
import { zipDocuments } from '../../../../server/features/document/zipDocuments.ts';
import { newFileName } from '../../../../server/storage/fileStore.ts';
import { readZip } from './support/readZip.ts';

const up = [
  '../',
  '..\\',
  './../',
  '....//',
  '..;/',
  '%2e%2e/',
  '..%2f',
  '\u2025/',
  '\uff0e\uff0e/',
];
const roots = ['/', '\\', '//', '\\\\host\\share\\', 'C:\\', 'c:/', 'file:///', '~/', '\0/', ' /'];
const targets = ['etc/passwd', '.ssh/authorized_keys', 'Windows\\win.ini', 'a.pdf', '..', '.'];
const reserved = ['CON', 'con.pdf', 'NUL', 'aux.txt', 'COM1', 'lpt9.pdf', 'PRN.a.b', 'CLOCK$'];
const controls = ['\0', '\r\n', '\t', '\x1b[2J', '\u202e', '\u200e', '\u2066', '\x7f', '\ud800'];
const attempts = [
  ...[...up, ...roots].flatMap((before) => targets.map((target) => `${before}${target}`)),
  ...up.flatMap((before) => targets.map((target) => `${before.repeat(8)}${target}`)),
  ...reserved,
  ...controls.flatMap((sign) => [`${sign}a.pdf`, `a${sign}b.pdf`, `a.pdf${sign}`, `a/${sign}/..`]),
  ...['', '.', '..', '...', ' ', '.pdf', '. .', 'a'.repeat(5000), `${'ż'.repeat(400)}.pdf`],
];

describe('names in a package', () => {
  it('lead nowhere else, whatever they were', () => {
    expect(attempts.length).toBeGreaterThanOrEqual(200);
    const nameOf = createNaming();
    const names = attempts.map(nameOf);
    for (const name of names) {
      expect(name).not.toBe('');
      expect(path.posix.resolve('/out', name)).toBe(`/out/${name}`);
      expect(path.win32.resolve('C:\\out', name)).toBe(`C:\\out\\${name}`);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: none of these may be there.
      expect(name).not.toMatch(/[/\\:*?"<>|\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
      expect(name).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i);
      expect(name).not.toMatch(/^\.\.?$|[. ]$/);
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
      expect(name.isWellFormed()).toBe(true);
    }
    expect(new Set(names.map((name) => name.normalize('NFC').toLowerCase())).size).toBe(
      attempts.length,
    );
  });

  it('are told apart, capitals and composed letters or not', () => {
    const nameOf = createNaming();
    const given = ['a.pdf', 'A.PDF', 'a (2).pdf', 'a.pdf', 'Ż.pdf', 'Z\u0307.pdf', 'none', 'none'];
    expect(given.map(nameOf)).toEqual([
      ...['a.pdf', 'A (2).PDF', 'a (2) (2).pdf', 'a (3).pdf'],
      ...['Ż.pdf', 'Ż (2).pdf', 'none', 'none (2)'],
    ]);
  });

  it('of ten thousand alike cost no more than each its own', () => {
    const nameOf = createNaming();
    const names = Array.from({ length: 10_000 }, () => nameOf('bill.pdf'));
    expect([new Set(names).size, names.at(-1)]).toEqual([10_000, 'bill (10000).pdf']);
  });
});

describe('a zip', () => {
  const documentOf = (fileName: string, id: number) => ({
    id,
    fileName,
    storedName: newFileName('documents'),
    contentType: 'application/pdf',
    bytes: 3,
    propertyId: 1,
    createdAt: new Date('2026-01-01T00:00:00Z'),
  });

  it('opens, whatever its files were called', async () => {
    const documents = attempts.map(documentOf);
    const store = { get: async () => Readable.from([Buffer.from('%PD')]) };
    const entries = await readZip(await buffer(zipDocuments(documents, store)));
    expect(entries).toHaveLength(attempts.length);
  });

  it('holds one file open at a time, and few of its bytes', async () => {
    const size = 4 << 20;
    let open = 0;
    let maxOpen = 0;
    async function* content() {
      open += 1;
      maxOpen = Math.max(maxOpen, open);
      for (let at = 0; at < size; at += 65_536) yield Buffer.alloc(65_536);
      open -= 1;
    }
    const documents = Array.from({ length: 200 }, (_, id) => ({
      ...documentOf(`${id}.pdf`, id),
      bytes: size,
    }));
    const before = process.memoryUsage();
    let bytes = 0;
    let maxHeld = 0;
    const store = { get: async () => Readable.from(content()) };
    for await (const piece of zipDocuments(documents, store)) {
      bytes += piece.length;
      const { arrayBuffers } = process.memoryUsage();
      maxHeld = Math.max(maxHeld, arrayBuffers - before.arrayBuffers);
    }
    expect(bytes).toBeGreaterThan(200 * size);
    expect(maxOpen).toBe(1);
    // 800 MiB go through; a tenth of them would be a leak.
    expect(maxHeld).toBeLessThan(80 << 20);
  });

  it.each([
    ['is gone', undefined, /document 0 is gone/],
    ['is shorter than it was', Readable.from([Buffer.from('%')]), /bytes/],
  ])('ends with an error when a file %s', async (_, stream, message) => {
    const store = { get: async () => stream };
    await expect(buffer(zipDocuments([documentOf('a.pdf', 0)], store))).rejects.toThrow(message);
  });

  it('of thousands ends with the error of the first, which comes before the last is noted', async () => {
    const documents = Array.from({ length: 3000 }, (_, id) => documentOf(`${id}.pdf`, id));
    const store = { get: async () => undefined };
    await expect(buffer(zipDocuments(documents, store))).rejects.toThrow('document 0 is gone');
  });

  it('of thousands lets others have their turn while they are noted', async () => {
    let turns = 0;
    let turnsBeforeLast: number | undefined;
    const last = {
      ...documentOf('last.pdf', 3000),
      get fileName() {
        turnsBeforeLast = turns;
        return 'last.pdf';
      },
    };
    const first = Array.from({ length: 3000 }, (_, id) => documentOf(`${id}.pdf`, id));
    const store = { get: async () => Readable.from([Buffer.from('%PD')]) };
    const zipped = buffer(zipDocuments([...first, last], store));
    while (turnsBeforeLast === undefined) {
      turns += 1;
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(turnsBeforeLast).toBeGreaterThanOrEqual(5);
    expect(await readZip(await zipped)).toHaveLength(3001);
  });
});

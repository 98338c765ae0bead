import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createManifestService } from '../../../server/manifests/serve/createManifestService.ts';
import { copyReal } from './copyReal.ts';

const signIn = { authority: 'https://sign-in.example', clientId: 'portal', scope: 'openid' };

/** The portal's own manifests with other articles. */
async function withArticles(files: Readonly<Record<string, string>>) {
  const { directories, run } = await copyReal();
  const folder = path.join(directories.manifestsDirectory, 'modules/resources/articles');
  await mkdir(folder, { recursive: true });
  const write = (name: string, text: string) => writeFile(path.join(folder, name), text);
  for (const [name, text] of Object.entries(files)) await write(name, text);
  return { directories, run, write };
}

describe('articles', () => {
  test('are sound with headings, lists, emphasis, and links that lead somewhere', async () => {
    const { run } = await withArticles({
      'faq.en.md':
        '## One {#one}\n\nA *text* with **links**: [out](https://example.org), [mail](mailto:a@b.pl), ' +
        '[page](/contact-form), [flat](/consumption/5?x=1), [down](#two).\n\n- a\n- b\n\n## Two\n\nMore.\n',
    });
    expect(await run('check')).toMatchObject({ code: 0 });
  });

  test('say where what they may not have stands, and why not', async () => {
    const bad = [
      ['<b>bold</b>', 'expected Markdown, found HTML'],
      ['<script>alert(1)</script>', 'expected Markdown, found HTML'],
      ['![x](https://example.org/x.png)', 'expected a text without pictures'],
      ['[x](/contact-from)', 'found "/contact-from", did you mean "/contact-form"?'],
      ['[x](javascript:alert(1))', 'found "javascript:alert(1)"'],
      ['[x](http://example.org)', 'found "http://example.org"'],
      ['[x](//example.org)', 'found "//example.org"'],
      [
        '[x](#tow)',
        'expected the id of a heading of this article, found "#tow", did you mean "two"?',
      ],
      ['## Two again {#two}', 'expected another id than "two"'],
    ] as const;
    const article = (line: string) =>
      `## One {#one}\n\n- first\n- *see* this\n\n## Two {#two}\n\n> ${line}\n`.replace(
        '> ##',
        '##',
      );
    // All of them by one reading, which takes its time.
    const { run } = await withArticles(
      Object.fromEntries(bad.map(([line], at) => [`bad${at}.en.md`, article(line)])),
    );
    const { code, lines } = await run('check');
    expect(code).toBe(1);
    for (const [at, [line, words]] of bad.entries()) {
      const place = `manifests/modules/resources/articles/bad${at}.en.md:8:`;
      const own = lines.filter((one) => one.startsWith(place));
      expect(own.join('\n'), line).toContain(words);
    }
  });

  test('need a language that there is, and English', async () => {
    const { run } = await withArticles({ 'news.pl.md': 'Nowości', 'faq.xx.md': 'x' });
    const { output } = await run('check');
    expect(output).toContain('expected the same article in English');
    expect(output).toContain('articles/news.en.md');
    expect(output).toContain('expected a language, one of en, pl, cs');
  });

  test('stand where they belong', async () => {
    const { directories, run } = await withArticles({});
    await writeFile(path.join(directories.manifestsDirectory, 'modules/resources/faq.md'), 'x');
    expect((await run('check')).output).toContain('modules/<module>/articles/<name>.<locale>.md');
  });

  test('are named by screens, and what is misspelt is said', async () => {
    const { run, write } = await copyReal();
    await write('overrides/pl/resources/frequently-asked-questions.screen.json', {
      $schema: '../../../schema/overrides/resources/frequently-asked-questions.screen.schema.json',
      manifestVersion: 2,
      children: { article: { text: 'articles:resources.fag' } },
    });
    const { code, output } = await run('check');
    expect(code).toBe(1);
    expect(output).toContain('"articles:resources.fag", did you mean "articles:resources.faq"');
  });

  test('are served in each language, anew when a file changes, and as before when it is broken', async () => {
    const { directories, write } = await withArticles({});
    const service = await createManifestService({ ...directories, signIn });
    onTestFinished(() => service.close());
    const faqOf = (locale: 'en' | 'pl' | 'da') =>
      (service.words(locale) as { articles: { resources: { faq: string } } }).articles.resources
        .faq;
    expect(faqOf('en')).toContain('## Why are there no readings');
    expect(faqOf('pl')).toContain('{#readings}');
    expect(faqOf('pl')).not.toBe(faqOf('en'));
    expect(faqOf('da')).toBe(faqOf('en'));
    // Each refused call asks for all of a language's.
    expect(service.words('pl')).toBe(service.words('pl'));
    const listener = vi.fn();
    service.subscribe(listener);
    await write('faq.en.md', '## New {#new}\n\nAnswer.\n');
    await vi.waitFor(() => expect(faqOf('en')).toContain('## New'));
    expect(listener).toHaveBeenCalled();
    await write('faq.en.md', '## New {#new}\n\n<b>x</b>\n');
    await vi.waitFor(() => expect(service.problems()).not.toEqual([]));
    expect(service.problems()[0]).toContain('faq.en.md:3:1');
    expect(faqOf('en')).toContain('Answer.');
  });
});

import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

/** What can be seen of the documents without running anything: links, lengths, forms, lists. */

const documents = [...globSync('docs/**/*.md'), ...globSync('*.md'), ...globSync('*/README.md')]
  .concat(globSync('server/*/README.md'))
  .filter((name) => !name.startsWith('node_modules'));
const read = (name: string) => readFileSync(name, 'utf8');

/** The text between a heading and the next of its level. */
function sectionOf(name: string, heading: string): string {
  const [, rest = ''] = read(name).split(`\n## ${heading}\n`);
  return rest.split('\n## ')[0] ?? '';
}

describe('links', () => {
  test('of the documents lead to files and headings', () => {
    const broken = [...new Set(documents)].flatMap((name) =>
      listTargets(read(name))
        .filter((target) => !isThere(name, target))
        .map((target) => `${name}: ${target}`),
    );
    expect(broken).toEqual([]);
    expect(documents).toContain('README.md');
  });

  test('to nothing are noticed', () => {
    expect(isThere('README.md', 'docs/nothing.md')).toBe(false);
    expect(isThere('README.md', 'docs/operators.md#nothing')).toBe(false);
    expect(isThere('README.md', '#nothing')).toBe(false);
    expect(listTargets('[a](b.md) ![c](d.png) <img src="e.png"> `[f](g.md)`')).toEqual([
      'b.md',
      'd.png',
      'e.png',
    ]);
  });
});

/** What a document links to or shows, but for addresses elsewhere. */
function listTargets(text: string): string[] {
  const words = text.replace(/^```.*?^```$/gms, '').replace(/`[^`\n]*`/g, '');
  return [...words.matchAll(/\]\(([^)\s]+)\)|\b(?:src|srcset|href)="([^"]+)"/g)]
    .map(([, link, source]) => link ?? source ?? '')
    .filter((target) => !/^[a-z]+:/.test(target));
}

function isThere(from: string, target: string): boolean {
  const [place = '', anchor] = target.split('#');
  const file = place === '' ? from : path.join(path.dirname(from), place);
  if (!existsSync(file)) return false;
  return anchor === undefined || listAnchors(read(file)).includes(anchor);
}

/** The anchors of headings as GitHub makes them, and those that are written. */
function listAnchors(text: string): string[] {
  const headings = text.replace(/^```.*?^```$/gms, '').matchAll(/^#+ (.*)$/gm);
  const seen = new Map<string, number>();
  const made = [...headings].map(([, heading = '']) => {
    const words = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const anchor = words.replace(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(' ', '-');
    const count = seen.get(anchor) ?? 0;
    seen.set(anchor, count + 1);
    return count === 0 ? anchor : `${anchor}-${count}`;
  });
  return [...made, ...[...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id)];
}

test('README is read in some minutes: 1,200 words at most', () => {
  expect(read('README.md').match(/\S+/g)?.length).toBeLessThanOrEqual(1200);
});

describe('decisions', () => {
  const index = read('docs/decisions/README.md');
  const areas = globSync('docs/decisions/*.md').filter((name) => !name.endsWith('README.md'));
  const decisions = areas.flatMap((area) =>
    read(area)
      .split('\n## ')
      .slice(1)
      .map((text) => [`${path.basename(area)}: ${text.split('\n', 1)[0]}`, text] as const),
  );
  const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

  test('are many, and the index names each area', () => {
    expect(decisions.length).toBeGreaterThanOrEqual(76);
    for (const area of areas) expect(index).toContain(`](${path.basename(area)})`);
  });

  test.each(decisions)('%s has date, status and three sentences', (_name, text) => {
    const [, status = '', body = '', ...more] = text.trim().split('\n\n');
    expect(more).toEqual([]);
    const day = '\\d{4}-\\d{2}-\\d{2}';
    const by = '\\[[^\\]]+\\]\\([^)]+\\)';
    const form = `^\\*${day} · (accepted|superseded on ${day} by ${by}( and ${by})*)\\*$`;
    expect(status).toMatch(new RegExp(form));
    // Brackets and code hold points that end nothing.
    const words = body.replace(/`[^`]*`/g, 'code').replace(/\]\([^)]*\)/g, ']');
    const said = [...sentences.segment(words)].map(({ segment }) => segment.trim());
    expect(said).toHaveLength(3);
    expect(said[2]).toMatch(/^Turned down: /);
  });
});

describe('tables list all there is', () => {
  test('environment variables', () => {
    const [, schema = ''] = read('server/config.ts').split('const environmentSchema = z.object({');
    const named = schema.split('\n});')[0]?.matchAll(/^ {2}([A-Z][A-Z\d_]+):/gm) ?? [];
    const known = [...named].map(([, name]) => name);
    const rows = sectionOf('docs/operators.md', 'Environment').match(/^\| `.*?\|/gm) ?? [];
    const listed = rows.flatMap((row) => [...row.matchAll(/`([A-Z\d_]+)`/g)].map(([, one]) => one));
    expect(listed.toSorted()).toEqual(known.toSorted());
    expect(known.length).toBeGreaterThan(20);
  });

  test('commands and benchmarks', () => {
    const commands = sectionOf('docs/developers.md', 'Commands');
    for (const script of Object.keys(JSON.parse(read('package.json')).scripts)) {
      const call = /^(start|test)$/.test(script) ? `npm ${script}` : `npm run ${script}`;
      expect(commands).toMatch(new RegExp(`\\| \`${call}[ \`]`));
    }
    const names = read('bench/main.ts').matchAll(/^ {2}'?([\w-]+)'?: async \(\) =>/gm);
    const benchmarks = [...names].map(([, name]) => name);
    const [, listed = ''] = /npm run bench -- all\\\|([^`]+)`/.exec(commands) ?? [];
    expect(listed.split('\\|').toSorted()).toEqual(benchmarks.toSorted());
  });
});

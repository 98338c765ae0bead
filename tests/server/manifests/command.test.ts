import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { runManifestCommand } from '../../../server/cli/manifest.ts';
import type { ManifestDirectories } from '../../../server/manifests/read/load.ts';
import { createManifestService } from '../../../server/manifests/serve/createManifestService.ts';
import { createAnnouncer, removeStatus } from '../../../server/manifests/serve/status.ts';
import { copyReal } from './copyReal.ts';
import { copyGood, realDirectories } from './directories.ts';
import { small, writeSmall } from './small.ts';

async function run(args: string[], directories: ManifestDirectories = realDirectories) {
  const lines: string[] = [];
  const code = await runManifestCommand(args, {
    ...directories,
    print: (line) => lines.push(line),
  });
  return { code, lines, output: lines.join('\n') };
}

describe('manifest --help', () => {
  test('is about all commands, and each --help about that one in all its forms', async () => {
    const whole = await run(['--help']);
    expect(whole.code).toBe(0);
    const names = [...new Set(whole.output.match(/^manifest \w+/gm))];
    expect(names).toHaveLength(10);
    for (const name of names) {
      const { code, output } = await run([name.replace('manifest ', ''), 'x', '--help']);
      expect(code).toBe(0);
      expect([...new Set(output.match(/^manifest \w+/gm))]).toEqual([name]);
      expect(output).toMatch(/^Exit codes: .*called wrongly\.$/m);
    }
    expect((await run(['explain', '-h'])).output.match(/^manifest explain/gm)).toHaveLength(2);
    // One that was called wrongly is told how by the same words.
    expect(await run(['list', '--al'])).toMatchObject({
      code: 64,
      output: expect.stringContaining('\nmanifest list '),
    });
  });
});

describe('manifest check', () => {
  test('finds nothing in the portal’s own', async () => {
    const sound = { code: 0, output: 'The manifests are sound.' };
    expect(await run(['check', '--strict'])).toMatchObject(sound);
  });

  test('prints all faults and exits with 1', async () => {
    const { directories, save } = await writeSmall();
    await save('locales/pl/home.json', { title: 'Dom {{numer}}', mroe: 'Więcej' });
    const { code, lines } = await run(['check'], directories);
    expect(code).toBe(1);
    expect(lines.at(-1)).toBe('2 faults.');
    expect(lines[0]).toMatch(/^locales\/pl\/home\.json:2:12 {2}title {2}expected the placeholders/);
    expect(lines[1]).toMatch(/^locales\/pl\/home\.json:3:11 {2}mroe .*did you mean "home:more"\?$/);
  });
});

describe('manifest check --accept', () => {
  test('says who may enter what otherwise than accepted, and accepts it', async () => {
    const { run, write, directories } = await copyReal();
    const place = 'modules/contact/module.json';
    const text = await readFile(path.join(directories.manifestsDirectory, place), 'utf8');
    await write(place, { ...JSON.parse(text), access: { notRole: ['portal_domea'] } });
    const changed = await run('check');
    expect(changed.code).toBe(0);
    expect(changed.output).toMatch(/^\+ route \/contact-form .*not portal_domea$/m);
    expect(changed.output).toMatch(/^- route \/contact-form /m);
    expect((await run('check', '--accept')).output).toMatch(/\d+ differences accepted/);
    expect((await run('check')).output).not.toContain('contact-form');
  });
});

describe('manifest schema', () => {
  test('is not stale: run "npm run portal -- manifest schema" when this fails', async () => {
    const output = expect.stringMatching(/^\d+ files in \S+, all as they would be written\.$/);
    expect(await run(['schema', '--check'])).toMatchObject({ code: 0, output });
  });

  test('writes schemas, which then are not stale', async () => {
    const directories = await copyGood();
    const out = path.join(directories.manifestsDirectory, 'schema');
    expect(await run(['schema', '--check'], directories)).toMatchObject({ code: 1 });
    expect(await run(['schema'], directories)).toMatchObject({ code: 0 });
    expect(await run(['schema', '--check'], directories)).toMatchObject({ code: 0 });
    const library = JSON.parse(await readFile(path.join(out, 'language.schema.json'), 'utf8'));
    expect(library.$defs.RouteName.anyOf[0].enum).toEqual([
      'consumption-index',
      'consumption-property',
      'home',
      'start',
    ]);
    expect(library.$defs.LocaleKey.anyOf[0].enum).toContain('consumption:inCity');
    expect(library.$defs.OperationName.anyOf[0].enum).toContain('consumption.graph');
    expect(library.$defs.Icon.anyOf[0].enum).toContain('drop');
    const own = 'overrides/consumption/index.screen.schema.json';
    expect(JSON.parse(await readFile(path.join(out, own), 'utf8')).required).toEqual([
      '$schema',
      'manifestVersion',
    ]);

    const file = path.join(directories.localesDirectory, 'en/home.json');
    await writeFile(file, '{ "title": "Home", "more": "More" }');
    const { code, output } = await run(['schema', '--check'], directories);
    expect(code).toBe(1);
    expect(output).toContain('language.schema.json is stale');
  });
});

describe('manifest show', () => {
  test('prints the index', async () => {
    const { code, output } = await run(['show', '--country', 'cz', '--role', 'portal_domea']);
    expect(code).toBe(0);
    expect(JSON.parse(output)).toMatchObject({ signedIn: true, market: { country: 'CZ' } });
  });

  test.each(['consumption.property', '/consumption/17'])(
    'prints the screen of %s',
    async (target) => {
      const session = ['--role', 'portal_admin', '--feature', 'CONSUMPTION_BASIC'];
      const { code, output } = await run(['show', ...session, target]);
      expect(code).toBe(0);
      expect(JSON.parse(output)).toMatchObject({ id: 'consumption.property' });
    },
  );

  test('says that a session does not get a screen', async () => {
    const { code, output } = await run(['show', '--role', 'portal_domea', '/reports']);
    expect([code, output]).toEqual([1, 'This session gets no "/reports"']);
  });

  test.each([
    [
      ['show', '--role', 'portal_domae'],
      'There is no role "portal_domae", did you mean "portal_domea"?',
    ],
    [['show', '--country', 'XX'], 'There is no country "XX"'],
    [['show', '--role', 'owner'], 'There is no role "owner". Known are portal_'],
    [['shwo'], 'There is no "manifest shwo", did you mean "show"?'],
    [['show', '--colour', 'red'], "Unknown option '--colour'"],
  ])('%j is explained', async (args, message) => {
    const { code, output } = await run(args);
    expect(code).toBe(64);
    expect(output).toContain(message);
    expect(output).toMatch(/^manifest (show|check) /m);
  });
});

describe('the command itself', () => {
  const portal = `"${process.execPath}" server/cli/main.ts manifest`;
  const shell = (script: string, environment: NodeJS.ProcessEnv = {}) =>
    promisify(execFile)('bash', ['-c', script], {
      cwd: path.resolve(import.meta.dirname, '../../..'),
      env: { ...process.env, ...environment },
    });

  test.each(['list', 'show'])(
    '%s says nothing when its reader has gone, as head does',
    { timeout: 60_000 },
    async (args) => {
      const { stderr } = await shell(`${portal} ${args} | sh -c 'exec <&-'; exit 0`);
      expect(stderr).toBe('');
    },
  );
});

describe('manifest status', () => {
  const start = async (spoil: Readonly<Record<string, unknown>> = {}) => {
    const files = await writeSmall();
    for (const [place, content] of Object.entries(spoil)) await files.save(place, content);
    const dataDirectory = path.join(files.root, 'data');
    await mkdir(dataDirectory);
    const status = async () => {
      const lines: string[] = [];
      const print = (line: string) => lines.push(line);
      const surroundings = { ...files.directories, dataDirectory, print };
      return { code: await runManifestCommand(['status'], surroundings), lines };
    };
    return { ...files, dataDirectory, status };
  };
  const place = 'manifests/modules/consumption/list.screen.json';
  const faulty = { ...small[place], title: 'home:tilte' };

  test('says what a start would do when no server runs', async () => {
    const { status, save } = await start();
    const sound = await status();
    expect(sound.code).toBe(0);
    expect(sound.lines[0]).toMatch(/^No server runs on .*\. One that starts now would do this:$/);
    expect(sound.lines[1]).toMatch(/^All \d+ files are in effect as they are saved\.$/);
    await save(place, faulty);
    const spoilt = await status();
    expect(spoilt.code).toBe(1);
    expect(spoilt.lines[1]).toBe(
      `NOT in effect: ${place} as it is saved. In its place: a page that says that it is broken, because of`,
    );
    await save('manifests/markets/pl.json', '{');
    expect((await status()).code).toBe(2);
  });

  test('says what a running server serves, what is saved but not in effect, and why', async () => {
    const { status, save, directories, dataDirectory } = await start();
    const said: string[] = [];
    const announce = createAnnouncer(dataDirectory, directories.manifestsDirectory, (line) =>
      said.push(line),
    );
    const signIn = { authority: '', clientId: '', scope: '' };
    const service = await createManifestService({ ...directories, signIn, onLoad: announce });
    onTestFinished(() => service.close());
    const running = await status();
    expect(running.code).toBe(0);
    expect(running.lines[0]).toContain(`The server (process ${process.pid}) read `);
    expect(running.lines.at(-1)).toBe('On in DK: home');
    expect(said).toEqual([]);

    await save(place, faulty);
    await vi.waitFor(() => expect(service.problems()).toHaveLength(1));
    const spoilt = await status();
    expect(spoilt.code).toBe(1);
    expect(spoilt.lines.slice(1, 3)).toEqual([
      `NOT in effect: ${place} as it is saved. In its place: its last good version, because of`,
      expect.stringMatching(
        /^ {4}manifests\/modules\/consumption\/list\.screen\.json:4:12 {2}title/,
      ),
    ]);
    expect(said.join('\n')).toContain(`NOT in effect: ${place}`);

    await save(place, small[place]);
    await vi.waitFor(() => expect(service.problems()).toEqual([]));
    expect((await status()).code).toBe(0);
    expect(said.at(-1)).toContain('all files are in effect');
    removeStatus(dataDirectory);
    expect((await status()).lines[0]).toContain('No server runs');
  });
});

import { cp, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createManifestService } from '../../../server/manifests/serve/createManifestService.ts';
import { watchDirectories } from '../../../server/manifests/serve/watch.ts';
import { copyGood, mistakesDirectory } from './directories.ts';
import { holder, visitor } from './subjects.ts';

const signIn = { authority: 'https://sign-in.example', clientId: 'portal', scope: 'openid' };
const admin = holder('PL', 'portal_admin');
const screenFile = 'modules/consumption/index.screen.json';

async function start(overlay?: string) {
  const directories = await copyGood(overlay && path.join(mistakesDirectory, overlay));
  const service = await createManifestService({ ...directories, signIn });
  onTestFinished(() => service.close());
  const file = path.join(directories.manifestsDirectory, screenFile);
  const titleOf = (id: string) => JSON.parse(service.findScreen(id, admin)?.body ?? '').root.title;
  return { service, directories, file, titleOf };
}

describe('operations', () => {
  test.each([
    ['session.get', visitor('PL'), 'signIn'],
    ['session.get', admin, undefined],
    ['manifest.index', visitor('PL'), undefined],
    ['import.readings', admin, 'anyRole'],
    ['import.readings', holder('PL', 'portal_support'), undefined],
    ['property.list', visitor('PL'), 'signIn'],
    ['property.list', admin, undefined],
    ['property.list', holder('PL', 'portal_admin', []), 'anyFeature'],
    ['property.list', holder('PL', 'portal_admin', ['CONSUMPTION_ADV']), 'anyFeature'],
    ['property.list', holder('CZ', 'portal_admin'), 'module'],
    ['consumption.graph', holder('DK', 'portal_admin'), 'module'],
  ] as const)('%s for %o: %s', async (operation, subject, refusal) => {
    const { service } = await start();
    expect(service.findOperationRefusal(operation, subject)).toBe(refusal);
  });

  test('know the features that license them', async () => {
    const { service } = await start();
    expect(service.licensingFeatures('consumption.graph')).toEqual(['CONSUMPTION_BASIC']);
    expect(service.licensingFeatures('session.get')).toEqual([]);
  });
});

test('only who mends manifests is told where nodes are written', async () => {
  const { service, directories } = await start();
  const developing = await createManifestService({ ...directories, signIn, development: true });
  onTestFinished(() => developing.close());
  const placeFor = (from: typeof service, role: 'portal_admin' | 'portal_support') => {
    const body = from.findScreen('consumption.index', holder('PL', role))?.body ?? '';
    const { root } = JSON.parse(body);
    return [root.at, root.children[0].at];
  };
  const place = [`manifests/${screenFile}:1`, `manifests/${screenFile}:6`];
  expect(placeFor(service, 'portal_admin')).toEqual([undefined, undefined]);
  expect(placeFor(service, 'portal_support')).toEqual(place);
  expect(placeFor(developing, 'portal_admin')).toEqual(place);
});

describe('files that change', () => {
  test('are served anew, and subscribers are told', async () => {
    const { service, file, titleOf } = await start();
    const listener = vi.fn();
    const unsubscribe = service.subscribe(listener);
    const before = service.findScreen('consumption.index', admin)?.etag;
    const text = await readFile(file, 'utf8');
    await writeFile(
      file,
      text.replace('"title": "consumption:title"', '"title": "$session.username"'),
    );
    await vi.waitFor(() => expect(listener).toHaveBeenCalled(), {
      interval: 10,
      timeout: 10_000,
    });
    expect(titleOf('consumption.index')).toBe('$session.username');
    expect(service.findScreen('consumption.index', admin)?.etag).not.toBe(before);

    unsubscribe();
    listener.mockClear();
    await writeFile(file, text);
    await vi.waitFor(() => expect(titleOf('consumption.index')).toBe('consumption:title'));
    expect(listener).not.toHaveBeenCalled();
  });

  test('and break leave the last good state, say why, and mend', async () => {
    const { service, file, titleOf } = await start();
    const text = await readFile(file, 'utf8');
    const etag = service.findScreen('consumption.index', admin)?.etag;
    await writeFile(file, text.replace('property.list', 'property.lst'));
    await vi.waitFor(() => expect(service.problems()).toHaveLength(1));
    expect(service.problems()[0]).toBe(
      `manifests/${screenFile}:9:17  children.properties.source.call  expected an API operation, found "property.lst", did you mean "property.list"?`,
    );
    expect(service.findScreen('consumption.index', admin)?.etag).toBe(etag);
    const support = JSON.parse(service.index(holder('PL', 'portal_support')).body);
    expect(support.problems).toEqual(service.problems());

    // As editors do it: a new file takes the place of the old one.
    await writeFile(`${file}.new`, text);
    await rename(`${file}.new`, file);
    await vi.waitFor(() => expect(service.problems()).toEqual([]));
    expect(titleOf('consumption.index')).toBe('consumption:title');
  });

  test('texts are served anew too, and those of a broken file as they last were', async () => {
    const { service, directories } = await start();
    const file = path.join(directories.localesDirectory, 'en/consumption.json');
    const titleIn = (locale: 'en' | 'pl' | 'sv') =>
      JSON.parse(service.texts(locale).body).consumption.title;
    const text = await readFile(file, 'utf8');
    const version = () => service.texts('en').version;
    const [before, title] = [version(), titleIn('en')];
    // What a language lacks is English.
    expect(titleIn('sv')).toBe(title);
    expect(JSON.parse(service.index(admin).body).texts).toBe(before);

    await writeFile(file, text.replace(title, 'Another title'));
    await vi.waitFor(() => expect(titleIn('en')).toBe('Another title'));
    expect(titleIn('sv')).toBe('Another title');
    expect(version()).not.toBe(before);
    expect(JSON.parse(service.index(admin).body).texts).toBe(version());

    await writeFile(file, '{ "title": ');
    await vi.waitFor(() => expect(service.problems()).not.toEqual([]));
    expect(titleIn('en')).toBe('Another title');
  });

  test('and hold the same as before are nothing new', async () => {
    const { service, directories, file } = await start();
    const listener = vi.fn();
    service.subscribe(listener);
    const seen = vi.fn();
    onTestFinished(watchDirectories([directories.manifestsDirectory], seen));
    await vi.waitFor(() => expect(seen).toHaveBeenCalledOnce());
    const text = await readFile(file, 'utf8');
    await writeFile(file, text);
    await vi.waitFor(() => expect(seen).toHaveBeenCalledTimes(2));
    expect(listener).not.toHaveBeenCalled();
    // Whoever would tell of the one would tell twice.
    await writeFile(file, text.replace('"title": "consumption:title"', '"title": "$now"'));
    await vi.waitFor(() => expect(listener).toHaveBeenCalled());
    expect(listener).toHaveBeenCalledOnce();
  });

  test('are not looked at after closing', async () => {
    const { service, directories } = await start();
    const listener = vi.fn();
    service.subscribe(listener);
    service.close();
    const other = await createManifestService({ ...directories, signIn });
    onTestFinished(() => other.close());
    await cp(
      path.join(mistakesDirectory, 'operation'),
      path.dirname(directories.manifestsDirectory),
      {
        recursive: true,
      },
    );
    await vi.waitFor(() => expect(other.problems()).not.toEqual([]));
    expect(listener).not.toHaveBeenCalled();
    expect(service.problems()).toEqual([]);
  });
});

describe('a start with broken files', () => {
  test('shows a page in place of a broken screen, and all others', async () => {
    const { service, titleOf } = await start('operation');
    expect(service.problems()).toHaveLength(1);
    expect(titleOf('consumption.property')).toBe('core:broken.title');
    expect(titleOf('consumption.index')).toBe('consumption:title');
  });

  test('shows one in place of a screen that is no JSON', async () => {
    const { titleOf } = await start('syntax');
    expect(titleOf('consumption.property')).toBe('core:broken.title');
  });

  test('leaves a broken override out', async () => {
    const { service } = await start('override-removes-nothing');
    expect(service.problems()).toHaveLength(1);
    const { root } = JSON.parse(service.findScreen('consumption.index', admin)?.body ?? '');
    expect(root.children[0].columns.map(({ id }: { id: string }) => id)).toEqual(['city', 'name']);
  });

  test('closes a broken module to everybody, its calls included', async () => {
    const { service } = await start('role');
    const { routes, navigation } = JSON.parse(service.index(admin).body);
    expect(routes.map(({ name }: { name: string }) => name)).toEqual(['home', 'start']);
    expect(navigation).toEqual([]);
    for (const subject of [admin, holder('PL', 'portal_support'), { ...admin, roles: [] }]) {
      expect(service.findOperationRefusal('property.list', subject)).toBeDefined();
    }
  });

  test('is refused with all faults when a market is broken', async () => {
    await expect(start('time-zone')).rejects.toThrow(
      /Mend these files:\n {2}manifests\/markets\/pl\.json:10:15/,
    );
  });
});

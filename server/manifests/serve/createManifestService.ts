import { operations } from '../../../schemas/api/operations.ts';
import type { Country } from '../../../schemas/entities/market.ts';
import type { ManifestIndex } from '../../../schemas/manifest/compiled.ts';
import type { CompiledForm } from '../../../schemas/manifest/compiledForm.ts';
import type { FormFile } from '../../../schemas/manifest/form.ts';
import { checkSubmission } from '../../forms/checkSubmission.ts';
import { sayIn } from '../../forms/sayIn.ts';
import { createValidatorStore } from '../../forms/validators.ts';
import { type ManifestDirectories, readSources } from '../read/load.ts';
import { listPresets, refuseOperation } from '../session/access.ts';
import { listImportSources } from '../session/importSources.ts';
import type { ManifestSet } from '../session/manifestSet.ts';
import { listSearchPaths } from '../session/searched.ts';
import { layerSwitches, noSwitches, switchModules } from '../session/switchModules.ts';
import { openSourceFile } from './importSourceFiles.ts';
import { findLastGood, type LastGood, listChanged } from './lastGood.ts';
import { nameOf } from './readManifests.ts';
import { createManifestCache } from './serve.ts';
import type { ContentOrigins, ManifestService } from './service.ts';
import type { LoadState } from './status.ts';
import { watchDirectories } from './watch.ts';

interface Options extends ManifestDirectories {
  readonly signIn: ManifestIndex['signIn'];
  /** Whether pages show what only developers need. */
  readonly development?: boolean;
  /** Told of each state of the files, the first included. */
  readonly onLoad?: (state: LoadState) => void;
}

/**
 * Serves the manifests, and reads them again when a file changes. A broken file is reported by
 * `problems()` while its last good version serves; one that never was good is replaced by a page
 * that says so, or left out. Throws at the start when not even that can be served.
 */
export async function createManifestService({
  signIn,
  development = false,
  onLoad = () => undefined,
  ...directories
}: Options): Promise<ManifestService & { close(): void }> {
  const listeners = new Set<() => void>();
  let saved = await readSources(directories);
  let settled = await findLastGood(saved, new Map(), nameOf(directories));
  let switches = noSwitches;
  let served = layer();
  const validators = createValidatorStore();
  const makeCache = () =>
    createManifestCache(
      served.set,
      { signIn, problems: [...served.faults], ...(development && { development }) },
      validators.keep,
    );
  let cache = makeCache();
  let origins = listContentOrigins(settled.set);
  let isClosed = false;
  let isReading = false;
  let isStale = false;
  /** Whole directories could not be read the last time. */
  let isUnreadable = false;
  onLoad({ ...served, saved });

  /** The files with what support has switched laid over them. */
  function layer(): LastGood {
    const { set, faults } = layerSwitches(settled.set, switches);
    return { ...settled, set, faults: [...settled.faults, ...faults] };
  }

  function serveAnew(): void {
    served = layer();
    cache = makeCache();
    origins = listContentOrigins(served.set);
    onLoad({ ...served, saved });
    for (const listener of listeners) listener();
  }

  /** One reading at a time, and one more when files changed meanwhile. */
  async function reload(): Promise<void> {
    isStale = true;
    if (isReading) return;
    isReading = true;
    while (isStale && !isClosed) {
      isStale = false;
      await readAgain();
    }
    isReading = false;
  }

  async function readAgain(): Promise<void> {
    const next = await readAnew();
    if (isClosed || !next) return;
    settled = next;
    serveAnew();
  }

  /** Undefined when nothing has changed. */
  async function readAnew(): Promise<LastGood | undefined> {
    try {
      const read = await readSources(directories);
      const isSame = listChanged(read, saved).length === 0 && !isUnreadable;
      saved = read;
      isUnreadable = false;
      return isSame ? undefined : await findLastGood(read, settled.files, nameOf(directories));
    } catch (error) {
      isUnreadable = true;
      return { ...settled, faults: [(error as Error).message] };
    }
  }

  const stopWatching = watchDirectories(
    [directories.manifestsDirectory, directories.localesDirectory],
    () => void reload(),
  );
  const market = (country: Country) => served.set.markets[country].market;

  return {
    index: (subject, language) => cache.index(subject, language),
    findScreen: (id, subject) => cache.findScreen(id, subject),
    texts: (locale, version) => cache.texts(locale, version),
    words: (locale) => cache.words(locale),
    findOperationRefusal: (id, subject) =>
      refuseOperation(served.set.markets[subject.country], id, subject),
    findSubmissionFaults(id, subject, body, locale) {
      const forms = cache.findForms(id, subject);
      if (!forms) return [];
      if (forms.length === 0) return undefined;
      let words: ReturnType<typeof cache.words> | undefined;
      const say = sayIn(() => {
        words ??= cache.words(locale);
        return words;
      });
      // What any of the forms would have sent is fine; else the nearest one says what is wrong.
      return nearestForms(forms, body)
        .map((form) => checkSubmission(form, body, validators, say))
        .toSorted((one, other) => one.length - other.length)[0];
    },
    hasForm: (id, subject) => cache.findForms(id, subject)?.length !== 0,
    formDefaults: (country, form) =>
      readDefaults(served.set.markets[country].forms.get(form)?.form),
    findValidator: (name) => validators.findModule(name),
    licensingFeatures: (id) => served.set.licences.get(operations[id].module) ?? [],
    searchPaths: (subject) => listSearchPaths(served.set.markets[subject.country], subject),
    market,
    importSources: (country) =>
      listImportSources(served.set.importSources, served.exceptions, country),
    importSourceFile: (name) => openSourceFile(directories.manifestsDirectory, name),
    useSwitches(next) {
      if (isClosed || next.version <= switches.version) return;
      switches = next;
      serveAnew();
    },
    withSwitches: (country, own) => switchModules(settled.set.markets[country], own),
    presets: (subject) => listPresets(served.set.markets[subject.country], subject),
    marketManifests: (country) => served.set.markets[country],
    problems: () => served.faults,
    contentOrigins: () => origins,
    close() {
      isClosed = true;
      stopWatching();
      listeners.clear();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function readDefaults(form: FormFile | undefined): Readonly<Record<string, unknown>> {
  const fields = Object.entries(form?.fields ?? {});
  return Object.fromEntries(
    fields.flatMap(([name, field]) => (field.default === undefined ? [] : [[name, field.default]])),
  );
}

/** Those that send the very values of the body where they leave no choice, such as its kind; if none does, all. */
function nearestForms(forms: readonly CompiledForm[], body: unknown): readonly CompiledForm[] {
  const given = (body ?? {}) as Readonly<Record<string, unknown>>;
  const fitting = forms.filter(({ schema }) =>
    Object.entries(schema.properties ?? {}).every(
      ([name, { enum: values }]) => values?.length !== 1 || given[name] === values[0],
    ),
  );
  return fitting.length > 0 ? fitting : forms;
}

function listContentOrigins({ markets }: ManifestSet): ContentOrigins {
  const files = Object.values(markets).map(({ market }) => market);
  return {
    // {s} stands for one of several hosts of the same service.
    tiles: listOrigins(files.map(({ tiles }) => tiles?.url.replace('{s}', 'a'))),
    tagManagers: listOrigins(files.map(({ tagManager }) => tagManager?.url)),
  };
}

function listOrigins(urls: readonly (string | undefined)[]): string[] {
  const known = urls.filter((url) => url !== undefined);
  return [...new Set(known.map((url) => new URL(url).origin))];
}

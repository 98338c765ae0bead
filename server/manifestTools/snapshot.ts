import { type OperationId, operations } from '../../schemas/api/operations.ts';
import { type Locale, locales } from '../../schemas/entities/languages.ts';
import type { Country } from '../../schemas/entities/market.ts';
import type { LoadedFiles } from '../manifests/read/load.ts';
import { readTexts } from '../manifests/read/texts.ts';
import { canonical } from '../manifests/serve/serialise.ts';
import { listPresets, refuseOperation } from '../manifests/session/access.ts';
import { compileScreen } from '../manifests/session/compile.ts';
import { compileIndex } from '../manifests/session/compileIndex.ts';
import { sourcesOf } from '../manifests/session/importSources.ts';
import type { ManifestSet } from '../manifests/session/manifestSet.ts';
import { type Audience, listAudiences } from './audiences.ts';

/** What one audience gets in one language: the index, the calls it may make, and its screens. */
export interface View {
  readonly country: string;
  readonly role: string;
  readonly language: string;
  readonly parts: ReadonlyMap<string, unknown>;
}

type Texts = ReadonlyMap<string, string>;

interface Choice {
  readonly audiences?: readonly Audience[];
  readonly languages?: readonly Locale[];
  /** Parts say where they are written, so that a comparison sees which differences are one edit. */
  readonly places?: 'all';
}

/** Every audience in every language, with texts in words: equal manifests give equal views. */
export function* takeSnapshot(
  set: ManifestSet,
  loaded: LoadedFiles,
  { audiences = listAudiences(), languages = locales, ...options }: Choice = {},
): Generator<View> {
  const texts = new Map(languages.map((language) => [language, textsOf(loaded, language)]));
  for (const { country, role, subject } of audiences) {
    const manifests = set.markets[subject.country];
    const index = compileIndex(manifests, subject, {
      signIn: { authority: '', clientId: '', scope: '' },
      // A snapshot has no version of its own.
      texts: '',
      problems: [],
    });
    const ids = Object.keys(operations) as OperationId[];
    const calls = ids.filter((id) => refuseOperation(manifests, id, subject) === undefined);
    const parts: [string, unknown][] = [
      ['index', { ...index, signIn: undefined }],
      ['operations', calls.toSorted().map((id) => ({ id }))],
      ['presets', listPresets(manifests, subject).map(({ id, preset }) => ({ id, ...preset }))],
      ['importSources', calls.includes('import.file') ? listSources(set, subject.country) : []],
    ];
    for (const id of [...manifests.screens.keys()].toSorted()) {
      const screen = compileScreen(manifests, id, subject, options);
      if (screen) parts.push([`screens/${id}`, screen]);
    }
    const sorted = parts.map(([name, part]) => [name, canonical(part)] as const);
    for (const language of languages) {
      const words = texts.get(language) ?? new Map();
      yield {
        country,
        role,
        language,
        parts: new Map(sorted.map(([name, part]) => [name, inWords(part, words)])),
      };
    }
  }
}

/** How a market's files are read, as those hear of it who import them. */
function listSources({ importSources }: ManifestSet, country: Country): object[] {
  return sourcesOf(importSources, country).map(({ name, source }) => ({ id: name, ...source }));
}

/** A language's texts over the English ones, as a reader gets them; of several forms the usual one. */
function textsOf(loaded: LoadedFiles, language: Locale): Texts {
  const own = loaded.locales.get(language) ?? new Map();
  const english = readTexts(loaded, []);
  const all = [...english, ...readTexts({ ...loaded, locales: new Map([['en', own]]) }, [])];
  const usual = all.filter(([key]) => key.endsWith('_other'));
  return new Map([...usual.map(([key, text]) => [key.slice(0, -6), text] as const), ...all]);
}

function inWords(value: unknown, texts: Texts): unknown {
  if (typeof value === 'string') return texts.get(value) ?? value;
  if (Array.isArray(value)) return value.map((one) => inWords(one, texts));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([key, one]) => [key, inWords(one, texts)]);
  return Object.fromEntries(members);
}

import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { AccessSubject } from '../../schemas/accessRule.ts';
import type { OperationId } from '../../schemas/api/operations.ts';
import type { Locale } from '../../schemas/entities/languages.ts';
import type { CompiledNode } from '../../schemas/manifest/compiled.ts';
import type { CompiledForm } from '../../schemas/manifest/compiledForm.ts';
import type { KeepSchema } from '../forms/compileForm.ts';
import { compileScreen } from './compile.ts';
import { compileIndex, type Envelope } from './compileIndex.ts';
import type { ManifestSet } from './manifestSet.ts';
import type { CompiledManifest, CompiledTexts, ManifestService } from './service.ts';
import { layerTexts } from './texts.ts';

const pack = promisify(brotliCompress);

/** So many classes of sessions are kept; the one that was longest unused makes room. */
const maxClasses = 500;

interface AccessClass {
  /** The forms that this class of sessions can submit with an operation. */
  readonly forms: Map<OperationId, readonly CompiledForm[]>;
  readonly indexes: Map<Locale, CompiledManifest>;
  readonly screens: Map<string, CompiledManifest | undefined>;
}

/** Compiles once per market and access class, and keeps what it compiled. */
export function createManifestCache(
  set: ManifestSet,
  envelope: Omit<Envelope, 'texts'>,
  keepSchema: KeepSchema = () => undefined,
): Pick<ManifestService, 'index' | 'findScreen' | 'texts' | 'words' | 'textsVersion'> & {
  /** Undefined when no form of the subject's market submits with the operation. */
  findForms(operation: OperationId, subject: AccessSubject): readonly CompiledForm[] | undefined;
} {
  const classes = new Map<string, AccessClass>();
  const texts = new Map<Locale, CompiledTexts>();
  const textsVersion = hash(JSON.stringify(canonical(set.texts)));

  const words = (locale: Locale): Readonly<Record<string, object>> =>
    layerTexts(set.texts.en ?? {}, set.texts[locale] ?? {});

  function classOf(subject: AccessSubject): AccessClass {
    const key = nameClass(subject);
    const found = classes.get(key) ?? { indexes: new Map(), screens: new Map(), forms: new Map() };
    // A map keeps the order of insertion: the first is the one that was longest unused.
    classes.delete(key);
    classes.set(key, found);
    const [oldest] = classes.keys();
    if (classes.size > maxClasses && oldest !== undefined) classes.delete(oldest);
    return found;
  }

  return {
    textsVersion,
    texts(locale) {
      const known = texts.get(locale);
      if (known) return known;
      const { mails: _, ...shown } = words(locale);
      const made = serialise(shown);
      let packed: ReturnType<CompiledTexts['brotli']> | undefined;
      const brotli = () => {
        packed ??= pack(made.body);
        return packed;
      };
      const compiled = { ...made, brotli };
      texts.set(locale, compiled);
      return compiled;
    },
    words,
    index(subject, language = set.markets[subject.country].market.language) {
      const { indexes } = classOf(subject);
      const known = indexes.get(language);
      if (known) return known;
      const index = compileIndex(set.markets[subject.country], subject, {
        ...envelope,
        texts: textsVersion,
      });
      const made = serialise({ ...index, market: { ...index.market, language } });
      indexes.set(language, made);
      return made;
    },
    findScreen(id, subject) {
      const manifests = set.markets[subject.country];
      // Asked before the cache, so that made-up names don't fill it.
      if (!manifests.screens.has(id)) return undefined;
      const { screens } = classOf(subject);
      if (!screens.has(id)) {
        const screen = compileScreen(manifests, id, subject, keepSchema);
        screens.set(id, screen && serialise(screen));
      }
      return screens.get(id);
    },
    findForms(operation, subject) {
      const manifests = set.markets[subject.country];
      const showing = manifests.submitting.get(operation);
      if (!showing) return undefined;
      const { forms } = classOf(subject);
      const known = forms.get(operation);
      if (known) return known;
      const found = showing.flatMap((id) => {
        const screen = compileScreen(manifests, id, subject, keepSchema);
        return screen ? listForms(screen.root, operation) : [];
      });
      forms.set(operation, found);
      return found;
    },
  };
}

function listForms(node: CompiledNode, operation: OperationId): CompiledForm[] {
  if (node.type === 'form') {
    const { submit } = node;
    return submit.do === 'call' && submit.call === operation ? [node.form] : [];
  }
  return 'children' in node ? node.children.flatMap((one) => listForms(one, operation)) : [];
}

function nameClass({ country, signedIn, roles, features }: AccessSubject): string {
  return `${country}|${signedIn}|${nameList(roles)}|${nameList(features)}`;
}

function nameList(list: readonly string[]): string {
  return list.length === 0 ? '' : [...new Set(list)].toSorted().join(',');
}

function serialise(manifest: object): CompiledManifest {
  const body = JSON.stringify(canonical(manifest));
  return { body, etag: `"${hash(body)}"` };
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 27);
}

/** Keys in alphabetical order, so that equal manifests are equal to the byte. */
export function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(
    entries
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => [key, canonical(member)]),
  );
}

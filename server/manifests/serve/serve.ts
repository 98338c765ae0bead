import type { AccessSubject } from '../../../schemas/accessRule.ts';
import type { OperationId } from '../../../schemas/api/operations.ts';
import type { Locale } from '../../../schemas/entities/languages.ts';
import type { Country } from '../../../schemas/entities/market.ts';
import type { CompiledNode } from '../../../schemas/manifest/compiled.ts';
import type { CompiledForm } from '../../../schemas/manifest/compiledForm.ts';
import { sendsForm } from '../check/checkFormNode.ts';
import { compileScreen } from '../session/compile.ts';
import type { KeepSchema } from '../session/compileForm.ts';
import { compileIndex, type Envelope } from '../session/compileIndex.ts';
import type { ManifestSet } from '../session/manifestSet.ts';
import type { PublicManifests } from './publicTexts.ts';
import { serialise } from './serialise.ts';
import { createServedTexts } from './servedTexts.ts';
import type { CompiledManifest, ManifestService } from './service.ts';

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
): Pick<ManifestService, 'index' | 'findScreen' | 'texts' | 'words'> & {
  /** Undefined when no form of the subject's market submits with the operation. */
  findForms(operation: OperationId, subject: AccessSubject): readonly CompiledForm[] | undefined;
} {
  const classes = new Map<string, AccessClass>();
  const texts = createServedTexts(set.texts, () => listPublic(set, envelope));

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

  /** Who is told where in the files something stands. */
  const mends = ({ roles }: AccessSubject) =>
    envelope.development === true || roles.includes('portal_support');

  return {
    texts: texts.find,
    words: texts.words,
    index(subject, language = set.markets[subject.country].market.language) {
      const { indexes } = classOf(subject);
      const known = indexes.get(language);
      if (known) return known;
      const index = compileIndex(set.markets[subject.country], subject, {
        ...envelope,
        texts: texts.version(subject.signedIn),
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
        const screen = compileScreen(manifests, id, subject, {
          keepSchema,
          ...(mends(subject) && { places: 'nodes' }),
        });
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
        const screen = compileScreen(manifests, id, subject, { keepSchema });
        return screen ? listForms(screen.root, operation) : [];
      });
      forms.set(operation, found);
      return found;
    },
  };
}

/** What everybody gets of each market who isn't signed in. */
function listPublic(
  { markets }: ManifestSet,
  envelope: Omit<Envelope, 'texts'>,
): PublicManifests[] {
  return Object.entries(markets).map(([country, manifests]) => {
    const stranger = { country: country as Country, signedIn: false, roles: [], features: [] };
    const index = compileIndex(manifests, stranger, { ...envelope, texts: '' });
    const shown = new Set(index.routes.flatMap(({ screen }) => screen ?? []));
    const screens = [...shown].flatMap((id) => compileScreen(manifests, id, stranger) ?? []);
    return { index, screens };
  });
}

function listForms(node: CompiledNode, operation: OperationId): CompiledForm[] {
  if (node.type === 'form') {
    const { submit } = node;
    return sendsForm(submit) && submit.call === operation ? [node.form] : [];
  }
  return 'children' in node ? node.children.flatMap((one) => listForms(one, operation)) : [];
}

function nameClass({ country, signedIn, roles, features }: AccessSubject): string {
  return `${country}|${signedIn}|${nameList(roles)}|${nameList(features)}`;
}

function nameList(list: readonly string[]): string {
  return list.length === 0 ? '' : [...new Set(list)].toSorted().join(',');
}

import type { AccessRefusal, AccessSubject } from '../../../schemas/accessRule.ts';
import type { OperationId } from '../../../schemas/api/operations.ts';
import type { Feature } from '../../../schemas/entities/access.ts';
import type { Locale } from '../../../schemas/entities/languages.ts';
import type { Country } from '../../../schemas/entities/market.ts';
import type { SearchKind } from '../../../schemas/entities/search.ts';
import type { FieldError } from '../../../schemas/errors.ts';
import type { MarketFile } from '../../../schemas/manifest/files.ts';
import type { PresetFile } from '../../../schemas/manifest/preset.ts';
import type { ImportSources } from '../session/importSources.ts';
import type { MarketManifests } from '../session/manifestSet.ts';
import type { MarketSwitches, SwitchedMarket, Switches } from '../session/switchModules.ts';

/** A compiled manifest, ready to be sent: serialised once per access class. */
export interface CompiledManifest {
  readonly body: string;
  /** Strong, quoted. */
  readonly etag: string;
}

export interface CompiledTexts extends CompiledManifest {
  /** Changes with any of these texts in any language. */
  readonly version: string;
  /** The body in brotli, at its best: it is made once and sent to everybody. */
  brotli(): Promise<Uint8Array<ArrayBuffer>>;
}

/** Other origins that the markets' files name, for the content security policy. */
export interface ContentOrigins {
  readonly tiles: readonly string[];
  readonly tagManagers: readonly string[];
}

/** The file of a source, which a server may write. */
export interface ImportSourceFile {
  /** As people find it. */
  readonly place: string;
  isThere(): Promise<boolean>;
  canBeWritten(): Promise<boolean>;
  /** In place of what is there; it is in effect a moment later. Throws as the file system does. */
  write(text: string): Promise<void>;
}

/** What the rest of the server knows of manifests. */
export interface ManifestService {
  /** `language` is the address's own; the market's when left out. */
  index(subject: AccessSubject, language?: Locale): CompiledManifest;
  /** Undefined when there is no such screen, or not for this subject. */
  findScreen(id: string, subject: AccessSubject): CompiledManifest | undefined;
  /**
   * A language's texts for pages, those it lacks in English: all, or by the version that a stranger's
   * index names those that can be shown before anybody is signed in.
   */
  texts(locale: Locale, version?: string): CompiledTexts;
  /** The same by namespace for the server's own use, mails included. */
  words(locale: Locale): Readonly<Record<string, object>>;
  /** Why this subject may not call the operation: its own rule, its module's, or the market's. */
  findOperationRefusal(
    operation: OperationId,
    subject: AccessSubject,
  ): AccessRefusal | 'module' | undefined;
  /**
   * What the forms that submit with the operation forbid in a body. Undefined when there are such
   * forms, but none that this subject sees; empty when there are none, or one accepts it. Said in
   * the words of `locale`.
   */
  findSubmissionFaults(
    operation: OperationId,
    subject: AccessSubject,
    body: unknown,
    locale: Locale,
  ): readonly FieldError[] | undefined;
  /** Whether this subject sees a form that submits with the operation; true where there are none at all. */
  hasForm(operation: OperationId, subject: AccessSubject): boolean;
  /** What a market's form begins with, by field; empty when there is no such form. */
  formDefaults(country: Country, form: string): Readonly<Record<string, unknown>>;
  /** The module of a compiled form's validators; undefined when the name isn't known. */
  findValidator(name: string): string | undefined;
  /** The features that license the operation's module; a property counts when it has one. */
  licensingFeatures(operation: OperationId): readonly Feature[];
  /** Of each kind of things that this subject finds by the portal's search, the address of its page. */
  searchPaths(subject: AccessSubject): Readonly<Partial<Record<SearchKind, string>>>;
  market(country: Country): MarketFile;
  /** How files of each origin are read that are imported for the market. */
  importSources(country: Country): ImportSources;
  /** Where a source of this name is kept, what is there, and how to write it. */
  importSourceFile(name: string): ImportSourceFile;
  /** From now on these count over what the markets' files say, unless later ones are known already. */
  useSwitches(switches: Switches): void;
  /** What a market of the files would be with these; nothing is served by it. */
  withSwitches(country: Country, switches: MarketSwitches): SwitchedMarket;
  /** The presets of reports that this subject may start, by <module>.<name>, as their files say it. */
  presets(subject: AccessSubject): readonly { readonly id: string; readonly preset: PresetFile }[];
  /** The market as it is served, with what support has switched: for what explains it. */
  marketManifests(country: Country): MarketManifests;
  /** As the files have them now. */
  contentOrigins(): ContentOrigins;
  /** Calls back after each change of the files, good or bad. Returns how to unsubscribe. */
  subscribe(listener: () => void): () => void;
  /** Faults of the files as they are now, each `file:line:column: …`; empty when all is well. */
  problems(): readonly string[];
}

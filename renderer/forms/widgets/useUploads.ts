import { useEffect, useRef, useState } from 'react';
import { type FileKind, fileKinds } from '../../../schemas/entities/fileKinds.ts';
import type { UploadLimits } from '../../../schemas/entities/upload.ts';
import { useCallOperation } from '../../core/api.ts';
import { ApiError } from '../../core/callError.ts';
import { useErrorText } from '../../core/errorText.ts';
import { useTranslation } from '../../core/translation.ts';

/** A file that isn't there yet, or never will be. */
export interface SentFile {
  readonly key: number;
  readonly name: string;
  /** From 0 to 1. */
  readonly share: number;
  readonly error?: string;
  readonly stop: () => void;
}

export interface KnownFile {
  readonly name: string;
  readonly size: number;
}

/** What is behind the ids that forms hold: a step of a form may be left and come back. */
const known = new Map<string, KnownFile>();
export const describeUpload = (upload: string): KnownFile =>
  known.get(upload) ?? { name: upload, size: 0 };

let lastKey = 0;

interface Filling {
  readonly limits: UploadLimits;
  /** How many more there may be. */
  readonly room: () => number;
  readonly onSent: (upload: string) => void;
  /** Told 1 when something begins that a submit has to wait for, and -1 at its end. */
  readonly onBusy: ((by: 1 | -1) => void) | undefined;
}

/** Sends files one after the other; those that fail stay listed until they are removed. */
export function useUploads({ limits, room, onSent, onBusy }: Filling) {
  const call = useCallOperation();
  const errorText = useErrorText();
  const { t } = useTranslation();
  const [files, setFiles] = useState<readonly SentFile[]>([]);
  const isGone = useRef(new AbortController());
  const latest = useRef({ room, onSent });
  latest.current = { room, onSent };

  useEffect(() => {
    const gone = new AbortController();
    isGone.current = gone;
    return () => gone.abort();
  }, []);

  const change = (key: number, changed: Partial<SentFile>) =>
    setFiles((now) => now.map((file) => (file.key === key ? { ...file, ...changed } : file)));
  const forget = (key: number) => setFiles((now) => now.filter((file) => file.key !== key));

  /** What is wrong with a file before any of it is sent. */
  function findFault(file: File): string | undefined {
    if (file.size === 0) return t('forms:file.empty');
    if (file.size > limits.mostBytes) return tooLarge();
    return isAccepted(file, limits.accept) ? undefined : wrongKind();
  }
  const tooLarge = () => t('forms:file.tooLarge', { size: limits.mostBytes / 1e6 });
  const wrongKind = () => t('forms:file.kind', { list: listExtensions(limits.accept) });

  function wordsOf(error: unknown): string {
    const code = error instanceof ApiError ? error.textKey : undefined;
    if (code === 'TOO_LARGE') return tooLarge();
    if (code === 'UNSUPPORTED_FORMAT') return wrongKind();
    if (code === 'TOO_MANY_REQUESTS') return t('forms:file.waiting');
    return errorText(error);
  }

  async function send(file: File, key: number, signal: AbortSignal): Promise<void> {
    try {
      const { upload, fileName, size } = await call(
        'upload.create',
        { query: { fileName: file.name } },
        { signal, sending: { file, onProgress: (share) => change(key, { share }) } },
      );
      known.set(upload, { name: fileName, size });
      forget(key);
      latest.current.onSent(upload);
    } catch (error) {
      if (signal.aborted) forget(key);
      else change(key, { error: wordsOf(error) });
    }
  }

  async function add(given: readonly File[]): Promise<void> {
    // What failed before was read by now.
    setFiles((now) => now.filter(({ error }) => error === undefined));
    const started = given.map((file, at) => {
      const stopping = new AbortController();
      const fault = at < latest.current.room() ? findFault(file) : t('forms:file.tooMany');
      lastKey += 1;
      const entry: SentFile = {
        key: lastKey,
        name: file.name,
        share: 0,
        stop: () => stopping.abort(),
        ...(fault !== undefined && { error: fault }),
      };
      return { file, entry, stopping };
    });
    setFiles((now) => [...now, ...started.map(({ entry }) => entry)]);
    const good = started.filter(({ entry }) => entry.error === undefined);
    if (good.length === 0) return;
    onBusy?.(1);
    try {
      for (const { file, entry, stopping } of good) {
        await send(file, entry.key, AbortSignal.any([stopping.signal, isGone.current.signal]));
      }
    } finally {
      onBusy?.(-1);
    }
  }

  /** Gives the portal its room back; should that fail, the file goes after a day. */
  const giveUp = (upload: string) => {
    known.delete(upload);
    void call('upload.remove', { params: { upload } }).catch(() => undefined);
  };

  return { files, add, forget, giveUp };
}

export function listExtensions(accept: readonly FileKind[]): string {
  return accept.map((kind) => fileKinds[kind][0].toUpperCase()).join(', ');
}

/** By its name or what the browser takes it for; what it is, the portal looks at. */
function isAccepted({ name, type }: File, accept: readonly FileKind[]): boolean {
  const lower = name.toLowerCase();
  return accept.some(
    (kind) => kind === type || fileKinds[kind].some((extension) => lower.endsWith(`.${extension}`)),
  );
}

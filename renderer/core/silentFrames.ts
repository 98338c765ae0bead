import { ErrorTimeout } from 'oidc-client-ts';
import { dayMs } from '../../schemas/time.ts';

/** A provider may change its mind. */
const rememberedMilliseconds = 7 * dayMs;
const keyPrefix = 'meterhouse.noFrames.';

interface FrameParts {
  readonly authority: string;
  readonly storage: {
    readonly read: (key: string) => string | undefined;
    readonly write: (key: string, value: string | undefined) => void;
  };
  readonly isProviderUp: () => Promise<boolean>;
}

/**
 * Which providers answer in a frame. One that forbids it shows the browser's own page there, of which
 * nothing is heard: waiting for that takes ten seconds, so it is remembered.
 */
export function createFrameMemory({ authority, storage, isProviderUp }: FrameParts) {
  const key = keyPrefix + authority;
  const areForbidden = () => Number(storage.read(key) ?? 0) > Date.now();

  /** Whether a frame has failed because it was one; that is remembered. */
  async function learnFrom(error: unknown): Promise<boolean> {
    const isForbidden = error instanceof ErrorTimeout && (await isProviderUp());
    if (isForbidden) storage.write(key, String(Date.now() + rememberedMilliseconds));
    return isForbidden;
  }

  return {
    areForbidden,
    learnFrom,
    /** Asks what is asked in a frame; null where frames are forbidden. */
    async ask<T>(question: () => Promise<T>): Promise<T | null> {
      if (areForbidden()) return null;
      try {
        return await question();
      } catch (error) {
        if (await learnFrom(error)) return null;
        throw error;
      }
    },
  };
}

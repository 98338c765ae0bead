import { createHash } from 'node:crypto';
import type { CompiledManifest } from './service.ts';

/** A manifest as it is sent, equal to the byte for equal content. */
export function serialise(manifest: object): CompiledManifest {
  const body = JSON.stringify(canonical(manifest));
  return { body, etag: `"${hash(body)}"` };
}

export function hash(text: string): string {
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

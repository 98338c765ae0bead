import type { z } from 'zod';

type Registry<Fact extends object> = z.core.$ZodRegistry<Fact>;
type Known<Fact extends object> = WeakMap<z.ZodType, { readonly fact: Fact | undefined }>;

const known = new WeakMap<Registry<never>, Known<never>>();

/**
 * What a registry has of a schema, and of what it was made from. Kept, because the registry puts it
 * together anew each time it is asked, and the compiler asks of every value.
 */
export function factOf<Fact extends object>(
  registry: Registry<Fact>,
  schema: z.ZodType,
): Fact | undefined {
  let facts = known.get(registry as Registry<never>) as Known<Fact> | undefined;
  if (!facts) {
    facts = new WeakMap();
    known.set(registry as Registry<never>, facts as unknown as Known<never>);
  }
  const kept = facts.get(schema);
  if (kept) return kept.fact;
  const fact = registry.get(schema) as Fact | undefined;
  facts.set(schema, { fact });
  return fact;
}

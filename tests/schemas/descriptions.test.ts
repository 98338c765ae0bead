import { expect, it } from 'vitest';
import type { z } from 'zod';
import { innerOf, listCalledObjects, listExportedObjects } from '../support/schemas.ts';

/** What is said of a value, be it on the outside or within what makes it optional. */
function describe(schema: z.ZodType): string {
  const inner = innerOf(schema);
  return schema.description ?? (inner ? describe(inner) : '');
}

/** A single word, as YYYY-MM-DD, says how something is written and not what it is. */
const saysEnough = (description: string) => /\S\s+\S/.test(description);

it('every property of every schema says what it is', async () => {
  const found = [...listCalledObjects(), ...(await listExportedObjects())];
  const properties = found.flatMap(({ place, schema }) =>
    Object.entries(schema.shape).map(([name, property]) => ({
      place: `${place}.${name}`,
      description: describe(property as z.ZodType),
    })),
  );
  expect(properties.length).toBeGreaterThan(900);
  const silent = properties.filter(({ description }) => !saysEnough(description));
  expect([...new Set(silent.map(({ place }) => place))]).toEqual([]);
});

it('no description names its property once more', async () => {
  const restated = (await listExportedObjects()).flatMap(({ place, schema }) =>
    Object.entries(schema.shape).flatMap(([name, property]) => {
      const words = describe(property as z.ZodType)
        .toLowerCase()
        .replace(/^(the|a|an) /, '')
        .replace(/[^a-z]/g, '');
      return words === name.toLowerCase() ? `${place}.${name}` : [];
    }),
  );
  expect(restated).toEqual([]);
});

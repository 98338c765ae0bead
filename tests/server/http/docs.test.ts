import { expect, it } from 'vitest';
import type { Operation } from '../../../schemas/api/operation.ts';
import { operations } from '../../../schemas/api/operations.ts';
import { renderDocs } from '../../../server/http/docs.ts';

const page = String(await renderDocs());
const section = (id: string) =>
  new RegExp(`<section id="${id.replace('.', '\\.')}">.*?</section>`, 's').exec(page)?.[0] ?? '';
const all = Object.entries(operations) as [string, Operation][];

it.each(all)('%s is told with its address and all its parameters', (id, operation) => {
  const text = section(id);
  expect(text).toContain(`<h2><code>${operation.method} ${operation.path}</code></h2>`);
  expect(text).toContain(`<small>${id}</small>`);
  for (const [title, schema] of [
    ['Path', operation.params],
    ['Query', operation.query],
  ] as const) {
    const names = Object.keys(schema?.shape ?? {}).map((name) => `<code>${name}</code> `);
    const told = `<p>${title}: ${names.join('')}</p>`;
    expect([title, text.includes(names.length > 0 ? told : `${title}:`)]).toEqual([
      title,
      names.length > 0,
    ]);
  }
});

import { html } from 'hono/html';
import type { Operation } from '../../schemas/api/operation.ts';
import { operations } from '../../schemas/api/operations.ts';

/** A page of all operations for people; programs read /api/openapi.json. */
export function renderDocs() {
  const entries = Object.entries(operations) as [string, Operation][];
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Meterhouse API</title>
        <link rel="stylesheet" href="/api/docs.css" />
      </head>
      <body>
        <main>
          <h1>Meterhouse API</h1>
          <p>
            Send a bearer token (<code>npm run portal -- token USER</code>). The whole description is
            <a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1).
          </p>
          ${entries.map(([id, operation]) => renderOperation(id, operation))}
        </main>
      </body>
    </html>`;
}

function renderOperation(id: string, operation: Operation) {
  return html`<section id="${id}">
    <h2><code>${operation.method} ${operation.path}</code></h2>
    <p>${operation.summary} <small>${id}</small></p>
    ${renderParameters('Path', operation.params)} ${renderParameters('Query', operation.query)}
  </section>`;
}

function renderParameters(title: string, schema: Operation['query']) {
  const names = Object.keys(schema?.shape ?? {});
  return names.length === 0
    ? ''
    : html`<p>${title}: ${names.map((name) => html`<code>${name}</code> `)}</p>`;
}

export const docsStyle = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 50rem; margin: 2rem auto; padding: 0 1rem; }
section { border-top: 1px solid color-mix(in srgb, currentColor 20%, transparent); }
h2 { font-size: 1rem; }
small { opacity: 0.75; }
`;

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { loadFiles } from '../../server/manifests/read/load.ts';
import { createEditorSchemas } from '../../server/manifestTools/editorSchemas.ts';
import { realDirectories } from '../server/manifests/directories.ts';

test('editors are told what stands in manifests/schema: run "npm run portal -- manifest schema"', async () => {
  const schemas = createEditorSchemas(await loadFiles(realDirectories));
  const written = path.join(realDirectories.manifestsDirectory, 'schema');
  const stale = [...schemas].filter(
    ([name, text]) => readFileSync(path.join(written, name), 'utf8') !== text,
  );
  expect(stale.map(([name]) => name)).toEqual([]);
  expect(schemas.size).toBeGreaterThan(5);
});

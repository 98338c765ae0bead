import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { CompiledNode } from '../../../schemas/manifest/compiled.ts';
import { renderNode } from '../../renderer/support/renderNode.tsx';

/** Copied beside the tests of node types, where it is one. */
test('a note is drawn', async () => {
  const note = { type: 'note', id: 'note', text: 'ui:retry', intent: 'warning' };
  await renderNode(note as unknown as CompiledNode);
  expect((await screen.findByRole('complementary')).className).toContain('note-warning');
});

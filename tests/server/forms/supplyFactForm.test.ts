import { expect, test } from 'vitest';
import type { CompiledForm } from '../../../schemas/manifest/compiledForm.ts';
import { checkSubmission } from '../../../server/forms/checkSubmission.ts';
import { sayIn } from '../../../server/forms/sayIn.ts';
import { createValidatorStore } from '../../../server/forms/validators.ts';
import { readManifests } from '../../../server/manifests/serve/readManifests.ts';
import { compileScreen } from '../../../server/manifests/session/compile.ts';
import { realDirectories } from '../manifests/directories.ts';
import { holder } from '../manifests/subjects.ts';

const { set } = await readManifests(realDirectories);
const store = createValidatorStore();

function findForm(): CompiledForm {
  const manifests = set?.markets.PL;
  if (!manifests) throw new Error('The manifests have faults.');
  const support = holder('PL', 'portal_support');
  const screen = compileScreen(manifests, 'readings.supply-fact', support, {
    keepSchema: store.keep,
  });
  const nodes = screen && 'children' in screen.root ? screen.root.children : [];
  for (const node of nodes) if (node.type === 'form') return node.form;
  throw new Error('The screen has no form.');
}

// The server knows these rules by itself: a form that lacks them only says so after the sending.
test.each([
  ['EMISSIONS', ['source', 'unit', 'value']],
  ['PRICE', ['category', 'source', 'unit', 'value']],
  ['TAX', ['name', 'source', 'unit', 'value']],
  ['ENERGY_MIX', ['source']],
])('%s needs %j, and no fact needs them to be taken away', (fact, needed) => {
  const form = findForm();
  const faults = (over: object) =>
    checkSubmission(
      form,
      { worksNo: '1', year: 2026, fact, isRemoved: false, ...over },
      store,
      sayIn(() => ({})),
    )
      .map(({ field, rule }) => `${field} ${rule}`)
      .toSorted();
  expect(faults({})).toEqual(needed.map((field) => `body.${field} required`));
  const subject = needed.filter((field) => field === 'category' || field === 'name');
  expect(faults({ isRemoved: true })).toEqual(subject.map((field) => `body.${field} required`));
});

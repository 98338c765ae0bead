import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { Role } from '../../../schemas/entities/access.ts';
import type { CompiledNode } from '../../../schemas/manifest/compiled.ts';
import { readManifests } from '../../../server/manifests/serve/readManifests.ts';
import { createManifestCache } from '../../../server/manifests/serve/serve.ts';
import { realDirectories } from '../../server/manifests/directories.ts';
import { holder } from '../../server/manifests/subjects.ts';
import { renderNode } from '../support/renderNode.tsx';
import { validatorOf } from '../support/validatorOf.ts';

const signIn = { authority: 'https://sign-in.example', clientId: 'portal', scope: 'openid' };
const { set, faults } = await readManifests(realDirectories);
if (!set) throw new Error(faults.join('\n'));
const manifests = createManifestCache(set, { signIn, problems: [] });

afterEach(cleanup);

it.each([
  ['sub-admin.share-all', 'portal_admin', 'subAdministrator.share'],
  ['user-management.share-all', 'portal_support', 'subAdministrator.shareOf'],
  ['user-management.assign-all', 'portal_support', 'administrator.assign'],
] as [string, Role, string][])(
  '%s asks before it overwrites, and says how many properties',
  async (id, role, submitting) => {
    const manifest = manifests.findScreen(id, holder('PL', role));
    const { root, query } = JSON.parse(manifest?.body ?? '{}');
    const [{ form }] = root.children;
    form.validator = validatorOf(form.schema);
    const { call, actions } = await renderNode(root as CompiledNode, {
      ...{ query, features: ['CONSUMPTION_BASIC'], path: '/7/9', route: '/:adminId/:identifier' },
      answers: {
        'subAdministrator.properties': () => ({ content: [], page: 0, size: 1, total: 86 }),
        'subAdministrator.propertiesOf': () => ({ content: [], page: 0, size: 1, total: 86 }),
        'administrator.get': () => ({ properties: 86 }),
        'administrator.assignmentForecast': () => ({}),
        'permissionPackage.list': () => ({ content: [{ id: 1, name: 'Whole' }], total: 1 }),
        [submitting]: () => ({ properties: 86 }),
      },
    });
    actions.confirm.mockResolvedValueOnce(false);
    if (id.includes('share')) {
      fireEvent.click((await screen.findAllByRole('checkbox'))[0] as HTMLElement);
    } else {
      const { value } = await screen.findByRole<HTMLOptionElement>('option', { name: 'Whole' });
      fireEvent.change(screen.getByRole('combobox'), { target: { value } });
    }
    const buttons = screen.getAllByRole('button');
    const submit = buttons.find((one) => one.getAttribute('type') === 'submit') as HTMLElement;
    fireEvent.click(submit);
    await waitFor(() => expect(actions.confirm).toHaveBeenCalledOnce());
    expect(actions.confirm).toHaveBeenCalledWith(
      expect.objectContaining({ text: expect.stringContaining('86') }),
    );
    const asked = () => call.mock.calls.filter(([operation]) => operation === submitting);
    expect(asked()).toEqual([]);
    fireEvent.click(submit);
    await waitFor(() => expect(asked()).toHaveLength(1));
  },
);

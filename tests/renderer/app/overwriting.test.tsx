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
  ['sub-admin.share', 'portal_admin', 'subAdministrator.share'],
  ['user-management.share', 'portal_support', 'subAdministrator.shareOf'],
  ['user-management.assign', 'portal_support', 'administrator.assign'],
  ['sub-admin.share-all', 'portal_admin', 'subAdministrator.share'],
  ['user-management.share-all', 'portal_support', 'subAdministrator.shareOf'],
  ['user-management.assign-all', 'portal_support', 'administrator.assign'],
] as [string, Role, string][])(
  '%s asks before it overwrites, and says how many properties',
  async (id, role, submitting) => {
    let overwritten = 86;
    const forecast = () => ({ added: 3, overwritten, unchanged: 0, names: '' });
    const undone = () => ({ restored: 84, kept: 2 });
    const manifest = manifests.findScreen(id, holder('PL', role));
    const { root, query } = JSON.parse(manifest?.body ?? '{}');
    const [{ form }] = root.children;
    form.validator = validatorOf(form.schema);
    const { call, actions } = await renderNode(root as CompiledNode, {
      query,
      features: ['CONSUMPTION_BASIC'],
      path: '/7/9',
      route: '/:adminId/:identifier',
      answers: {
        'subAdministrator.sharingForecast': forecast,
        'subAdministrator.sharingForecastOf': forecast,
        'administrator.assignmentForecast': forecast,
        'subAdministrator.undoAccess': undone,
        'subAdministrator.undoAccessOf': undone,
        'administrator.undoAccess': undone,
        'permissionPackage.list': () => ({ content: [{ id: 1, name: 'Whole' }], total: 1 }),
        [submitting]: () => ({ properties: 86, changeId: overwritten > 0 ? 5 : null }),
      },
    });
    actions.confirm.mockResolvedValueOnce(false);
    if (id.includes('share')) {
      // The least is ticked already.
      await screen.findAllByRole('checkbox', { checked: true });
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
    const toasts = () => actions.toast.mock.calls.map(([toast]) => toast);
    await waitFor(() => expect(toasts()).toHaveLength(1));
    toasts()[0]?.action?.onClick();
    await waitFor(() => expect(toasts()[1]?.text).toMatch(/84.*2/));
    const undo = call.mock.calls.find(([operation]) => operation.includes('.undoAccess'));
    expect(undo?.[1]).toMatchObject({ params: { changeId: 5 } });
    // Where nothing is overwritten nobody is asked, and where nothing was changed there is no Undo.
    overwritten = 0;
    fireEvent.click(submit);
    await waitFor(() => expect(asked()).toHaveLength(2));
    expect(actions.confirm).toHaveBeenCalledTimes(2);
    await waitFor(() => expect(toasts()).toHaveLength(3));
    expect(toasts()[2]?.action).toBeUndefined();
  },
);

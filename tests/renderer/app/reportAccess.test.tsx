import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { Feature, Role } from '../../../schemas/entities/access.ts';
import type { CompiledNode, ScreenManifest } from '../../../schemas/manifest/compiled.ts';
import { readManifests } from '../../../server/manifests/serve/readManifests.ts';
import { createManifestCache } from '../../../server/manifests/serve/serve.ts';
import { realDirectories } from '../../server/manifests/directories.ts';
import { renderNode } from '../support/renderNode.tsx';

/** What the reports' own screens say to a sub-administrator whose packages lack something (§8). */

const signIn = { authority: 'https://sign-in.example', clientId: 'portal', scope: 'openid' };
const { set, faults } = await readManifests(realDirectories);
if (!set) throw new Error(faults.join('\n'));
const manifests = createManifestCache(set, { signIn, problems: [] });

const noReport = 'You have no access to create a report';
const noJob = 'You have no access to create or edit a recurring job';
const noPreview = 'You have no access to the live preview';
const noAccess = 'You have no access to this page';
const upgrade = 'Not part of your plan';

afterEach(cleanup);

/** The page as it is drawn with these features; calls that they don't allow are refused. */
async function open(id: string, features: Feature[], role: Role = 'portal_user') {
  const subject = { signedIn: true, country: 'PL', roles: [role], features } as const;
  const manifest = manifests.findScreen(id, subject);
  if (!manifest) throw new Error(`There is no screen ${id}.`);
  const { root, query }: ScreenManifest = JSON.parse(manifest.body);
  const types = ['DEVICE_READING', 'REVERSE_FLOW'] as const;
  const allowed = types.filter((type) => features.includes(`REPORT_${type}`));
  const page = (content: object[]) => ({ content, page: 0, size: 25, total: content.length });
  const ofJobs = (answer: () => unknown) => () => {
    if (!features.includes('REPORT_JOB')) throw new Error('refused');
    return answer();
  };
  const pageOfTypes = (suffix: string) => () =>
    page(allowed.map((type) => ({ reportType: `${type}${suffix}` })));
  return renderNode(root as CompiledNode, {
    query,
    features,
    answers: {
      'report.list': () => page([]),
      'reportPreset.list': () => page([]),
      'reportDefinition.list': pageOfTypes(''),
      'reportDefinition.jobs': ofJobs(pageOfTypes('_JOB')),
      'reportDefinition.columns': () => page([]),
      'report.latest': () => ({}),
      'property.list': () => page([]),
      'reportJob.list': ofJobs(() => page([])),
      'reportJob.definition': ofJobs(() => ({ reportType: `${allowed[0]}_JOB`, reportName: 'A' })),
    },
  });
}

const mayBeAsked: Readonly<Record<string, string[]>> = {
  'reports.create': ['reportDefinition.list'],
  'reports.edit-job': ['reportJob.definition'],
  'reports.jobs': ['reportJob.list'],
};

const pages = ['index', 'list', 'jobs', 'create', 'create-job', 'edit-job', 'live-preview'];

describe.each(pages)('reports.%s', (page) => {
  it('sends who has no right to reports to the main user', async () => {
    await open(`reports.${page}`, ['CONSUMPTION_BASIC']);
    await screen.findByText(noAccess);
    expect(document.body.textContent).not.toMatch(/plan/i);
  });

  it('tells the main user of a larger plan', async () => {
    await open(`reports.${page}`, ['CONSUMPTION_BASIC'], 'portal_admin');
    await screen.findByText(upgrade);
    expect(document.body.textContent).not.toMatch(/access/i);
  });

  // Rights to go on with what there are no rights to make.
  it('is never blank with rights to jobs and previews alone', async () => {
    await open(`reports.${page}`, ['REPORT_JOB', 'REPORT_LIVE_PREVIEW']);
    await screen.findByText(/^You have no access to create/);
    expect(screen.queryByRole('combobox')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Create report' })).toBeNull();
    cleanup();
    await open(`reports.${page}`, ['REPORT_JOB', 'REPORT_LIVE_PREVIEW'], 'portal_admin');
    await screen.findByText(upgrade);
  });
});

describe('without the permission', () => {
  it.each([
    ['reports.create', noReport, ['REPORT_JOB']],
    ['reports.create-job', noJob, ['REPORT_JOB']],
    ['reports.edit-job', noJob, ['REPORT_JOB']],
    ['reports.live-preview', noReport, ['REPORT_LIVE_PREVIEW']],
    ['reports.create-job', noJob, ['REPORT_DEVICE_READING']],
    ['reports.edit-job', noJob, ['REPORT_DEVICE_READING']],
    ['reports.jobs', noJob, ['REPORT_DEVICE_READING']],
    ['reports.live-preview', noPreview, ['REPORT_DEVICE_READING']],
  ] as [string, string, Feature[]][])(
    '%s says «%s», and nothing else',
    async (id, text, features) => {
      const { container, call } = await open(id, features);
      await screen.findByText(text);
      // Nothing is asked that would be refused, and so nothing else comes.
      const asked = new Set(call.mock.calls.map(([operation]) => operation));
      const may: readonly string[] = mayBeAsked[id] ?? [];
      expect([...asked].filter((one) => !may.includes(one))).toEqual([]);
      expect(
        container.querySelectorAll('form, table, select, button, a, [role=alert]'),
      ).toHaveLength(0);
    },
  );
});

describe('with a part of the permissions', () => {
  it.each([
    ['reports.create', noReport, ['REPORT_REVERSE_FLOW']],
    ['reports.create-job', noJob, ['REPORT_REVERSE_FLOW', 'REPORT_JOB']],
    ['reports.live-preview', noPreview, ['REPORT_REVERSE_FLOW', 'REPORT_LIVE_PREVIEW']],
  ] as [string, string, Feature[]][])(
    '%s begins with a type that may be made',
    async (id, text, features) => {
      const { place } = await open(id, features);
      const [type] = await screen.findAllByRole('combobox');
      expect(type).toHaveProperty('value', expect.stringMatching(/^REVERSE_FLOW/));
      // What the page shows is the address's, not what the list says by itself.
      await waitFor(() => expect(place.search).toMatch(/^\?type=REVERSE_FLOW/));
      expect(screen.queryByText(text)).toBeNull();
    },
  );
});

import '@blueprintjs/core/lib/css/blueprint.css';
import '../../renderer/app/styles/base.css';
import '../../renderer/app/styles/nodes.css';
import '../../renderer/app/styles/table.css';
import { keepPreviousData, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { Route, Routes } from 'react-router-dom';
import { GuardedRouter } from '../../renderer/app/GuardedRouter.tsx';
import { createLanguages } from '../../renderer/app/language.ts';
import { ScreenPage } from '../../renderer/app/ScreenPage.tsx';
import { type Actions, ActionsProvider } from '../../renderer/core/actions.ts';
import { type Api, ApiProvider } from '../../renderer/core/api.ts';
import { ManifestIndexProvider } from '../../renderer/core/manifest.ts';
import {
  createNavigationGuard,
  NavigationGuardProvider,
} from '../../renderer/core/navigationGuard.ts';
import { type NodeRegistry, NodeRegistryProvider } from '../../renderer/core/node.ts';
import { SessionProvider } from '../../renderer/core/session.ts';
import { ButtonNode } from '../../renderer/nodes/button/ButtonNode.tsx';
import ControlsNode from '../../renderer/nodes/controls/ControlsNode.tsx';
import { PageNode } from '../../renderer/nodes/page/PageNode.tsx';
import { SectionNode } from '../../renderer/nodes/section/SectionNode.tsx';
import { StatsNode } from '../../renderer/nodes/stats/StatsNode.tsx';
import TableNode from '../../renderer/nodes/table/TableNode.tsx';
import { TextNode } from '../../renderer/nodes/text/TextNode.tsx';
import type { SessionUser } from '../../schemas/entities/account.ts';
import { overview, property, tenants } from './answers.ts';
import { HandWrittenScreen } from './HandWrittenScreen.tsx';
import { index, screen } from './manifestScreen.ts';

/** Draws the measured screen either way, on request of render.ts. */

export type Kind = 'manifest' | 'hand';

/** Milliseconds of script, and with style and layout of what it made. */
export interface Cost {
  readonly script: number;
  readonly layout: number;
}

export interface RenderBench {
  /** Draws the screen where nothing was. */
  mount(kind: Kind): Cost;
  /** Chooses another timeframe: figures everywhere on the screen change. */
  update(): Cost;
  /** Ticks one row. */
  tick(): Cost;
  unmount(): void;
  /** What is drawn, without the numbers that React gives to ids. */
  html(): string;
}

declare global {
  interface Window {
    bench?: RenderBench;
  }
}

// As if loaded before: what lazy loading costs depends on the network.
const registry: Partial<NodeRegistry> = {
  ...{ button: ButtonNode, controls: ControlsNode, page: PageNode, section: SectionNode },
  ...{ stats: StatsNode, table: TableNode, text: TextNode },
};
const files = import.meta.glob<object>('../../locales/en/*.json', {
  eager: true,
  import: 'default',
});
const { i18n, switchTo } = createLanguages(async () =>
  Object.fromEntries(
    Object.entries(files).map(([name, texts]) => [/([\w-]+)\.json$/.exec(name)?.[1], texts]),
  ),
);
const guard = createNavigationGuard();
const queries = new QueryClient({
  // By hand each query would say so; here it stands once for the hand-written screen.
  defaultOptions: {
    queries: { staleTime: Number.POSITIVE_INFINITY, placeholderData: keepPreviousData },
  },
});
const nothing = () => undefined;
const actions: Actions = {
  ...{ signIn: nothing, signOut: nothing, toast: nothing, report: nothing, open: nothing },
  ...{ save: nothing, confirm: async () => true },
};
const refuse = async () => {
  throw new Error('Everything is in the cache.');
};
const api: Api = { call: refuse, download: refuse };
const session: SessionUser = {
  ...{ username: 'admin.pl', userId: '1', mail: 'admin.pl@example.org', instance: 11 },
  ...{ country: 'PL', language: 'PL', groups: ['portal_admin'], features: [] },
};

function Surroundings({ children }: { children: ReactNode }) {
  return (
    <I18nextProvider i18n={i18n}>
      <QueryClientProvider client={queries}>
        <ApiProvider value={api}>
          <ManifestIndexProvider value={index}>
            <SessionProvider value={session}>
              <NodeRegistryProvider value={registry as NodeRegistry}>
                <ActionsProvider value={actions}>
                  <NavigationGuardProvider value={guard}>
                    <GuardedRouter guard={guard}>
                      <Routes>
                        <Route path="/consumption/:property" element={children} />
                      </Routes>
                    </GuardedRouter>
                  </NavigationGuardProvider>
                </ActionsProvider>
              </NodeRegistryProvider>
            </SessionProvider>
          </ManifestIndexProvider>
        </ApiProvider>
      </QueryClientProvider>
    </I18nextProvider>
  );
}

function fillCache() {
  queries.setQueryData(['manifest.screen', screen.id], screen);
  queries.setQueryData(['property.get', { property: '7' }], property);
  for (const timeframe of ['MONTHLY', 'WEEKLY'] as const) {
    const asked = { property: '7', timeframe };
    queries.setQueryData(['consumption.overview', asked], overview(timeframe));
    queries.setQueryData(
      ['consumption.tenants', { ...asked, page: 0, size: 50 }],
      tenants(timeframe),
    );
  }
}

const container = document.createElement('main');
document.body.append(container);
let root: Root | undefined;

function measure(work: () => void): Cost {
  const start = performance.now();
  flushSync(work);
  const drawn = performance.now();
  container.getBoundingClientRect();
  return { script: drawn - start, layout: performance.now() - start };
}

function find(selector: string): HTMLElement {
  const found = container.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`There is no ${selector} on the screen.`);
  return found;
}

async function start() {
  await switchTo('en', 'v1');
  fillCache();
  window.history.replaceState(null, '', '/consumption/7');
  window.bench = {
    mount(kind) {
      window.history.replaceState(null, '', '/consumption/7');
      root = createRoot(container);
      const page = kind === 'hand' ? <HandWrittenScreen /> : <ScreenPage screen={screen.id} />;
      return measure(() => root?.render(<Surroundings>{page}</Surroundings>));
    },
    update() {
      const other = find('.segment input:not(:checked)');
      return measure(() => other.click());
    },
    tick() {
      const box = find('tbody input');
      return measure(() => box.click());
    },
    unmount: () => root?.unmount(),
    html: () => container.innerHTML.replaceAll(/_r_\w+_/g, '#'),
  };
}

void start();

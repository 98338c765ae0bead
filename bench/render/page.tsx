import '@blueprintjs/core/lib/css/blueprint.css';
import '../../renderer/app/styles/base.css';
import '../../renderer/app/styles/nodes.css';
import '../../renderer/app/styles/table.css';
import { type ReactElement, Suspense } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { ScreenPage } from '../../renderer/app/ScreenPage.tsx';
import type { NodeRegistry } from '../../renderer/core/node.ts';
import { Skeleton } from '../../renderer/core/Skeleton.tsx';
import { ButtonNode } from '../../renderer/nodes/button/ButtonNode.tsx';
import ControlsNode from '../../renderer/nodes/controls/ControlsNode.tsx';
import { PageNode } from '../../renderer/nodes/page/PageNode.tsx';
import { SectionNode } from '../../renderer/nodes/section/SectionNode.tsx';
import StatsNode from '../../renderer/nodes/stats/StatsNode.tsx';
import TableNode from '../../renderer/nodes/table/TableNode.tsx';
import { TextNode } from '../../renderer/nodes/text/TextNode.tsx';
import { loadTexts, queries, Surroundings } from '../Surroundings.tsx';
import { overview, property, tenants } from './answers.ts';
import { HandWrittenScreen } from './HandWrittenScreen.tsx';
import { screen } from './manifestScreen.ts';

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
  /** What is drawn, without the numbers that React gives to ids, and the router's mark of its links. */
  html(): string;
}

declare global {
  interface Window {
    bench?: RenderBench;
  }
}

// As if loaded before: what lazy loading costs depends on the network.
const registry: Partial<NodeRegistry> = {
  button: ButtonNode,
  controls: ControlsNode,
  page: PageNode,
  section: SectionNode,
  stats: StatsNode,
  table: TableNode,
  text: TextNode,
};

/** The one waits for its manifest at first, the other for its code: no portal loads all screens at once. */
const pages: Readonly<Record<Kind, ReactElement>> = {
  manifest: <ScreenPage screen={screen.id} />,
  hand: (
    <Suspense fallback={<Skeleton shape="page" />}>
      <HandWrittenScreen />
    </Suspense>
  ),
};

function fillCache() {
  queries.setQueryData(['manifest.screen', screen.id], screen);
  queries.setQueryData(['property.get', { property: '7' }], property);
  for (const timeframe of ['MONTHLY', 'WEEKLY'] as const) {
    const asked = { property: '7', timeframe };
    queries.setQueryData(['consumption.overview', asked], overview(timeframe));
    // The first page goes without saying.
    queries.setQueryData(['consumption.tenants', { ...asked, size: 50 }], tenants(timeframe));
  }
}

const container = document.createElement('main');
document.body.append(container);
let root: Root | undefined;

function measure(work: () => void): Cost {
  performance.clearMarks();
  const { startTime } = performance.mark('begun');
  flushSync(work);
  const drawn = performance.mark('drawn').startTime;
  container.getBoundingClientRect();
  const laidOut = performance.mark('laid out').startTime;
  return { script: drawn - startTime, layout: laidOut - startTime };
}

function find(selector: string): HTMLElement {
  const found = container.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`There is no ${selector} on the screen.`);
  return found;
}

async function start() {
  await loadTexts();
  // The portal has long asked for it when a screen is drawn: the first answer takes up to 70 ms.
  window.sessionStorage.getItem('');
  fillCache();
  window.history.replaceState(null, '', '/consumption/7');
  window.bench = {
    mount(kind) {
      window.history.replaceState(null, '', '/consumption/7');
      root = createRoot(container);
      return measure(() =>
        root?.render(
          <Surroundings registry={registry} path="/consumption/:property">
            {pages[kind]}
          </Surroundings>,
        ),
      );
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
    html: () =>
      container.innerHTML.replaceAll(/_r_\w+_/g, '#').replaceAll(' data-discover="true"', ''),
  };
}

void start();

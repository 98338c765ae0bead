import { lazy } from 'react';
import type { NodeRegistry } from '../core/node.ts';
import { ButtonNode } from './button/ButtonNode.tsx';
import { EmptyNode } from './empty/EmptyNode.tsx';
import { ImageNode } from './image/ImageNode.tsx';
import { PageNode } from './page/PageNode.tsx';
import { SectionNode } from './section/SectionNode.tsx';
import { TextNode } from './text/TextNode.tsx';
import { TilesNode } from './tiles/TilesNode.tsx';

/** Every node type and what draws it; a type that is missing here doesn't compile. */
export const registry: NodeRegistry = {
  button: ButtonNode,
  calendar: lazy(() => import('./calendar/CalendarNode.tsx')),
  cards: lazy(() => import('./cards/CardsNode.tsx')),
  // With the calendar.
  controls: lazy(() => import('./controls/ControlsNode.tsx')),
  dots: lazy(() => import('./dots/DotsNode.tsx')),
  empty: EmptyNode,
  facts: lazy(() => import('./facts/FactsNode.tsx')),
  file: lazy(() => import('./file/FileNode.tsx')),
  form: lazy(() => import('./form/FormNode.tsx')),
  graph: lazy(() => import('./graph/GraphNode.tsx')),
  // At once, so that nothing jumps: its size is known before it is loaded.
  image: ImageNode,
  map: lazy(() => import('./map/MapNode.tsx')),
  markdown: lazy(() => import('./markdown/MarkdownNode.tsx')),
  page: PageNode,
  qr: lazy(() => import('./qr/QrNode.tsx')),
  section: SectionNode,
  stats: lazy(() => import('./stats/StatsNode.tsx')),
  table: lazy(() => import('./table/TableNode.tsx')),
  tabs: lazy(() => import('./tabs/TabsNode.tsx')),
  tasks: lazy(() => import('./tasks/TasksNode.tsx')),
  text: TextNode,
  tiles: TilesNode,
};

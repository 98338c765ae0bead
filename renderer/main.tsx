import './app/zodWithoutEval.ts';
import '@blueprintjs/core/lib/css/blueprint.css';
import './app/styles/base.css';
import './app/styles/shell.css';
import './app/styles/topBarMenu.css';
import './app/styles/panels.css';
import './app/styles/nodes.css';
import './app/styles/tiles.css';
import './app/styles/table.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { createPortal } from './app/portal.ts';
import { portalQuery } from './app/portalQuery.ts';
import { reloadOnStaleChunk } from './app/staleChunk.ts';
import { installTrustedTypes } from './app/trustedTypes.ts';

/** The page's entry: one portal, drawn into #root. */

installTrustedTypes(window as unknown as Parameters<typeof installTrustedTypes>[0]);
reloadOnStaleChunk();
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root to draw into.');
const portal = createPortal();
// Answers that are there already are read while React begins.
void portal.queries.prefetchQuery(portalQuery(portal));
createRoot(root).render(
  <StrictMode>
    <App portal={portal} />
  </StrictMode>,
);

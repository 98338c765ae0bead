import '@blueprintjs/core/lib/css/blueprint.css';
import '../../renderer/app/styles/base.css';
import '../../renderer/app/styles/nodes.css';
import '../../renderer/app/styles/table.css';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { QueryDefaultsProvider } from '../../renderer/core/bindings.ts';
import { RenderNode } from '../../renderer/core/RenderNode.tsx';
import FormNode from '../../renderer/nodes/form/FormNode.tsx';
import TableNode from '../../renderer/nodes/table/TableNode.tsx';
import type { CompiledNode } from '../../schemas/manifest/compiled.ts';
import type { CompiledForm } from '../../schemas/manifest/compiledForm.ts';
import { loadTexts, queries, Surroundings } from '../Surroundings.tsx';

/** Draws very many rows, or a very long form, and does with them what a reader would. */

export interface InteractBench {
  drawTable(rows: number): Promise<void>;
  drawForm(form: CompiledForm): Promise<void>;
  /** Milliseconds of script until a click on the button is drawn. */
  click(selector: string): number;
  /** Milliseconds of script for what is entered into a text field, until it is drawn. */
  enter(selector: string, text: string): Promise<number>;
  waitFor(selector: string): Promise<void>;
  /** Milliseconds of script from one letter until the field has handed it to the form. */
  handOn(selector: string): number;
  /** Scrolls for so long; milliseconds between the frames that were drawn. */
  scroll(selector: string, milliseconds: number): Promise<number[]>;
}

declare global {
  interface Window {
    interact?: InteractBench;
  }
}

const registry = { table: TableNode, form: FormNode };
const noDefaults = {};
const empty = { title: 'ui:table.columns' };

function draw(node: CompiledNode) {
  const container = document.createElement('main');
  document.body.append(container);
  createRoot(container).render(
    <Surroundings registry={registry} path="*">
      <QueryDefaultsProvider value={noDefaults}>
        <RenderNode node={node} />
      </QueryDefaultsProvider>
    </Surroundings>,
  );
}

function makeRows(count: number) {
  return Array.from({ length: count }, (_, at) => ({
    id: at,
    // Scattered, so that no order is given.
    tenantNo: `T-${(at * 7919) % count}`,
    tenantName: `Tenant ${(at * 104_729) % count}`,
    address: `Lipowa ${at % 97}/${at % 13}`,
    amount: ((at * 31) % 10_007) / 10,
    day: `2026-${String((at % 12) + 1).padStart(2, '0')}-${String((at % 28) + 1).padStart(2, '0')}`,
  }));
}

function find<Found extends HTMLElement>(selector: string): Found {
  const found = document.querySelector<Found>(selector);
  if (!found) throw new Error(`There is no ${selector} on the page.`);
  return found;
}

async function until(selector: string) {
  while (!document.querySelector(selector)) await frame();
}

const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));

function measure(work: () => void): number {
  const start = performance.now();
  flushSync(work);
  return performance.now() - start;
}

function enter(input: HTMLInputElement, text: string) {
  // As a browser does it, so that React sees a change.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
  input.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

window.interact = {
  async drawTable(count) {
    const fields = ['tenantNo', 'tenantName', 'address', 'amount', 'day'] as const;
    queries.setQueryData(['tenant.list', {}], { content: makeRows(count) });
    draw({
      type: 'table',
      id: 'rows',
      source: { call: 'tenant.list' },
      rowKey: 'id',
      paging: 'client',
      pageSizes: [count],
      search: { placeholder: 'ui:table.contains' },
      empty,
      columns: fields.map((field) => ({
        id: field,
        label: `ui:table.${field === 'day' ? 'views' : 'columns'}`,
        field,
        ...(field === 'amount' && { format: { as: 'quantity' as const, decimals: 1 } }),
        ...(field === 'day' && { format: { as: 'date' as const } }),
        filter: 'text' as const,
      })),
    } as CompiledNode);
    await until('.table-scroll-tall tbody tr:nth-child(10)');
  },
  async drawForm(form) {
    draw({ type: 'form', id: 'form', form, submit: { do: 'call', call: 'x' } } as CompiledNode);
    await until('form input');
  },
  click: (selector) => {
    const button = find(selector);
    return measure(() => button.click());
  },
  waitFor: until,
  async enter(selector, text) {
    const input = find<HTMLInputElement>(selector);
    const start = performance.now();
    enter(input, text);
    // React draws at the end of the event, in a microtask.
    await Promise.resolve();
    return performance.now() - start;
  },
  handOn(selector) {
    const input = find<HTMLInputElement>(selector);
    enter(input, `${input.value}x`);
    return measure(() =>
      input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })),
    );
  },
  async scroll(selector, milliseconds) {
    const box = find(selector);
    const frames: number[] = [];
    let last = await frame();
    const end = last + milliseconds;
    while (last < end) {
      box.scrollTop += 300;
      const now = await frame();
      frames.push(now - last);
      last = now;
    }
    return frames;
  },
};
void loadTexts();

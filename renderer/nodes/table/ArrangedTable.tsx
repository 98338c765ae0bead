import type { ComponentType } from 'react';
import type { NodeProps } from '../../core/node.ts';
import type { TableProps } from './TableNode.tsx';
import { useColumnLayout } from './useColumnLayout.ts';

interface ArrangedTableProps extends NodeProps<'table'> {
  /** Handed in, for it is loaded already. */
  readonly table: ComponentType<TableProps>;
}

/** A table whose reader chooses columns, their order and width, and keeps views. */
export default function ArrangedTable({ node, table: Table }: ArrangedTableProps) {
  return <Table node={node} layout={useColumnLayout(node)} />;
}

import { Component, type ReactNode } from 'react';
import type { CompiledNode } from '../../schemas/manifest/compiled.ts';
import { ErrorCard } from './ErrorCard.tsx';

interface NodeBoundaryProps {
  readonly node: CompiledNode;
  readonly children: ReactNode;
}

interface NodeBoundaryState {
  readonly error?: unknown;
  readonly failedNode?: CompiledNode | undefined;
}

/** Shows a card in place of a node that throws. A changed manifest or the reader tries again. */
export class NodeBoundary extends Component<NodeBoundaryProps, NodeBoundaryState> {
  override state: NodeBoundaryState = {};

  static getDerivedStateFromError(error: unknown): NodeBoundaryState {
    return { error: error ?? new Error('Something was thrown that is no error.') };
  }

  static getDerivedStateFromProps(
    { node }: NodeBoundaryProps,
    { error, failedNode }: NodeBoundaryState,
  ): NodeBoundaryState | null {
    if (error === undefined || failedNode === node) return null;
    return failedNode === undefined
      ? { failedNode: node }
      : { error: undefined, failedNode: undefined };
  }

  override render() {
    const { error } = this.state;
    const { node, children } = this.props;
    if (error === undefined) return children;
    const message = error instanceof Error ? error.message : String(error);
    return (
      <ErrorCard
        titleKey="ui:node.failed"
        message={`${node.type} (${node.id}): ${message}`}
        onRetry={() => this.setState({ error: undefined, failedNode: undefined })}
      />
    );
  }
}

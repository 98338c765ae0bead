import { type ComponentType, createContext, useContext } from 'react';
import type { CompiledNodeOf } from '../../schemas/manifest/compiled.ts';
import type { NodeType } from '../../schemas/manifest/node.ts';

/** What the component of a node type gets. */
export interface NodeProps<Type extends NodeType> {
  readonly node: CompiledNodeOf<Type>;
}

/** One component per node type: a forgotten one doesn't compile. */
export type NodeRegistry = { readonly [Type in NodeType]: ComponentType<NodeProps<Type>> };

const RegistryContext = createContext<NodeRegistry | undefined>(undefined);

/** Hands the registry down, so that core needn't import any node. */
export const NodeRegistryProvider = RegistryContext.Provider;

export function useNodeRegistry(): NodeRegistry {
  const registry = useContext(RegistryContext);
  if (!registry) throw new Error('There is no NodeRegistryProvider above this node.');
  return registry;
}

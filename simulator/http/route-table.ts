import type { Operation } from '../../spec/contract.ts';
import type { AnyOperationId } from '../../spec/operations.ts';

type Node = {
  children: Map<string, Node>;
  parameter: { name: string; node: Node } | undefined;
  operations: Map<string, Operation>;
};

/** What stands at a path: the operation for a method with its path parameters, or the methods that there are. */
export type Route = { operation: Operation; parameters: Record<string, string> } | { allowed: string[] };

/** Finds operations by path, segment by segment; a fixed segment goes before a parameter. */
export class RouteTable {
  readonly #root = newNode();
  /** Paths without a parameter need no walk. */
  readonly #fixed = new Map<string, Node>();

  constructor(operations: Iterable<Operation<AnyOperationId>>) {
    for (const operation of operations) this.#add(operation);
  }

  #add(operation: Operation): void {
    let node = this.#root;
    for (const segment of operation.path.split('/').slice(1)) {
      const name = /^\{(.+)\}$/.exec(segment)?.[1];
      if (name === undefined) {
        const next = node.children.get(segment) ?? newNode();
        node.children.set(segment, next);
        node = next;
      } else {
        node.parameter ??= { name, node: newNode() };
        node = node.parameter.node;
      }
    }
    node.operations.set(operation.method.toUpperCase(), operation);
    if (!operation.path.includes('{')) this.#fixed.set(operation.path, node);
  }

  /** The route of a request; undefined when nothing stands at its path. */
  find(method: string, path: string): Route | undefined {
    const parameters: Record<string, string> = {};
    const node = this.#fixed.get(path) ?? walk(this.#root, path, 1, parameters);
    if (!node) return undefined;
    const operation = node.operations.get(method);
    return operation ? { operation, parameters } : { allowed: [...node.operations.keys()] };
  }
}

const newNode = (): Node => ({ children: new Map(), parameter: undefined, operations: new Map() });

/** The node of the path's segments from a place on. */
function walk(node: Node, path: string, from: number, parameters: Record<string, string>): Node | undefined {
  if (from > path.length) return node.operations.size > 0 ? node : undefined;
  const slash = path.indexOf('/', from);
  const to = slash < 0 ? path.length : slash;
  const segment = path.slice(from, to);
  const fixed = node.children.get(segment);
  const found = fixed && walk(fixed, path, to + 1, parameters);
  if (found) return found;
  if (!node.parameter || segment === '') return undefined;
  const value = decoded(segment);
  if (value === undefined) return undefined;
  const deeper = walk(node.parameter.node, path, to + 1, parameters);
  if (deeper) parameters[node.parameter.name] = value;
  return deeper;
}

function decoded(segment: string): string | undefined {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

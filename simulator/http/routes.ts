import type { Contract, Operation } from '../../spec/contract.ts';
import type { AnyOperationId } from '../../spec/operations.ts';
import { Refusal, refusals } from '../domain/refusal.ts';
import type { Call, Serve } from './call.ts';
import type { HandlersOf } from './context.ts';
import { type EndpointOptions, endpoint } from './endpoint.ts';

/** What serves the methods of a path; one who takes all of them decides by itself. */
type Methods = Readonly<Record<string, Serve>> | Serve;
type Pattern = { pattern: RegExp; names: string[]; methods: Methods };

/** Which path and method lead where. */
export class Routes {
  readonly #unknownMethodStatus: number;
  readonly #fixed = new Map<string, Methods>();
  /** By their first segment, which is never a parameter. */
  readonly #patterns = new Map<string, Pattern[]>();

  constructor(unknownMethodStatus: number) {
    this.#unknownMethodStatus = unknownMethodStatus;
  }

  /** Adds a path: `{name}` stands for a segment, `{name*}` for all that follows. */
  add(path: string, methods: Methods): void {
    const names = [...path.matchAll(/\{(\w+)\*?\}/g)].map(([, name]) => name as string);
    if (names.length === 0) {
      this.#fixed.set(path, methods);
      return;
    }
    const text = path.replaceAll('.', '\\.').replace(/\{\w+(\*?)\}/g, (_, all) => (all ? '(.+)' : '([^/]+)'));
    const known = this.#patterns.get(firstSegment(path)) ?? [];
    this.#patterns.set(firstSegment(path), [...known, { pattern: new RegExp(`^${text}$`), names, methods }]);
  }

  /** What serves a call, which is given the parameters of its path; undefined when nothing is there. */
  find(call: Call): Serve | undefined {
    const fixed = this.#fixed.get(call.path);
    if (fixed) return this.#serveOf(fixed, call);
    for (const { pattern, names, methods } of this.#patterns.get(firstSegment(call.path)) ?? []) {
      const found = pattern.exec(call.path);
      if (!found) continue;
      const serve = this.#serveOf(methods, call);
      call.params = Object.fromEntries(names.map((name, at) => [name, decoded(found[at + 1] as string)]));
      return serve;
    }
    return undefined;
  }

  #serveOf(methods: Methods, { method, path }: Call): Serve {
    if (typeof methods === 'function') return methods;
    const serve = methods[method] ?? (method === 'HEAD' ? methods['GET'] : undefined);
    if (!serve) throw refusals.unknownMethod(this.#unknownMethodStatus, method, path, Object.keys(methods));
    return serve;
  }
}

const firstSegment = (path: string): string => path.slice(1, path.indexOf('/', 1));

function decoded(segment: string): string {
  try {
    return segment.includes('%') ? decodeURIComponent(segment) : segment;
  } catch {
    throw new Refusal(400, `The path is not well encoded: ${segment}`);
  }
}

/** Adds every operation of a contract. */
export function addOperations<Id extends AnyOperationId>(
  routes: Routes,
  contract: Contract<Id>,
  handlers: HandlersOf<Id>,
  options: Omit<EndpointOptions, 'contract'>,
): void {
  for (const [path, operations] of byPath(contract)) {
    const served = operations.map(
      (operation) =>
        [
          operation.method.toUpperCase(),
          endpoint(operation, handlers[operation.id], { ...options, contract }),
        ] as const,
    );
    routes.add(path, Object.fromEntries(served));
  }
}

function byPath<Id extends AnyOperationId>({ operations }: Contract<Id>): Map<string, Operation<Id>[]> {
  const paths = new Map<string, Operation<Id>[]>();
  for (const operation of operations.values())
    paths.set(operation.path, [...(paths.get(operation.path) ?? []), operation]);
  return paths;
}

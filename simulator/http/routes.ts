import type { Contract, Operation } from '../../spec/contract.ts';
import type { AnyOperationId } from '../../spec/operations.ts';
import { Refusal, refusals } from '../domain/refusal.ts';
import type { HandlersOf } from './context.ts';
import { type EndpointOptions, endpoint } from './endpoint.ts';
import type { RequestContext, RouteHandler } from './request-context.ts';

/** What serves the methods of a path; one who takes all of them decides by itself. */
type Methods = Readonly<Record<string, RouteHandler>> | RouteHandler;
type Pattern = { pattern: RegExp; methods: Methods };

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
    if (!path.includes('{')) {
      this.#fixed.set(path, methods);
      return;
    }
    const named = (_: string, name: string, all: string) => `(?<${name}>${all ? '.+' : '[^/]+'})`;
    const pattern = new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{(\w+)(\*?)\}/g, named)}$`);
    const known = this.#patterns.get(firstSegment(path)) ?? [];
    this.#patterns.set(firstSegment(path), [...known, { pattern, methods }]);
  }

  /** What serves a call, which is given the parameters of its path; undefined when nothing is there. */
  find(call: RequestContext): RouteHandler | undefined {
    const fixed = this.#fixed.get(call.path);
    if (fixed) return this.#serveOf(fixed, call);
    for (const { pattern, methods } of this.#patterns.get(firstSegment(call.path)) ?? []) {
      const params = pattern.exec(call.path)?.groups;
      if (!params) continue;
      const serve = this.#serveOf(methods, call);
      call.params = call.path.includes('%') ? decoded(params, call.path) : params;
      return serve;
    }
    return undefined;
  }

  #serveOf(methods: Methods, { method, path }: RequestContext): RouteHandler {
    if (typeof methods === 'function') return methods;
    const serve = methods[method] ?? (method === 'HEAD' ? methods['GET'] : undefined);
    if (!serve) throw refusals.unknownMethod(this.#unknownMethodStatus, method, path, Object.keys(methods));
    return serve;
  }
}

const firstSegment = (path: string): string => path.slice(1, path.indexOf('/', 1));

function decoded(params: RequestContext['params'], path: string): RequestContext['params'] {
  try {
    return Object.fromEntries(Object.entries(params).map(([name, text]) => [name, decodeURIComponent(text)]));
  } catch {
    throw new Refusal(400, `The path is not well encoded: ${path}`);
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

import type { AnyOperationId } from '../../spec/operations.ts';
import { Refusal, refusals } from '../domain/refusal.ts';
import type { HandlersOf } from './context.ts';
import { type Api, endpoint } from './endpoint.ts';
import type { RouteHandler, RouteRequest } from './outcome.ts';

/** The handlers of one path by method in capitals, or one for all methods. */
type PathHandlers = Readonly<Record<string, RouteHandler>> | RouteHandler;
type Pattern = { pattern: RegExp; handlers: PathHandlers };

/**
 * Which path and method lead to which handler. Express keeps middleware, body parsing and error handling. Measured without
 * the network on a busy machine, a term took 92 µs by Express's own router and 70 µs by this table (bare Express: 53 µs).
 */
export class Routes {
  readonly #unknownPathStatus: number;
  readonly #unknownMethodStatus: number;
  readonly #fixed = new Map<string, PathHandlers>();
  /** By the first segment of their paths, which is never a parameter. */
  readonly #patterns = new Map<string, Pattern[]>();

  constructor(unknownPathStatus: number, unknownMethodStatus: number) {
    this.#unknownPathStatus = unknownPathStatus;
    this.#unknownMethodStatus = unknownMethodStatus;
  }

  /** Adds a path: `{name}` stands for a segment, `{name*}` for the rest of the path. */
  add(path: string, handlers: PathHandlers): void {
    if (!path.includes('{')) {
      this.#fixed.set(path, handlers);
      return;
    }
    const group = (_: string, name: string, rest: string) => `(?<${name}>${rest ? '.+' : '[^/]+'})`;
    const pattern = new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{(\w+)(\*?)\}/g, group)}$`);
    const patterns = this.#patterns.get(firstSegment(path)) ?? [];
    this.#patterns.set(firstSegment(path), [...patterns, { pattern, handlers }]);
  }

  /** Serves a request by its route, or refuses it; a path without parameters goes before one with them. */
  readonly serve: RouteHandler = (request, response, next) => {
    const { path, method } = request;
    const handlers = this.#fixed.get(path) ?? this.#match(request);
    if (!handlers) throw refusals.unknownPath(this.#unknownPathStatus, method, path);
    if (typeof handlers === 'function') return handlers(request, response, next);
    const handler = handlers[method] ?? (method === 'HEAD' ? handlers['GET'] : undefined);
    if (!handler)
      throw refusals.unknownMethod(this.#unknownMethodStatus, method, path, Object.keys(handlers));
    return handler(request, response, next);
  };

  /** Finds the first pattern that a path matches, and gives the request its parameters. */
  #match(request: RouteRequest): PathHandlers | undefined {
    const { path } = request;
    for (const { pattern, handlers } of this.#patterns.get(firstSegment(path)) ?? []) {
      const params = pattern.exec(path)?.groups;
      if (!params) continue;
      request.params = path.includes('%') ? decoded(params, path) : params;
      return handlers;
    }
    return undefined;
  }
}

const firstSegment = (path: string): string => path.slice(1, path.indexOf('/', 1));

function decoded(params: Record<string, string>, path: string): Record<string, string> {
  try {
    return Object.fromEntries(Object.entries(params).map(([name, text]) => [name, decodeURIComponent(text)]));
  } catch {
    throw new Refusal(400, `The path is not well encoded: ${path}`);
  }
}

/** Adds every operation of an API. */
export function addOperations<Id extends AnyOperationId>(
  routes: Routes,
  api: Api<Id>,
  handlers: HandlersOf<Id>,
): void {
  const paths = new Map<string, Record<string, RouteHandler>>();
  for (const operation of api.contract.operations.values()) {
    const ofPath = paths.get(operation.path) ?? {};
    ofPath[operation.method.toUpperCase()] = endpoint(operation, handlers[operation.id], api);
    paths.set(operation.path, ofPath);
  }
  for (const [path, ofPath] of paths) routes.add(path, ofPath);
}

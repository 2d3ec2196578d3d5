import type { IRouter } from 'express';
import type { Contract, Operation } from '../../spec/contract.ts';
import type { AnyOperationId } from '../../spec/operations.ts';
import { refusals } from '../domain/refusal.ts';
import type { HandlersOf } from './context.ts';
import { type EndpointOptions, endpoint } from './endpoint.ts';

/** Gives an app a route for every operation of a contract; other methods at their paths are refused. */
export function addRoutes<Id extends AnyOperationId>(
  app: IRouter,
  contract: Contract<Id>,
  handlers: HandlersOf<Id>,
  options: Omit<EndpointOptions, 'contract'>,
): void {
  const status = options.services.profile.points['requests.unknown-method-status'];
  for (const [path, operations] of byPath(contract)) {
    const route = app.route(path.replaceAll(/\{(\w+)\}/g, ':$1'));
    for (const operation of operations)
      route[operation.method](endpoint(operation, handlers[operation.id], { ...options, contract }));
    const allowed = operations.map(({ method }) => method.toUpperCase());
    route.all((request) => {
      throw refusals.unknownMethod(status, request.method, request.path, allowed);
    });
  }
}

/** Operations by path, in an order in which a fixed segment comes before a parameter: `{` stands after every letter. */
function byPath<Id extends AnyOperationId>({ operations }: Contract<Id>): [string, Operation<Id>[]][] {
  const paths = new Map<string, Operation<Id>[]>();
  for (const operation of operations.values())
    paths.set(operation.path, [...(paths.get(operation.path) ?? []), operation]);
  return [...paths].sort(([a], [b]) => (a < b ? -1 : 1));
}

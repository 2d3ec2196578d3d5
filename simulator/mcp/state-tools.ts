import { ServiceError } from '../../spec/client.ts';
import { operationOf } from '../../spec/contract.ts';
import { didYouMean } from '../../spec/did-you-mean.ts';
import type { AnyOperationId } from '../../spec/operations.ts';
import { type Connection, contractOf, isCallable, operationsOf } from './connection.ts';
import { addPeopleTools } from './people-tools.ts';
import {
  aboutOf,
  addOwnTool,
  addTool,
  briefInputOf,
  data,
  failed,
  inputOf,
  mostSnapshots,
  onceConfirmed,
  requestOf,
  type Served,
  said,
  tools,
  withUserIds,
} from './schemas.ts';

export function addStateTools(served: Served): void {
  addOperationTools(served);
  addPeopleTools(served);
  addCallOperation(served);
  addDescribeOperation(served);
  addSnapshots(served);
}

function addOperationTools(served: Served): void {
  for (const [name, { operation: id, title, hints, confirm }] of Object.entries(tools.operations)) {
    const contract = contractOf(served, id);
    const operation = operationOf(contract, id);
    const tool = { name, description: `${title}.`, hints, input: () => briefInputOf(contract, operation) };
    addTool<Record<string, unknown>>(served, contract, tool, (input, ctx) =>
      onceConfirmed(served, ctx, confirm, async () => {
        const request = requestOf(operation, await withUserIds(served, input));
        const reply = await attempted(served, id, request);
        if (!reply.ok) throw new ServiceError(reply.status, reply.errors);
        return data(served.url, reply.body);
      }),
    );
  }
}

type AnyReply = { ok: boolean; status: number; body?: unknown; errors: readonly string[] };

async function attempted({ caller }: Connection, id: AnyOperationId, request: object): Promise<AnyReply> {
  if (!isCallable(id)) throw new Error(`${id} has no JSON body to answer with.`);
  // The sandbox validates the request by its contract; the types are those of every operation at once.
  return caller.attempt(id, request as never);
}

type AnyCall = {
  operation: string;
  path?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
  as_user?: string;
};

function addCallOperation(served: Served): void {
  const all = operationsOf(served).filter(({ id }) => isCallable(id));
  addOwnTool(served, 'call_operation', (input: AnyCall, ctx) => {
    const { operation: id } = input;
    const operation = all.find((one) => one.id === id);
    if (!operation) return failed(unknownOperation(id, all));
    const isLosing = operation.method === 'delete' || id === 'resetClient' || id === 'loadSnapshot';
    const question = isLosing ? `${operation.summary}? What was there is lost.` : undefined;
    return onceConfirmed(served, ctx, question, async () => {
      const { path, query, body, as_user: asUser } = await withUserIds(served, input);
      const reply = await attempted(served, operation.id, { path, query, body, asUser });
      const answer = { status: reply.status, body: reply.ok ? reply.body : { errors: reply.errors } };
      return { ...data(served.url, answer), isError: !reply.ok };
    });
  });
}

function unknownOperation(id: string, all: readonly { id: string }[]): string {
  const ids = all.map((one) => one.id);
  return `[operation]: there is no operation ${id}.${didYouMean(id, ids)} describe_operation lists them all.`;
}

/** The operations, or the whole input of one: what tools/list leaves out. */
function addDescribeOperation(served: Served): void {
  const all = operationsOf(served);
  addOwnTool(served, 'describe_operation', ({ operation: id }: { operation?: string }) => {
    if (id === undefined)
      return said(all.map((one) => `${one.id}: ${one.method.toUpperCase()} ${one.path}`).join('\n'));
    const operation = all.find((one) => one.id === id);
    if (!operation) return failed(unknownOperation(id, all));
    const contract = contractOf(served, id);
    const input = inputOf(contract, operation);
    return said(JSON.stringify({ about: aboutOf(contract, operation), path: operation.path, input }));
  });
}

function addSnapshots(served: Served): void {
  const { snapshots, caller } = served;
  type Named = { name: string };
  addOwnTool(served, 'take_snapshot', async ({ name: key }: Named) => {
    snapshots.delete(key);
    snapshots.set(key, await caller.call('takeSnapshot'));
    const [oldest] = snapshots.keys();
    if (snapshots.size > mostSnapshots && oldest !== undefined) snapshots.delete(oldest);
    return said(`The state is kept as [${key}]; restore_snapshot brings it back.`);
  });
  addOwnTool(served, 'restore_snapshot', ({ name: key }: Named, ctx) => {
    const body = snapshots.get(key);
    const known = [...snapshots.keys()].join(', ') || 'none';
    if (body === undefined) return failed(`There is no snapshot [${key}]; there are: ${known}.`);
    return onceConfirmed(served, ctx, `Restore [${key}]? What happened since is lost.`, async () =>
      said((await caller.call('loadSnapshot', { body })).message),
    );
  });
}

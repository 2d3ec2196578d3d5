import type { McpServer } from '@modelcontextprotocol/server';
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
  said,
  tools,
  withUserIds,
} from './schemas.ts';

export function addStateTools(server: McpServer, connection: Connection): void {
  addOperationTools(server, connection);
  addPeopleTools(server, connection);
  addCallOperation(server, connection);
  addDescribeOperation(server, connection);
  addSnapshots(server, connection);
}

function addOperationTools(server: McpServer, connection: Connection): void {
  for (const [name, { operation: id, title, hints, confirm }] of Object.entries(tools.operations)) {
    const contract = contractOf(connection, id);
    const operation = operationOf(contract, id);
    const tool = { name, description: `${title}.`, hints, input: () => briefInputOf(contract, operation) };
    addTool<Record<string, unknown>>(server, contract, tool, (input, ctx) =>
      onceConfirmed(server, ctx, confirm, async () => {
        const request = requestOf(operation, await withUserIds(connection, input));
        const reply = await attempted(connection, id, request);
        if (!reply.ok) throw new ServiceError(reply.status, reply.errors);
        return data(connection.url, reply.body);
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

function addCallOperation(server: McpServer, connection: Connection): void {
  const all = operationsOf(connection).filter(({ id }) => isCallable(id));
  addOwnTool(server, connection, 'call_operation', (input: AnyCall, ctx) => {
    const { operation: id } = input;
    const operation = all.find((one) => one.id === id);
    if (!operation) return failed(unknownOperation(id, all));
    const isLosing = operation.method === 'delete' || id === 'resetClient' || id === 'loadSnapshot';
    const question = isLosing ? `${operation.summary}? What was there is lost.` : undefined;
    return onceConfirmed(server, ctx, question, async () => {
      const { path, query, body, as_user: asUser } = await withUserIds(connection, input);
      const reply = await attempted(connection, operation.id, { path, query, body, asUser });
      const answer = { status: reply.status, body: reply.ok ? reply.body : { errors: reply.errors } };
      return { ...data(connection.url, answer), isError: !reply.ok };
    });
  });
}

function unknownOperation(id: string, all: readonly { id: string }[]): string {
  const ids = all.map((one) => one.id);
  return `[operation]: there is no operation ${id}.${didYouMean(id, ids)} describe_operation lists them all.`;
}

/** The operations, or the whole input of one: what tools/list leaves out. */
function addDescribeOperation(server: McpServer, connection: Connection): void {
  const all = operationsOf(connection);
  addOwnTool(server, connection, 'describe_operation', ({ operation: id }: { operation?: string }) => {
    if (id === undefined)
      return said(all.map((one) => `${one.id}: ${one.method.toUpperCase()} ${one.path}`).join('\n'));
    const operation = all.find((one) => one.id === id);
    if (!operation) return failed(unknownOperation(id, all));
    const contract = contractOf(connection, id);
    const input = inputOf(contract, operation);
    return said(JSON.stringify({ about: aboutOf(contract, operation), path: operation.path, input }));
  });
}

function addSnapshots(server: McpServer, connection: Connection): void {
  const { snapshots, caller } = connection;
  type Named = { name: string };
  addOwnTool(server, connection, 'take_snapshot', async ({ name: key }: Named) => {
    snapshots.delete(key);
    snapshots.set(key, await caller.call('takeSnapshot'));
    const [oldest] = snapshots.keys();
    if (snapshots.size > mostSnapshots && oldest !== undefined) snapshots.delete(oldest);
    return said(`The state is kept as [${key}]; restore_snapshot brings it back.`);
  });
  addOwnTool(server, connection, 'restore_snapshot', ({ name: key }: Named, ctx) => {
    const body = snapshots.get(key);
    const known = [...snapshots.keys()].join(', ') || 'none';
    if (body === undefined) return failed(`There is no snapshot [${key}]; there are: ${known}.`);
    return onceConfirmed(server, ctx, `Restore [${key}]? What happened since is lost.`, async () =>
      said((await caller.call('loadSnapshot', { body })).message),
    );
  });
}

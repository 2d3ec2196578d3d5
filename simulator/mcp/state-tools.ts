import type { McpServer } from '@modelcontextprotocol/server';
import { ServiceError } from '../../spec/client.ts';
import { operationOf } from '../../spec/contract.ts';
import { didYouMean } from '../../spec/did-you-mean.ts';
import type { AnyOperationId } from '../../spec/operations.ts';
import { type Connection, contractOf, isCallable } from './connection.ts';
import { addPeopleTools } from './people-tools.ts';
import {
  aboutOf,
  addOwnTool,
  addTool,
  briefInputOf,
  data,
  failed,
  hints,
  inputOf,
  inputSchema,
  mostSnapshots,
  type OperationTool,
  requestOf,
  said,
  tools,
  unconfirmed,
  withUserIds,
} from './schemas.ts';

export function addStateTools(server: McpServer, connection: Connection): void {
  for (const [name, tool] of Object.entries(tools.operations))
    addOperationTool(server, connection, name, tool);
  addPeopleTools(server, connection);
  addCallOperation(server, connection);
  addDescribeOperation(server, connection);
  addSnapshots(server, connection);
}

function addOperationTool(server: McpServer, connection: Connection, name: string, tool: OperationTool) {
  const { operation: id, title, hints: kind, confirm } = tool;
  const contract = contractOf(connection, id);
  const operation = operationOf(contract, id);
  const make = () => briefInputOf(contract, operation);
  const schema = inputSchema<Record<string, unknown>>(contract, name, make);
  const description = `${title}.`;
  addTool(server, name, { description, schema, hints: hints[kind] }, (input, ctx) => {
    const asked = confirm === undefined ? undefined : unconfirmed(server, ctx, confirm);
    const call = async () => {
      const request = requestOf(operation, await withUserIds(connection, input));
      const reply = await attempted(connection, id, request);
      if (!reply.ok) throw new ServiceError(reply.status, reply.errors);
      return data(connection.url, reply.body);
    };
    return asked ?? call();
  });
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

const operationsOf = ({ service, arrangement }: Connection) => [
  ...service.operations.values(),
  ...arrangement.operations.values(),
];

function addCallOperation(server: McpServer, connection: Connection): void {
  const all = operationsOf(connection).filter(({ id }) => isCallable(id));
  addOwnTool(server, connection, 'call_operation', (input: AnyCall, ctx) => {
    const { operation: id } = input;
    const operation = all.find((one) => one.id === id);
    if (!operation) return failed(unknownOperation(id, all));
    const isLosing = operation.method === 'delete' || id === 'resetClient' || id === 'loadSnapshot';
    const question = `${operation.summary}? What was there is lost.`;
    const call = async () => {
      const { path, query, body, as_user: asUser } = await withUserIds(connection, input);
      const reply = await attempted(connection, operation.id, { path, query, body, asUser });
      const answer = { status: reply.status, body: reply.ok ? reply.body : { errors: reply.errors } };
      return { ...data(connection.url, answer), isError: !reply.ok };
    };
    return (isLosing ? unconfirmed(server, ctx, question) : undefined) ?? call();
  });
}

type Known = readonly { id: string; method: string; path: string; summary: string }[];

const unknownOperation = (id: string, all: Known): string =>
  `[operation]: there is no operation ${id}.${didYouMean(
    id,
    all.map((one) => one.id),
  )} describe_operation lists them all.`;

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
    const load = async () => said((await caller.call('loadSnapshot', { body })).message);
    return unconfirmed(server, ctx, `Restore [${key}]? What happened since is lost.`) ?? load();
  });
}

import type { McpServer, ToolAnnotations } from '@modelcontextprotocol/server';
import { operationOf } from '../../spec/contract.ts';
import type { AnyOperationId } from '../../spec/operations.ts';
import { type Connection, contractOf, isCallable } from './connection.ts';
import { data, failed, resultOf, said, unconfirmed } from './results.ts';
import { aboutOf, inputOf, inputSchema, requestOf } from './schemas.ts';

const reads: ToolAnnotations = { readOnlyHint: true, openWorldHint: false };
const adds: ToolAnnotations = { readOnlyHint: false, destructiveHint: false, openWorldHint: false };
const loses: ToolAnnotations = { readOnlyHint: false, destructiveHint: true, openWorldHint: false };

/** A tool that is one operation: its description and its input are those of the contract. */
type OperationTool = { operation: AnyOperationId; title: string; hints: ToolAnnotations; confirm?: string };

const operationTools: Readonly<Record<string, OperationTool>> = {
  list_people: { operation: 'listScenarios', title: 'List people and what each is for', hints: reads },
  inspect_person: {
    operation: 'inspectUser',
    title: 'Inspect all that is held about a person',
    hints: reads,
  },
  make_person: { operation: 'createScenario', title: 'Make a person from a scenario', hints: adds },
  link_account: { operation: 'linkAccount', title: 'Link a payroll account', hints: adds },
  give_consent: { operation: 'acceptTerm', title: 'Let a person accept a term', hints: adds },
  add_entry: { operation: 'createEntry', title: 'Add an entry with payroll', hints: adds },
  add_bank_statement: { operation: 'createBankStatement', title: 'Add a bank statement', hints: adds },
  add_tax_record: { operation: 'createIncomeSubmission', title: 'Add tax-authority income', hints: adds },
  read_clock: { operation: 'getClock', title: 'Read the clock', hints: reads },
  move_clock: { operation: 'moveClock', title: 'Move or freeze the clock', hints: adds },
  set_faults: { operation: 'setFaults', title: 'Make operations fail, slow down or drop', hints: adds },
  list_requests: { operation: 'listRequests', title: 'Read the journal of requests', hints: reads },
  list_deliveries: { operation: 'listDeliveries', title: 'List webhook deliveries', hints: reads },
  open_delivery: { operation: 'openDelivery', title: 'Open a delivery: verify and decrypt it', hints: reads },
  reset: {
    operation: 'resetClient',
    title: 'Return to the starting world',
    hints: loses,
    confirm: 'Reset the sandbox? All that was created is lost.',
  },
};

/** The tools that look at the state of a sandbox and change it. */
export function addStateTools(server: McpServer, connection: Connection): void {
  for (const [name, tool] of Object.entries(operationTools)) addOperationTool(server, connection, name, tool);
  addCallOperation(server, connection);
  addSnapshots(server, connection);
}

function addOperationTool(
  server: McpServer,
  connection: Connection,
  name: string,
  { operation: id, title, hints, confirm }: OperationTool,
): void {
  const contract = contractOf(connection, id);
  const operation = operationOf(contract, id);
  const schema = inputSchema<Record<string, unknown>>(contract, name, () => inputOf(contract, operation));
  const description = aboutOf(contract, operation);
  server.registerTool(
    name,
    { title, description, inputSchema: schema, annotations: { title, ...hints } },
    (input, ctx) => {
      const asked = confirm === undefined ? undefined : unconfirmed(server, ctx, confirm);
      return (
        asked ??
        resultOf(async () => data(connection.url, await called(connection, id, requestOf(operation, input))))
      );
    },
  );
}

const called = ({ caller }: Connection, id: AnyOperationId, request: object): Promise<unknown> => {
  if (!isCallable(id)) throw new Error(`${id} has no JSON body to answer with.`);
  // The contract validates the request at the sandbox; the types are those of every operation at once.
  return caller.call(id, request as never);
};

type AnyCall = {
  operation: string;
  path?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
  as_user?: string;
};

function addCallOperation(server: McpServer, connection: Connection): void {
  const { service, arrangement } = connection;
  const all = [...service.operations.values(), ...arrangement.operations.values()].filter(({ id }) =>
    isCallable(id),
  );
  const listed = all.map(
    ({ id, method, path, summary }) => `${id} (${method.toUpperCase()} ${path}): ${summary}`,
  );
  const properties = {
    operation: { type: 'string', enum: all.map(({ id }) => id), description: 'The operationId.' },
    path: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'Parameters of the path.',
    },
    query: { type: 'object', additionalProperties: true, description: 'Parameters of the query.' },
    body: { description: 'The JSON body; the resource payrig://operations/{id} has its schema.' },
    as_user: {
      type: 'string',
      description: 'A user_id: the call is made with the bearer token of that user.',
    },
  };
  const title = 'Call any operation';
  const description = `Call any operation of the service or of the sandbox, and get its status and body. Operations:\n${listed.join('\n')}`;
  const schema = inputSchema<AnyCall>(service, 'call_operation', () => ({
    properties,
    required: ['operation'],
  }));
  const annotations = { title, readOnlyHint: false, destructiveHint: true, openWorldHint: false };
  server.registerTool(
    'call_operation',
    { title, description, inputSchema: schema, annotations },
    (input, ctx) => {
      const { operation: id, path, query, body, as_user: asUser } = input;
      const operation = all.find((one) => one.id === id);
      if (!operation) return failed(`There is no operation [${id}].`);
      const asked =
        operation.method === 'delete' || id === 'resetClient'
          ? unconfirmed(server, ctx, `${operation.summary}? What it deletes is lost.`)
          : undefined;
      return (
        asked ??
        resultOf(async () => {
          const request = { path, query, body, asUser } as never;
          const {
            ok,
            status,
            body: answer,
            errors,
          } = await connection.caller.attempt(id as 'listUsers', request);
          return { ...data(connection.url, { status, body: ok ? answer : { errors } }), isError: !ok };
        })
      );
    },
  );
}

/** More would fill the memory of the process that keeps them. */
const mostSnapshots = 5;

function addSnapshots(server: McpServer, connection: Connection): void {
  const { snapshots, caller, service } = connection;
  const name = { type: 'string', minLength: 1, maxLength: 100, description: 'A name of your choice.' };
  const schema = inputSchema<{ name: string }>(service, 'snapshot', () => ({
    properties: { name },
    required: ['name'],
  }));
  const take = 'Remember the whole state';
  server.registerTool(
    'take_snapshot',
    {
      title: take,
      description: `Keep the whole state of the client under a name until the server ends, at most ${mostSnapshots} of them; the oldest makes room.`,
      inputSchema: schema,
      annotations: { title: take, ...adds },
    },
    ({ name: key }) =>
      resultOf(async () => {
        snapshots.delete(key);
        snapshots.set(key, await caller.call('takeSnapshot'));
        const [oldest] = snapshots.keys();
        if (snapshots.size > mostSnapshots && oldest !== undefined) snapshots.delete(oldest);
        return said(`The state is kept as [${key}]; restore_snapshot brings it back.`);
      }),
  );
  const restore = 'Bring a remembered state back';
  server.registerTool(
    'restore_snapshot',
    {
      title: restore,
      description: 'Replace the whole state of the client by one that take_snapshot kept.',
      inputSchema: schema,
      annotations: { title: restore, ...loses },
    },
    ({ name: key }, ctx) => {
      const body = snapshots.get(key);
      if (body === undefined)
        return failed(
          `There is no snapshot [${key}]; there are: ${[...snapshots.keys()].join(', ') || 'none'}.`,
        );
      return (
        unconfirmed(server, ctx, `Restore [${key}]? What happened since is lost.`) ??
        resultOf(async () => said((await caller.call('loadSnapshot', { body: body as never })).message))
      );
    },
  );
}

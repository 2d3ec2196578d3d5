import type { McpServer, ToolAnnotations } from '@modelcontextprotocol/server';
import { ServiceError } from '../../spec/client.ts';
import { operationOf } from '../../spec/contract.ts';
import type { AnyOperationId } from '../../spec/operations.ts';
import { type Connection, contractOf, isCallable } from './connection.ts';
import {
  aboutOf,
  addTool,
  data,
  failed,
  inputOf,
  inputSchema,
  requestOf,
  resultOf,
  said,
  unconfirmed,
} from './schemas.ts';

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
  addTool(server, name, { title, description, schema, hints }, (input, ctx) => {
    const asked = confirm === undefined ? undefined : unconfirmed(server, ctx, confirm);
    const call = async () => {
      const reply = await attempted(connection, id, requestOf(operation, input));
      if (!reply.ok) throw new ServiceError(reply.status, reply.errors);
      return data(connection.url, reply.body);
    };
    return asked ?? resultOf(call);
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
  const description = `Call any operation of the service or of the sandbox, and get its status and body. Operations:\n${listed.join('\n')}`;
  const schema = inputSchema<AnyCall>(service, 'call_operation', () => ({
    properties,
    required: ['operation'],
  }));
  addTool(
    server,
    'call_operation',
    { title: 'Call any operation', description, schema, hints: loses },
    (input, ctx) => {
      const { operation: id, path, query, body, as_user: asUser } = input;
      const operation = all.find((one) => one.id === id);
      if (!operation) return failed(`There is no operation [${id}].`);
      const isLosing = operation.method === 'delete' || id === 'resetClient' || id === 'loadSnapshot';
      const asked = isLosing
        ? unconfirmed(server, ctx, `${operation.summary}? What was there is lost.`)
        : undefined;
      const call = async () => {
        const reply = await attempted(connection, operation.id, { path, query, body, asUser });
        const answer = { status: reply.status, body: reply.ok ? reply.body : { errors: reply.errors } };
        return { ...data(connection.url, answer), isError: !reply.ok };
      };
      return asked ?? resultOf(call);
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
  const take = {
    ...{ title: 'Remember the whole state', schema, hints: adds },
    description: `Keep the whole state of the client under a name until the server ends, at most ${mostSnapshots} of them; the oldest makes room.`,
  };
  addTool(server, 'take_snapshot', take, ({ name: key }) =>
    resultOf(async () => {
      snapshots.delete(key);
      snapshots.set(key, await caller.call('takeSnapshot'));
      const [oldest] = snapshots.keys();
      if (snapshots.size > mostSnapshots && oldest !== undefined) snapshots.delete(oldest);
      return said(`The state is kept as [${key}]; restore_snapshot brings it back.`);
    }),
  );
  const restore = {
    ...{ title: 'Bring a remembered state back', schema, hints: loses },
    description: 'Replace the whole state of the client by one that take_snapshot kept.',
  };
  addTool(server, 'restore_snapshot', restore, ({ name: key }, ctx) => {
    const body = snapshots.get(key);
    const known = [...snapshots.keys()].join(', ') || 'none';
    if (body === undefined) return failed(`There is no snapshot [${key}]; there are: ${known}.`);
    const load = async () => said((await caller.call('loadSnapshot', { body })).message);
    return unconfirmed(server, ctx, `Restore [${key}]? What happened since is lost.`) ?? resultOf(load);
  });
}

import { Command, Option } from 'commander';
import { type EventWord, eventKind, eventWord } from '../event-words.ts';
import {
  type ConnectionOptions,
  type SandboxConnection,
  sandboxConnection,
  withConnection,
} from '../sandbox-connection.ts';
import { UsageError } from '../usage-error.ts';

type TriggerOptions = ConnectionOptions & { user?: string; seed?: string };

/** What makes each event happen; the sandbox fills in whatever is left out. */
const TRIGGERS: Record<EventWord, { path: string; body: object; made: (answer: Made) => string }> = {
  payroll: {
    path: 'entries',
    body: { payroll_submissions: [{}] },
    made: ({ entry_id }) => `entry ${entry_id}`,
  },
  'bank-statement': {
    path: 'bank-statements',
    body: {},
    made: ({ id }) => `bank statement submission ${id}`,
  },
  taxauth: { path: 'taxauth', body: {}, made: ({ id }) => `income submission ${id}` },
};

type Made = { id?: string; entry_id?: string };

/** `payrig trigger`: makes one event happen in a running sandbox. */
export function triggerCommand(
  write: (text: string) => void = (text) => void process.stdout.write(text),
): Command {
  const command = new Command('trigger')
    .description('make an event happen in a running sandbox')
    .argument('<event>', 'payroll, bank-statement or taxauth, or a whole kind such as user-payroll-submitted')
    .option('--user <key>', 'to whom: a key from payrig world --list, or a user id (anybody if left out)')
    .addOption(new Option('--seed <seed>', 'the world that keys are looked up in').env('PAYRIG_SEED'))
    .action(async (event: string, options: TriggerOptions) => {
      const sandbox = sandboxConnection(options);
      const { authority } = await sandbox.naming();
      const { path, body, made } = TRIGGERS[eventWord(event, authority)];
      const user_id = await userIdOf(sandbox, options);
      const answer = await sandbox.call<Made>('POST', `_sandbox/users/${user_id}/${path}`, body);
      write(`${eventKind(event, authority)}: ${made(answer)} of user ${user_id}\n`);
    });
  return withConnection(command);
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

async function userIdOf(sandbox: SandboxConnection, { user, seed }: TriggerOptions): Promise<string> {
  if (user === undefined) return anybody(sandbox);
  if (UUID.test(user)) return user;
  // The people of a world take a moment to load, which an id need not wait for.
  const { personasOf } = await import('../../generators/world/world.ts');
  const persona = personasOf(seed).get(user);
  if (persona === undefined)
    throw new UsageError(`There is no ${user} in this world. payrig world --list names everybody.`);
  return persona.userId;
}

/** The first user of the client, or a new one when it has none. */
async function anybody(sandbox: SandboxConnection): Promise<string> {
  type User = { user_id: string };
  const { users } = await sandbox.call<{ users: User[] }>('GET', 'users?limit=1');
  return (users[0] ?? (await sandbox.call<User>('POST', '_sandbox/users', {}))).user_id;
}

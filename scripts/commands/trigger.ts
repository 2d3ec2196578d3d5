import { readFile } from 'node:fs/promises';
import { Argument, Command, Option } from 'commander';
import { didYouMean } from '../../spec/did-you-mean.ts';
import { eventTriggers } from '../../spec/event-triggers.ts';
import type { RequestBody } from '../../spec/operations.ts';
import { eventWords } from '../../spec/webhooks/events.ts';
import { eventKind, eventWord } from '../event-words.ts';
import {
  type ConnectionOptions,
  type SandboxConnection,
  sandboxConnection,
  withConnection,
} from '../sandbox-connection.ts';
import { wholeNumber } from '../script-command.ts';
import { messageOf, UsageError } from '../usage-error.ts';

type TriggerOptions = ConnectionOptions & {
  user?: string;
  seed?: string;
  scenario?: string;
  count: number;
  forged?: string;
  to?: string;
  secret?: string;
  encryptionKey?: string;
  json: boolean;
  list: boolean;
};

type Write = (text: string) => void;

/** `payrig trigger`: makes an event happen in a running sandbox, or sends a forged one to a receiver. */
export function command(write: Write = (text) => void process.stdout.write(text)): Command {
  const command = new Command('trigger')
    .description('make an event happen in a running sandbox, or try a receiver with a forged one')
    .addArgument(eventArgument())
    .option(
      '--user <key>',
      'to whom: a key from payrig world --list, or a user id (the first user if left out)',
    )
    .option('--scenario <file>', 'to a new person, made from a scenario (YAML or JSON)')
    .option('--count <number>', 'how often', wholeNumber(1, 1000), 1)
    .option(
      '--forged <how>',
      'send a forged delivery straight to the receiver, e.g. bad-signature (--list names all)',
    )
    .option(
      '--to <url>',
      'the receiver of the forged delivery (every subscription of the sandbox if left out)',
    )
    .addOption(
      new Option('--secret <text>', 'its signing secret, for forgeries behind a right signature').env(
        'WEBHOOK_SECRET',
      ),
    )
    .addOption(new Option('--encryption-key <key>', 'its encryption key, if it has one').env('WEBHOOK_KEY'))
    .option('--json', 'print each outcome as a line of JSON', false)
    .option('--list', 'print the events and the forgeries, and do nothing', false)
    .addOption(new Option('--seed <seed>', 'the world that keys are looked up in').env('PAYRIG_SEED'))
    .action((event: string | undefined, options: TriggerOptions) => trigger(event, options, write));
  return withConnection(command);
}

/** The words are offered by shells, and others are taken too: whole kinds in the words of the deployment. */
function eventArgument(): Argument {
  const argument = new Argument('[event]', 'or a whole kind such as user-payroll-submitted');
  argument.argChoices = [...eventWords];
  return argument;
}

async function trigger(event: string | undefined, options: TriggerOptions, write: Write): Promise<void> {
  if (options.list) {
    const { triggerList, triggers } = await import('../trigger/trigger-list.ts');
    return write(options.json ? `${JSON.stringify(triggers(), null, 2)}\n` : triggerList());
  }
  if (event === undefined)
    throw new UsageError('Name the event: payrig trigger payroll. --list names all there are.');
  const sandbox = sandboxConnection(options);
  if (options.forged !== undefined) {
    const { sendForged } = await import('../trigger/send-forged.ts');
    return sendForged(event, options.forged, options, sandbox, write);
  }
  const { authority } = await sandbox.naming();
  const kind = eventKind(event, authority);
  const word = eventWord(event, authority);
  const { path, body, made } = eventTriggers(authority).find((one) => one.word === word)!;
  const user_id = await userIdOf(sandbox, options);
  const who = await describeUser(sandbox, user_id);
  for (let time = 0; time < options.count; time++) {
    const address = `/_sandbox/users/{user_id}/${path}`;
    const response = await sandbox.send({ method: 'POST', path: address, params: { user_id }, body });
    const answer: { id?: string; entry_id?: string } = await response.json();
    const id = answer.entry_id ?? answer.id;
    write(
      options.json
        ? `${JSON.stringify({ event: kind, user_id, id })}\n`
        : `${kind}: ${made} ${id} of ${who}\n`,
    );
  }
  const subscribed = (await sandbox.webhooks()).filter(({ events }) => events.includes(kind));
  write(
    options.json
      ? `${JSON.stringify({ sent_to: subscribed.map(({ name, url }) => ({ name, url })) })}\n`
      : subscribersText(
          subscribed.map(({ name, url }) => `${name} (${url})`),
          kind,
        ),
  );
}

function subscribersText(subscribed: readonly string[], kind: string): string {
  if (subscribed.length > 0) return `Sent to ${subscribed.join(', ')}\n`;
  return `There is no subscription to ${kind}, so nothing was sent: payrig listen subscribes, and so does POST /webhooks.\n`;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

async function userIdOf(sandbox: SandboxConnection, { user, seed, scenario }: TriggerOptions) {
  if (user !== undefined && scenario !== undefined)
    throw new UsageError('Give either --user or --scenario, not both.');
  if (scenario !== undefined) return personFrom(sandbox, scenario);
  if (user === undefined) return firstUser(sandbox);
  if (UUID.test(user)) return user;
  // The people of a world take a moment to load, which an id does not need.
  const { personasOf } = await import('../../generators/world/world.ts');
  const persona = personasOf(seed).get(user);
  if (persona === undefined)
    throw new UsageError(
      `There is no ${user} in this world.${didYouMean(user, [...personasOf(seed).keys()])} payrig world --list names all.`,
    );
  return persona.userId;
}

async function personFrom(sandbox: SandboxConnection, file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new UsageError(`Cannot read the scenario ${file}: ${error.message}`);
  });
  const { parse } = await import('yaml');
  let body: RequestBody<'createScenario'>;
  try {
    body = parse(text);
  } catch (error) {
    throw new UsageError(`The scenario ${file} is neither YAML nor JSON: ${messageOf(error)}`);
  }
  return (await sandbox.call('createScenario', { body })).user_id;
}

async function firstUser(sandbox: SandboxConnection): Promise<string> {
  const { users } = await sandbox.call('listUsers', { query: { limit: 1 } });
  return (users[0] ?? (await sandbox.call('createUser'))).user_id;
}

async function describeUser(sandbox: SandboxConnection, userId: string): Promise<string> {
  const { user } = await sandbox.call('inspectUser', { path: { user_id: userId } });
  const name = [user.forename, user.surname].filter((part) => part != null && part !== '').join(' ');
  return name === '' ? `user ${userId}` : `${name} (user ${userId})`;
}

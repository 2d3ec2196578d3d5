import { isUuid } from '../../conformance/target/read-json.ts';
import { didYouMean } from '../../spec/did-you-mean.ts';
import { eventTriggers } from '../../spec/event-triggers.ts';
import type { RequestBody } from '../../spec/operations.ts';
import { bodyText } from '../../spec/read-body.ts';
import { eventWords } from '../../spec/webhooks/events.ts';
import type { CommandOptions } from '../generated/command-line.ts';
import { type SandboxConnection, sandboxConnection } from '../sandbox/sandbox-connection.ts';
import { commandOf } from '../terminal/command-of.ts';
import { outcomeLine, toStdout, type Write } from '../terminal/print.ts';
import { messageOf, readText, UsageError } from '../terminal/usage-error.ts';
import { eventKind, eventWord } from '../webhooks/event-words.ts';

type TriggerOptions = CommandOptions['trigger'];

export function command(write = toStdout) {
  const command = commandOf('trigger', (event: string | undefined, options: TriggerOptions) =>
    trigger(event, options, write),
  );
  // Shells offer the words, and others are taken too: whole kinds in the words of the deployment.
  command.registeredArguments[0]!.argChoices = [...eventWords];
  return command;
}

async function trigger(event: string | undefined, options: TriggerOptions, write: Write) {
  if (options.list) {
    const { triggerList, triggers } = await import('../webhooks/trigger-list.ts');
    return write(options.json ? `${JSON.stringify(triggers(), null, 2)}\n` : triggerList());
  }
  if (event === undefined)
    throw new UsageError('Name the event: payrig trigger payroll. --list names all there are.');
  const sandbox = sandboxConnection(options);
  if (options.forged !== undefined) {
    const { sendForged } = await import('../webhooks/send-forged.ts');
    return sendForged(event, options.forged, options, sandbox, write);
  }
  const { authority } = await sandbox.naming();
  const [kind, word] = [eventKind(event, authority), eventWord(event, authority)];
  const { path, body, made } = eventTriggers(authority).find((one) => one.word === word)!;
  const user_id = await userIdOf(sandbox, options);
  const who = await describeUser(sandbox, user_id);
  for (let time = 0; time < options.count; time++) {
    const address = `/_sandbox/users/{user_id}/${path}`;
    const response = await sandbox.send({ method: 'POST', path: address, params: { user_id }, body });
    const answer: { id?: string; entry_id?: string } = JSON.parse(await bodyText(response));
    const id = answer.entry_id ?? answer.id;
    write(outcomeLine(options.json, { event: kind, user_id, id }, `${kind}: ${made} ${id} of ${who}`));
  }
  const subscribed = (await sandbox.webhooks()).filter(({ events }) => events.includes(kind));
  const why = subscribed.length > 0 ? [] : await whyNoEvent(sandbox, kind);
  const sent_to = subscribed.map(({ name, url }) => ({ name, url }));
  const said =
    why.length > 0
      ? `Nothing was sent. ${why.map(({ about, next }) => `${about} ${next}`).join(' ')}`
      : `Sent to ${sent_to.map(({ name, url }) => `${name} (${url})`).join(', ')}`;
  write(outcomeLine(options.json, { sent_to, ...(why.length > 0 && { why }) }, said));
}

/** The sandbox's own answer; another deployment may not offer the call. */
async function whyNoEvent(sandbox: SandboxConnection, kind: string) {
  const next = 'payrig listen subscribes, and so does POST /webhooks.';
  const usual = { reasons: [{ about: `There is no subscription to ${kind}.`, next }] };
  return (await sandbox.call('whyNoEvent', { query: { event: kind } }).catch(() => usual)).reasons;
}

async function userIdOf(sandbox: SandboxConnection, { user, seed, scenario }: TriggerOptions) {
  if (user !== undefined && scenario !== undefined)
    throw new UsageError('Give either --user or --scenario, not both.');
  if (scenario !== undefined) return personFrom(sandbox, scenario);
  if (user === undefined) {
    const { users } = await sandbox.call('listUsers', { query: { limit: 1 } });
    return (users[0] ?? (await sandbox.call('createUser'))).user_id;
  }
  if (isUuid(user)) return user;
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
  const text = await readText(file, 'scenario');
  const { parse } = await import('yaml');
  let body: RequestBody<'createScenario'>;
  try {
    body = parse(text);
  } catch (error) {
    throw new UsageError(`The scenario ${file} is neither YAML nor JSON: ${messageOf(error)}`);
  }
  return (await sandbox.call('createScenario', { body })).user_id;
}

async function describeUser(sandbox: SandboxConnection, userId: string): Promise<string> {
  const { user } = await sandbox.call('inspectUser', { path: { user_id: userId } });
  const name = [user.forename, user.surname].filter((part) => part != null && part !== '').join(' ');
  return name === '' ? `user ${userId}` : `${name} (user ${userId})`;
}

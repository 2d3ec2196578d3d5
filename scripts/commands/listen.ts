import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { bodyText } from '../../spec/read-body.ts';
import { eventWords } from '../../spec/webhooks/events.ts';
import type { CommandOptions } from '../generated/command-line.ts';
import { expectHttpUrl } from '../judging/check-arguments.ts';
import { type SandboxConnection, sandboxConnection } from '../sandbox/sandbox-connection.ts';
import { commandOf } from '../terminal/command-of.ts';
import { onStopTwice } from '../terminal/on-stop.ts';
import { type Paint, paintFor } from '../terminal/paint.ts';
import { toStdout, type Write } from '../terminal/print.ts';
import { messageOf, UsageError } from '../terminal/usage-error.ts';
import { eventKind } from '../webhooks/event-words.ts';
import {
  type Agreed,
  deliveryJson,
  deliveryLine,
  deliveryText,
  failPlan,
  forward,
  type Incoming,
  type Outcome,
  openDelivery,
  type ReceiverAnswer,
  startReceiver,
} from '../webhooks/receiver.ts';

/** Subscribes, and again after a reset or a restart in memory, which remove it; looks `every` so many ms. Returns what ends it. */
async function subscribe(sandbox: SandboxConnection, wanted: object, tell: Write, every: number) {
  const create = async () => {
    const response = await sandbox.send({ method: 'POST', path: '/webhooks', body: wanted });
    const { webhook_id }: { webhook_id: string } = JSON.parse(await bodyText(response));
    return webhook_id;
  };
  let id = await create();
  let away = false;
  const end = new AbortController();

  async function look(): Promise<void> {
    try {
      const webhooks = await sandbox.webhooks();
      if (end.signal.aborted) return;
      const here = webhooks.some(({ webhook_id }) => webhook_id === id);
      if (!here) id = await create();
      if (!here) tell('The sandbox has been reset or started anew: subscribed again.');
      else if (away) tell('The sandbox is back.');
      away = false;
    } catch (error) {
      if (!away) tell(`${messageOf(error)} Waiting for it.`);
      away = true;
    }
  }

  async function keepLooking(): Promise<void> {
    while (await delay(every, true, end).catch(() => false)) await look();
  }

  const looking = keepLooking();
  return async () => {
    end.abort();
    await looking;
    await sandbox.call('deleteWebhook', { path: { webhook_id: id } }).catch((error: Error) => {
      tell(`The subscription ${id} could not be deleted: ${error.message}`);
    });
  };
}

type ListenOptions = CommandOptions['listen'];

/** Where the command prints, when it ends and what it remembers; tests bring their own. */
export type ListenTerminal = {
  write: Write;
  /** For messages that are no delivery: with --json they must not mix with the lines that a program reads. */
  note: Write;
  paint: Paint;
  untilStopped: () => Promise<void>;
  secretsFile: string;
  /** How often the subscription is looked up, in milliseconds. */
  lookEvery: number;
};

const processTerminal = (): ListenTerminal => ({
  write: toStdout,
  note: (text) => void process.stderr.write(text),
  paint: paintFor(process.stdout),
  // A second Ctrl-C, if the clean-up takes too long, ends the process at once.
  untilStopped: () => new Promise((resolve) => onStopTwice(resolve, () => process.exit(130))),
  secretsFile: secretsFile(),
  lookEvery: 1000,
});

export const command = (terminal: () => ListenTerminal = processTerminal) =>
  commandOf('listen', (options: ListenOptions) => listen(options, terminal()), { answers: failPlan });

async function agreedOf({ secret, encrypt }: ListenOptions, file: string, naming: Agreed['naming']) {
  if (secret === '') throw new UsageError('--secret is empty: any sender could sign with that.');
  const kept = secret === undefined || encrypt === true ? await storedSecrets(file) : undefined;
  const agreed: Agreed = { secret: secret ?? kept?.secret ?? '', naming };
  if (encrypt !== undefined) agreed.key = encrypt === true ? kept?.key : encrypt;
  if (agreed.key !== undefined && Buffer.from(agreed.key, 'base64').length !== 32)
    throw new UsageError('--encrypt takes Base64 of 32 bytes.');
  return agreed;
}

async function listen(options: ListenOptions, terminal: ListenTerminal): Promise<void> {
  const { write, note, paint, untilStopped } = terminal;
  expectHttpUrl(options.forwardTo);
  const sandbox = sandboxConnection(options);
  const naming = await sandbox.naming();
  const events = (options.events ?? eventWords).map((one) => eventKind(one, naming.authority));
  const agreed = await agreedOf(options, terminal.secretsFile, naming);
  const plan = [...options.fail];

  const receiver = await startReceiver(async (incoming) => {
    const [outcome, answer] = await outcomeOf(incoming, agreed, plan.shift(), options);
    if (options.json) write(deliveryJson(incoming, outcome));
    else if (options.verbose) write(deliveryText(incoming, outcome, agreed, paint));
    else write(deliveryLine(incoming, outcome, agreed, paint));
    return answer;
  }, options.port).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE' && error.code !== 'EACCES') throw error;
    throw new UsageError(
      `--port ${options.port} cannot be used (${error.code}); leave it out for a free one.`,
    );
  });
  const tell = (text: string): void => (options.json ? note : write)(`${text}\n`);
  try {
    const wanted = {
      name: options.name ?? `payrig-listen-${randomBytes(4).toString('hex')}`,
      events,
      url: `${receiver.url}/`,
      signing_secret: agreed.secret,
      encryption_key: agreed.key,
      config: { include_payload: true },
    };
    const unsubscribe = await subscribe(sandbox, wanted, tell, terminal.lookEvery);
    try {
      tell(greeting(events, agreed, options, paint));
      await untilStopped();
    } finally {
      await unsubscribe();
    }
  } finally {
    await receiver.close();
  }
}

async function outcomeOf(
  incoming: Incoming,
  agreed: Agreed,
  planned: ReceiverAnswer | undefined,
  { forwardTo, forwardUnverified }: ListenOptions,
): Promise<[Outcome, ReceiverAnswer]> {
  const opened = openDelivery(incoming, agreed);
  if (planned !== undefined) return [{ opened, answered: planned, onPurpose: true }, planned];
  const verified = 'event' in opened;
  if (forwardTo === undefined || (!verified && !forwardUnverified)) {
    const answered = verified ? 204 : opened.refusal.status;
    return [{ opened, answered }, answered];
  }
  const forwarded = await forward(incoming, forwardTo);
  return [{ opened, forwarded }, 'status' in forwarded ? forwarded.status : 502];
}

function greeting(events: readonly string[], agreed: Agreed, options: ListenOptions, paint: Paint): string {
  const { forwardTo, forwardUnverified, fail } = options;
  const what = forwardUnverified ? 'everything, verified or not,' : 'what verifies';
  return [
    `Listening for ${events.join(', ')}. Ctrl-C ends it.`,
    `Signing secret: ${paint.cyan(agreed.secret)}`,
    agreed.key !== undefined && `Encryption key: ${paint.cyan(agreed.key)}`,
    forwardTo !== undefined && `Forwarding ${what} to ${forwardTo}`,
    fail.length > 0 && `Failing the first deliveries: ${fail.join(', ')}`,
    '',
  ]
    .filter((line) => line !== false)
    .join('\n');
}

/** What `payrig listen` signs and encrypts with, the same every time: a receiver is configured once. */
type ListenSecrets = { secret: string; key: string };

/** Where they are kept: with the person's other settings. */
const secretsFile = (): string =>
  join(process.env['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'payrig', 'listen.json');

/** The stored secrets; made and stored when there are none that can be read. */
async function storedSecrets(file: string): Promise<ListenSecrets> {
  const stored: ListenSecrets | undefined = await readFile(file, 'utf8')
    .then(JSON.parse)
    .catch(() => undefined);
  const isWhole = typeof stored?.secret === 'string' && stored.secret !== '';
  if (isWhole && Buffer.from(String(stored.key), 'base64').length === 32) return stored;
  const made = { secret: randomBytes(24).toString('base64url'), key: randomBytes(32).toString('base64') };
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(file, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600 });
  return made;
}

import { randomBytes } from 'node:crypto';
import { Command } from 'commander';
import { EVENT_WORDS, eventKind } from '../event-words.ts';
import { type Agreed, deliveryText, openDelivery } from '../listen/delivery-text.ts';
import { forward } from '../listen/forward.ts';
import { startReceiver } from '../listen/receiver.ts';
import { untilInterrupted } from '../listen/until-interrupted.ts';
import { type Paint, paintFor } from '../sandbox/paint.ts';
import { type ConnectionOptions, sandboxConnection, withConnection } from '../sandbox-connection.ts';
import { UsageError } from '../usage-error.ts';

type ListenOptions = ConnectionOptions & {
  forwardTo?: string;
  events?: string[];
  encrypt?: true | string;
  secret?: string;
  name?: string;
};

/** Where the command prints, and when it ends; tests bring their own. */
export type ListenTerminal = {
  write: (text: string) => void;
  paint: Paint;
  untilStopped: () => Promise<void>;
};

const processTerminal = (): ListenTerminal => ({
  write: (text) => void process.stdout.write(text),
  paint: paintFor(process.stdout, process.env),
  untilStopped: untilInterrupted,
});

/** `payrig listen`: a receiver that shows each delivery, until Ctrl-C. */
export function listenCommand(terminal: () => ListenTerminal = processTerminal): Command {
  const command = new Command('listen')
    .description('receive the webhooks of a running sandbox, and show or forward them')
    .option('--forward-to <url>', 'pass each delivery on as it came, and answer with what comes back')
    .option(
      '--events <kinds...>',
      `which: ${Object.keys(EVENT_WORDS).join(', ')}, or whole kinds (all if left out)`,
    )
    .option(
      '--encrypt [key]',
      'have deliveries encrypted, with a key of your own (Base64 of 32 bytes) or a fresh one',
    )
    .option('--secret <text>', 'the signing secret (a fresh one if left out)')
    .option('--name <name>', 'the name of the subscription (a fresh one if left out)')
    .action((options: ListenOptions) => listen(options, terminal()));
  return withConnection(command);
}

function checkedTarget(forwardTo: string | undefined): void {
  if (forwardTo === undefined) return;
  if (URL.canParse(forwardTo) && /^https?:$/.test(new URL(forwardTo).protocol)) return;
  throw new UsageError(`--forward-to ${forwardTo} is no http(s) address.`);
}

async function listen(options: ListenOptions, { write, paint, untilStopped }: ListenTerminal): Promise<void> {
  const { forwardTo, encrypt } = options;
  checkedTarget(forwardTo);
  const sandbox = sandboxConnection(options);
  const naming = await sandbox.naming();
  const events = (options.events ?? Object.keys(EVENT_WORDS)).map((one) => eventKind(one, naming.authority));
  const agreed: Agreed = { secret: options.secret ?? randomBytes(24).toString('base64url'), naming };
  if (encrypt !== undefined) agreed.key = encrypt === true ? randomBytes(32).toString('base64') : encrypt;

  const receiver = await startReceiver(async (incoming) => {
    const opened = openDelivery(incoming, agreed);
    const forwarded = forwardTo === undefined ? undefined : await forward(incoming, forwardTo);
    write(deliveryText(incoming, opened, agreed, forwarded, paint));
    if (forwarded !== undefined) return 'status' in forwarded ? forwarded.status : 502;
    return 'event' in opened ? 204 : 400;
  });
  try {
    const { webhook_id } = await sandbox.call<{ webhook_id: string }>('POST', 'webhooks', {
      name: options.name ?? `payrig-listen-${randomBytes(4).toString('hex')}`,
      events,
      url: receiver.url,
      signing_secret: agreed.secret,
      ...(agreed.key === undefined ? {} : { encryption_key: agreed.key }),
      config: { include_payload: true },
    });
    try {
      write(greeting(events, agreed, forwardTo, paint));
      await untilStopped();
    } finally {
      await sandbox.call('DELETE', `webhooks/${webhook_id}`).catch((error: Error) => {
        write(`The subscription ${webhook_id} could not be deleted: ${error.message}\n`);
      });
    }
  } finally {
    await receiver.close();
  }
}

function greeting(
  events: readonly string[],
  agreed: Agreed,
  forwardTo: string | undefined,
  paint: Paint,
): string {
  const lines = [
    `Listening for ${events.join(', ')}. Ctrl-C ends it.`,
    `Signing secret: ${paint.cyan(agreed.secret)}`,
    ...(agreed.key === undefined ? [] : [`Encryption key: ${paint.cyan(agreed.key)}`]),
    ...(forwardTo === undefined ? [] : [`Forwarding to ${forwardTo}`]),
  ];
  return `${lines.join('\n')}\n\n`;
}

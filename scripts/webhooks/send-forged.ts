import { randomBytes } from 'node:crypto';
import { eventMaker } from '../../conformance/exam/context/events.ts';
import { Sender } from '../../conformance/receiver/sender.ts';
import { isSuccess } from '../../conformance/target/exchange.ts';
import { didYouMean } from '../../spec/did-you-mean.ts';
import { type Forgery, forgeries, type Sealing } from '../../spec/forgeries.ts';
import { completeProfile } from '../../spec/profile.ts';
import { loadReceiverClauses } from '../../spec/receiver-clauses.ts';
import { headerNames } from '../../spec/webhooks/seal.ts';
import type { SandboxConnection } from '../sandbox/sandbox-connection.ts';
import { UsageError } from '../terminal/usage-error.ts';
import { eventKind, eventWord } from './event-words.ts';

type Options = { to?: string; secret?: string; encryptionKey?: string; count: number; json: boolean };

const answerTimeoutMs = 10_000;

export async function sendForged(
  event: string,
  how: string,
  options: Options,
  sandbox: SandboxConnection,
  write: (text: string) => void,
): Promise<void> {
  const forgery = forgeries.find(({ name }) => name === how);
  const names = forgeries.map(({ name }) => name);
  if (!forgery)
    throw new UsageError(
      `There is no forgery ${how}.${didYouMean(how, names)} payrig trigger --list names them all.`,
    );
  if (options.to !== undefined && !URL.canParse(options.to))
    throw new UsageError(`--to ${options.to} is not an http(s) address.`);
  // With --to no sandbox is needed; the default names will do.
  const naming = options.to === undefined ? await sandbox.naming() : { vendor: 'svc', authority: 'taxauth' };
  const kind = eventKind(event, naming.authority);
  const subscribed = options.to === undefined ? await sandbox.webhooks() : [];
  const meant = subscribed.filter(({ events }) => events.includes(kind)).map(({ url }) => url);
  const targets = options.to === undefined ? meant : [options.to];
  if (targets.length === 0)
    throw new UsageError(
      `There is no subscription to ${kind}. Name a receiver with --to, or subscribe with payrig listen.`,
    );
  const sealing = sealingFor(forgery, options, naming.vendor);
  const makeEvent = eventMaker(completeProfile({ naming }), () => Date.now());
  const wish = { kind: eventWord(event, naming.authority), payload: true };
  for (const url of targets) {
    const sender = new Sender(url, answerTimeoutMs);
    for (let time = 0; time < options.count; time++) {
      const plain = () => makeEvent(wish).plain;
      const drawn = { ivs: [randomBytes(12), randomBytes(12)] as const, stranger: randomBytes(32) };
      const sent = forgery.make({ sealing, plain: plain(), other: plain(), ...drawn });
      const reply = await sender.send(sent);
      const answer = 'silence' in reply ? reply.message : String(reply.status);
      const verdict = verdictOn('status' in reply ? reply.status : undefined, forgery);
      const json = JSON.stringify({ forgery: how, url, answer, verdict });
      write(options.json ? `${json}\n` : `${how} to ${url}: ${answer}. ${verdict}\n`);
    }
    sender.close();
  }
}

/** A forgery of the signature needs no true secret, what is to pass for signed does. */
function sealingFor(forgery: Forgery, { secret, encryptionKey }: Options, vendor: string): Sealing {
  if (forgery.needs.includes('key') && encryptionKey === undefined)
    throw new UsageError(`${forgery.name} forges an encrypted delivery: give --encryption-key.`);
  const keyless = forgery.needs.includes('secret') && secret === undefined;
  const used = keyless ? randomBytes(24).toString('base64url') : secret;
  return { secret: used, key: encryptionKey, headerNames: headerNames(vendor) };
}

function verdictOn(status: number | undefined, { clause }: Forgery): string {
  if (status === undefined) return 'A forged delivery should be refused with an answer.';
  if (status >= 500) return 'Refused, but by an error of its own: answer 4xx.';
  if (!isSuccess({ status })) return 'Refused, as it should be.';
  const { danger, mend } = loadReceiverClauses().find(({ id }) => id === clause)!;
  return `TAKEN (${clause}). ${danger} ${mend}`;
}

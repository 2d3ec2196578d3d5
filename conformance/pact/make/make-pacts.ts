import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { PactV4 } from '@pact-foundation/pact';
import { resolve } from '../../../spec/contract.ts';
import type { PartialProfile } from '../../../spec/profile.ts';
import type { Json } from '../../../spec/render.ts';
import { open, sign } from '../../../spec/webhooks/index.ts';
import { type Message, messages, payloadKeys } from '../../specimens/messages.ts';
import { type Parties, pactFileName, standardParties } from '../library/pact-files.ts';
import { pactLibrary } from '../library/pact-library.ts';
import { given } from '../states/index.ts';
import { interactions } from './interactions.ts';
import { type Dialect, dialectOf, makeHttp } from './make-http.ts';
import { asText, matcherFor, regex } from './matchers.ts';

export type MakeOptions = {
  /** The folder of the pact; a file with its name there is replaced. */
  dir: string;
  parties?: Partial<Parties>;
  profile?: PartialProfile;
};

type Interaction = { type: string; description: string };

const asTheLibrarySorts = (a: Interaction, b: Interaction): number =>
  `${a.type} ${a.description}` < `${b.type} ${b.description}` ? -1 : 1;

export type MadePact = { file: string; http: number; messages: number };

/**
 * Makes the pact in a folder of its own, each interaction in a file of its own: the library reads and writes the whole file for
 * every interaction that it adds, which was two thirds of the time, and loses interactions when two write at once.
 */
export async function makePacts({ dir, parties = {}, profile }: MakeOptions): Promise<MadePact> {
  const library = await pactLibrary();
  const dialect = dialectOf(profile);
  const { consumer = standardParties.consumer, provider = standardParties.provider } = parties;
  const names = { consumer, provider };
  const aside = join(dir, `.making-${process.pid}-${randomBytes(4).toString('hex')}`);
  const made: { interactions: Interaction[] }[] = [];
  const one = async (put: (pact: PactV4) => Promise<void>): Promise<void> => {
    const own = join(aside, String(made.length));
    await put(new library.PactV4({ ...names, dir: own, logLevel: 'error' }));
    made.push(JSON.parse(await readFile(join(own, pactFileName(names)), 'utf8')));
  };
  await mkdir(aside, { recursive: true });
  try {
    for (const interaction of interactions)
      await one((pact) => makeHttp(library, pact, dialect, interaction));
    const sent = messages.filter((message) => isSent(dialect, message));
    for (const message of sent) await one((pact) => makeMessage(pact, dialect, message));
    const all = made.flatMap((part) => part.interactions).sort(asTheLibrarySorts);
    const [file, written] = [join(dir, pactFileName(names)), join(aside, 'whole.json')];
    await writeFile(written, JSON.stringify({ ...made[0], interactions: all }, null, 2));
    await rename(written, file);
    return { file, http: interactions.length, messages: sent.length };
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

const secret = 'the-secret-of-the-subscription';

/** Puts one delivery into the pact by letting the receiver kit verify and read it. */
async function makeMessage(pact: PactV4, dialect: Dialect, message: Message): Promise<void> {
  const { cause, includePayload, operation } = message;
  const body = sorted(bodyUnder(dialect, message));
  const place = `/webhooks/${dialect.named(message.event)}/post/requestBody/content/application~1json/schema`;
  const schema = resolve(dialect.stated, place);
  const wanted = { cause, include_payload: includePayload };
  const { state, params } = given('a subscriber is told of an event', wanted);
  // Node, and what is built on it, hands header names over in lower case, and a pact compares them to the letter.
  const signature = dialect.named('x-svc-signature').toLowerCase();
  await pact
    .addAsynchronousInteraction()
    .given(state, params)
    .reference('AsyncAPI', 'operationId', dialect.named(operation))
    .expectsToReceive(message.description, (builder) => {
      builder.withJSONContent(matcherFor(dialect.stated, schema, body));
      builder.withMetadata({
        contentType: 'application/json',
        [signature]: asText(regex('^[0-9a-f]{128}$', sign(JSON.stringify(body), secret))),
      });
    })
    .executeTest(async ({ contents, metadata }) => {
      const signed = String(metadata[signature]);
      const event = open({
        rawBody: JSON.stringify(contents.content),
        headers: { [signature]: signed },
        secret,
        unencrypted: true,
        naming: dialect.profile.naming,
      });
      if (!isDeepStrictEqual(event, body))
        throw new Error(`The receiver kit made ${JSON.stringify(event)} of ${JSON.stringify(body)}`);
    });
}

/** Whether a deployment of this kind sends such messages at all. */
function isSent({ profile: { points } }: Dialect, { cause, includePayload }: Message): boolean {
  if (cause !== 'income data arrives') return true;
  const withoutPayload = points['events.income.payload-key'] === null;
  return points['events.income.trigger'] !== 'never' && !(includePayload && withoutPayload);
}

function bodyUnder({ profile, named }: Dialect, { body }: Message): Json {
  const keys = payloadKeys(profile);
  const { payload, ...rest } = named(body) as { payload?: object };
  if (!payload) return rest;
  return {
    ...rest,
    payload: Object.fromEntries(Object.entries(payload).map(([key, value]) => [keys[key] ?? key, value])),
  };
}

/** The native library hands contents back with sorted keys; a signature is over bytes, so they are sorted before. */
function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  const keys = Object.keys(value).sort();
  return Object.fromEntries(keys.map((key) => [key, sorted(value[key]!)]));
}

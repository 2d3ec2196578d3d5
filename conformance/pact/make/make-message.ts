import { isDeepStrictEqual } from 'node:util';
import type { PactV4 } from '@pact-foundation/pact';
import { resolve } from '../../../spec/contract.ts';
import type { Json } from '../../../spec/render.ts';
import { open, sign } from '../../../spec/webhooks/index.ts';
import { asText, matcherFor, regex } from '../matchers.ts';
import type { Message } from '../messages.ts';
import { given } from '../states/index.ts';
import type { Dialect } from './dialect.ts';

const secret = 'the-secret-of-the-subscription';

/** Puts one delivery into the pact by letting the receiver kit verify and read it. */
export async function makeMessage(pact: PactV4, dialect: Dialect, message: Message): Promise<void> {
  const { cause, includePayload, operation } = message;
  const body = sorted(bodyUnder(dialect, message));
  const schema = resolve(
    dialect.stated,
    `/webhooks/${dialect.named(message.event)}/post/requestBody/content/application~1json/schema`,
  );
  const { state, params } = given('a subscriber is told of an event', {
    cause,
    include_payload: includePayload,
  });
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
export function isSent({ profile: { points } }: Dialect, { cause, includePayload }: Message): boolean {
  if (cause !== 'income data arrives') return true;
  const withoutPayload = points['events.income.payload-key'] === null;
  return points['events.income.trigger'] !== 'never' && !(includePayload && withoutPayload);
}

function bodyUnder({ profile, named }: Dialect, { body }: Message): Json {
  const keys: Readonly<Record<string, string | null>> = {
    bank_statement_submissions: profile.points['events.bank-statement.payload-key'],
    income_submissions: profile.points['events.income.payload-key'],
  };
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

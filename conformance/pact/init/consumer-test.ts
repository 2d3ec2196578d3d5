import type { Parties } from '../pact-files.ts';

/** A consumer test that runs as it is: one request of the typed client, and one delivery that the receiver kit reads. */
export const consumerTest = ({ consumer, provider }: Parties): string => `\
// What ${consumer} asks of the service, and which webhook deliveries it understands, written down as a pact.
//   npx vitest run             writes pacts/${consumer}-${provider}.json
//   npx payrig pact verify     does a sandbox keep it?
//   npx payrig pact states     what \`given\` can ask for
import { MatchersV3, PactV4 } from '@pact-foundation/pact';
import { createPayrollClient, unwrap } from 'payrig/client';
import { given } from 'payrig/pact';
import { open, sign } from 'payrig/webhooks';
import { expect, test } from 'vitest';

const { eachLike, fromProviderState, integer, regex, string, uuid } = MatchersV3;
const pact = new PactV4({ consumer: ${JSON.stringify(consumer)}, provider: ${JSON.stringify(provider)}, dir: 'pacts', logLevel: 'error' });
const userId = '3a1547f8-db4e-4fd2-bf8a-b8c5569e3f93';

test('the users are listed', async () => {
  const key = given('the client has an API key');
  const user = given('a user exists', { forename: 'Nora', surname: 'Quill' });
  await pact
    .addInteraction()
    .given(key.state)
    .given(user.state, user.params)
    .uponReceiving('a request for the first users')
    .withRequest('GET', '/users', (request) => {
      request.query({ limit: '10' });
      // The verification puts in the key that the deployment gave out.
      request.headers({ 'X-API-KEY': fromProviderState('\${api_key}', 'sandbox-key') });
    })
    .willRespondWith(200, (response) => {
      response.jsonBody({
        pagination: { total_count: integer(1) },
        users: eachLike({ user_id: uuid(userId) }),
      });
    })
    .executeTest(async ({ url }) => {
      const client = createPayrollClient({ baseUrl: url, apiKey: 'sandbox-key' });
      const { users } = await unwrap(client.GET('/users', { params: { query: { limit: 10 } } }));
      expect(users.map((one) => one.user_id)).toEqual([userId]);
    });
});

test('a delivery about new payroll is verified and read', async () => {
  const secret = 'the-secret-of-the-subscription';
  const told = given('a subscriber is told of an event', {
    cause: 'a payslip is uploaded',
    include_payload: false,
  });
  // In alphabetical order, as the Pact library hands it over: the signature is over the very bytes.
  const body = {
    account_id: null, // The data came with a document, not through an account.
    entry_id: '5f0c2a9e-8f43-4b77-a2d0-9c3e5f1b8d64',
    event: 'user-payroll-submitted',
    timestamp: '2026-03-02T10:21:00.000Z',
    user_id: userId,
  };
  await pact
    .addAsynchronousInteraction()
    .given(told.state, told.params)
    .expectsToReceive('a delivery about an uploaded payslip', (message) => {
      message.withJSONContent({
        ...body,
        entry_id: uuid(body.entry_id),
        timestamp: string(body.timestamp),
        user_id: uuid(body.user_id),
      });
      message.withMetadata({
        contentType: 'application/json',
        'x-svc-signature': regex('^[0-9a-f]{128}$', sign(JSON.stringify(body), secret)) as never,
      });
    })
    .executeTest(async ({ contents, metadata }) => {
      const event = open({
        rawBody: JSON.stringify(contents.content),
        headers: metadata as Record<string, string>,
        secret,
        unencrypted: true,
      });
      expect(event.user_id).toBe(userId);
    });
});
`;

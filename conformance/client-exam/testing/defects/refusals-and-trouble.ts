import { randomUUID } from 'node:crypto';
import { type Defect, defect } from '../defect.ts';
import { emptyList, repeating, swallowing, uploadAgain } from './habits.ts';

export const refusalsAndTroubleDefects: readonly Defect[] = [
  // Refusals
  defect('refusals.not-swallowed', 'update-user', 'says nothing of a refusal', swallowing({})),
  defect('refusals.not-swallowed', 'income', 'takes a refusal for an empty list', swallowing(emptyList)),
  defect('refusals.words', 'subscribe', 'says that something went wrong', {
    words: () => 'Something went wrong',
  }),
  defect('refusals.not-retried', 'direct-connection', 'tries a refused request again', repeating(403)),
  defect('refusals.not-retried', 'update-user', 'tries a request again that was not found', repeating(404)),
  defect(
    'refusals.nothing-half-done',
    'upload-statement',
    'removes the name when presigning was refused',
    (right) => ({
      'upload-statement': async (client) =>
        right['upload-statement'](client).catch(async (error) => {
          await client.call(client, {
            method: 'PATCH',
            path: `/users/${client.values['USER_ID']}`,
            body: { ext_id: 'failed' },
          });
          throw error;
        }),
    }),
  ),
  defect(
    'refusals.nothing-half-done',
    'invite-member',
    'invites with the key when the sign-in was refused',
    (right) => ({
      'invite-member': async (client) =>
        right['invite-member'](client).catch(() => {
          const { INVITE_EMAIL: email, ROLE: role } = client.values;
          return client.call(client, { method: 'POST', path: '/members', body: { email, role } });
        }),
    }),
  ),
  // Trouble
  defect('trouble.rate-limited', 'list-users', 'takes too many requests for no users', (right) => ({
    ...swallowing(emptyList)(right),
    tries: 1,
  })),
  defect('trouble.retry-after', 'income', 'does not read Retry-After', (right) => ({
    pauseMs: (client, nth) => right.pauseMs(client, nth, null),
  })),
  defect('trouble.retry-after', 'delete-user', 'takes Retry-After for milliseconds', {
    pauseMs: (_client, _nth, retryAfter) => Number(retryAfter ?? 50),
  }),
  defect('trouble.outage-told', 'affordability', 'takes an outage for no data', swallowing(emptyList)),
  defect('trouble.bounded-retries', 'list-users', 'never gives up', {
    tries: 10_000,
    firstPauseMs: 1,
    pauseMs: (_client, nth) => 1 + (nth % 7),
  }),
  defect('trouble.pauses-grow', 'list-users', 'tries again without a pause', { pauseMs: () => 0, tries: 6 }),
  defect('trouble.pauses-grow', 'income', 'pauses for the same time each time', {
    pauseMs: () => 300,
    tries: 5,
  }),
  defect('trouble.connection-refused', 'delete-entry', 'takes silence for success', swallowing({})),
  defect('trouble.reset', 'subscribe', 'takes a broken connection for success', (right) => ({
    subscribe: (client) => right.subscribe(client).catch(() => ({})),
  })),
  defect('trouble.cut-body', 'affordability', 'takes half an answer for no data', (right) => ({
    ...swallowing(emptyList)(right),
    tries: 1,
  })),
  defect('trouble.html', 'list-users', 'takes a page for an empty list', (right) => ({
    read: (text, status) => (text.startsWith('<') ? emptyList : right.read(text, status)),
  })),
  defect('trouble.html', 'update-user', 'does not look into a successful answer', {
    read: (text) => (text.startsWith('{') ? JSON.parse(text) : {}),
  }),
  defect('trouble.invalid-json', 'income', 'takes what it cannot parse for an empty list', (right) => ({
    read: (text, status) => {
      try {
        return right.read(text, status);
      } catch {
        return emptyList;
      }
    },
  })),
  defect('trouble.lost-answer', 'connect', 'repeats a query whose answer was lost', {
    mayRepeatUnanswered: () => true,
  }),
  defect('trouble.lost-answer', 'direct-connection', 'repeats a direct connection after a 503', {
    mayRepeat: (status) => status === 503,
  }),
  defect('trouble.time-limit', 'list-users', 'waits for ever', { timeLimitMs: 60_000 }),
  defect(
    'trouble.no-second-upload',
    'upload-statement',
    'presigns and uploads anew when an upload broke',
    (right) => ({
      'upload-statement': (client) =>
        right['upload-statement']({ ...client, findsUploaded: false }).catch(() =>
          right['upload-statement']({ ...client, findsUploaded: false }),
        ),
    }),
  ),
  defect('trouble.no-second-subscription', 'subscribe', 'subscribes anew under another name', (right) => ({
    webhookName: () => `exam ${randomUUID()}`,
    call: (client, request) =>
      right
        .call(client, request)
        .catch(() => right.call(client, { ...request, body: request.body && client.webhook(client) })),
  })),
  // Repetition
  defect('repetition.twice', 'upload-statement', 'uploads without a look at what is there', uploadAgain),
  defect('repetition.twice', 'subscribe', 'subscribes under a random name', (right) => ({
    subscribe: async (client) => {
      const body = { ...right.webhook(client), name: randomUUID() };
      return {
        webhook_id: (await client.call(client, { method: 'POST', path: '/webhooks', body })).webhook_id,
      };
    },
  })),
  defect('repetition.at-once', 'subscribe', 'looks before it subscribes under a random name', {
    webhookName: () => randomUUID(),
  }),
];

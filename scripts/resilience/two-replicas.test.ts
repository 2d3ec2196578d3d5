// Two sandboxes in front of one PostgreSQL, as two processes behind a balancer would be.
import { expect, onTestFinished, test } from 'vitest';
import { type Arranging, arranging } from '../../simulator/arrangement/testing/arranging.ts';
import { postgresPlace } from '../../simulator/store/testing/postgres-place.ts';
import { startReceiver } from '../../simulator/webhooks/testing/receiver.ts';

async function replicas(): Promise<[Arranging, Arranging]> {
  const place = await postgresPlace();
  onTestFinished(place.remove);
  const open = async () => {
    const store = await place.open();
    const replica = await arranging({ store });
    onTestFinished(async () => {
      await replica.close();
      await store.close();
    });
    return replica;
  };
  return Promise.all([open(), open()]);
}

test('whichever replica is asked, every event arrives, in the order of its user', async () => {
  const [one, two] = await replicas();
  const receiver = await startReceiver();
  onTestFinished(receiver.close);
  const body = { name: 'w', events: ['user-payroll-submitted'], url: receiver.url };
  expect((await one.call('POST', '/webhooks', body)).status).toBe(201);
  const users = await Promise.all([one.user(), two.user(), one.user()]);
  const entries = new Map<string, string[]>(users.map((id) => [id, []]));
  await Promise.all(
    users.map(async (id, nth) => {
      for (let event = 0; event < 8; event += 1) {
        const { call } = (event + nth) % 2 === 0 ? one : two;
        const made = await call('POST', `/_sandbox/users/${id}/entries`, { payroll_submissions: [{}] });
        entries.get(id)?.push(made.body.entry_id);
      }
    }),
  );
  const told = (id: string) => {
    const messages = receiver.seen.map(({ body }) => JSON.parse(body.toString()));
    return [...new Set(messages.filter(({ user_id }) => user_id === id).map(({ entry_id }) => entry_id))];
  };
  for (const [id, ids] of entries) await expect.poll(() => told(id), { timeout: 10_000 }).toEqual(ids);
  const { deliveries } = (await two.call('GET', '/_sandbox/deliveries')).body;
  expect(deliveries).toHaveLength(24);
});

test('what one replica learns the other knows: clock, faults, configuration, people, tokens, reset', async () => {
  const [one, two] = await replicas();
  const moved = await one.call('POST', '/_sandbox/clock', { by: 'P3D', frozen: true });
  expect((await two.call('GET', '/_sandbox/clock')).body).toEqual({ now: moved.body.now, frozen: true });
  await two.call('PATCH', '/configuration', { payroll_period_months: 5 });
  expect((await one.call('GET', '/configuration')).body.payroll_period_months).toBe(5);
  await one.call('PUT', '/_sandbox/faults', {
    faults: [{ operation: 'listProviders', status: 500, times: 1 }],
  });
  expect((await two.call('GET', '/providers')).status).toBe(500);
  expect((await one.call('GET', '/providers')).status).toBe(200);
  const id = await one.user({ forename: 'Shared' });
  const token = await two.token(id);
  await two.accept(id);
  const files = { files: [{ file_name: 'a.pdf' }] };
  const bearer = { authorization: `Bearer ${token}` };
  expect((await one.call('PUT', '/documents/bank-statements/presign', files, bearer)).status).toBe(200);
  await two.call('POST', '/_sandbox/reset', {});
  expect((await one.call('GET', `/_sandbox/users/${id}`)).status).toBe(404);
});

test('of two moves of the clock at once, to two replicas, each check happens once', async () => {
  const [one, two] = await replicas();
  await one.call('POST', '/_sandbox/clock', { frozen: true });
  const id = await one.user({ recurring_checks_enabled: true, recurring_check_frequency: 'HOURLY' });
  const term = await one.call('POST', '/_sandbox/terms', { authorisation_category: 'recurring' });
  await one.accept(id, { term_id: term.body.id });
  await one.call('POST', `/_sandbox/users/${id}/accounts`, { payroll: [] });
  const moves = await Promise.all(
    [one, two].map(({ call }) => call('POST', '/_sandbox/clock', { by: 'PT5H' })),
  );
  const checks = moves.flatMap(({ body }) =>
    body.effects.filter((effect: { kind: string; user_id: string }) => effect.user_id === id),
  );
  expect(checks).toHaveLength(10);
  expect(new Set(checks.map(({ at }) => at)).size).toBe(10);
});

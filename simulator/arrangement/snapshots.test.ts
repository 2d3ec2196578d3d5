import { afterEach, expect, test } from 'vitest';
import { world } from '../../generators/world/world.ts';
import type { Snapshot } from '../../spec/types.ts';
import { createSandbox, type Sandbox } from '../sandbox.ts';
import { memoryStore } from '../store/adapters/memory/memory-store.ts';
import { startReceiver } from '../webhooks/testing/receiver.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const now = '2027-03-09T10:00:00.000Z';

async function sandbox(options: Parameters<typeof createSandbox>[0] = {}): Promise<Sandbox> {
  const made = await createSandbox({ users: 30, now, frozen: true, strict: true, ...options });
  closing.push(made.close);
  return made;
}

async function call({ url, apiKey }: Sandbox, method: string, path: string, body?: unknown) {
  const answer = await fetch(url + path, {
    method,
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, text: await answer.text() };
}

async function must<T>(at: Sandbox, method: string, path: string, body?: unknown): Promise<T> {
  const { status, text } = await call(at, method, path, body);
  expect({ status, text }).toMatchObject({ status: expect.toSatisfy((code) => code < 300) });
  return JSON.parse(text) as T;
}

/** All that can be read of a client. */
async function everything(at: Sandbox, userIds: readonly string[]): Promise<string[]> {
  const paths = [
    ...['/users?limit=100', '/configuration', '/webhooks', '/providers', '/_sandbox/clock'],
    ...['/_sandbox/deliveries', '/_sandbox/faults'],
    ...userIds.flatMap((id) => [
      `/_sandbox/users/${id}`,
      `/taxauth/${id}`,
      `/expenditure/${id}/ons`,
      `/bankstatements/${id}`,
    ]),
  ];
  const answers: string[] = [];
  for (const path of paths) {
    const { status, text } = await call(at, 'GET', path);
    answers.push(`${path}: ${status} ${text}`);
  }
  return answers;
}

/** A client to which something of everything has happened. */
async function lived(): Promise<{ at: Sandbox; userIds: string[] }> {
  const at = await sandbox({ seed: 'one' });
  const receiver = await startReceiver((_, response) => response.writeHead(500).end());
  closing.push(receiver.close);
  const people = world('one', { users: 30, born: Date.parse(now) });
  const { user_id } = await must<{ user_id: string }>(at, 'POST', '/_sandbox/users', { forename: 'New' });
  const seeded = [0, 1, 2, 3].map((index) => people.userId(index));
  await must(at, 'POST', '/webhooks', {
    name: 'hook',
    events: ['user-payroll-submitted'],
    url: receiver.url,
  });
  await must(at, 'PATCH', `/users/${seeded[1]}`, { forename: 'Renamed' });
  await must(at, 'DELETE', `/users/${seeded[3]}`);
  await must(at, 'PATCH', '/configuration', { payroll_period_months: 7, recurring_checks_enabled: true });
  await must(at, 'POST', `/_sandbox/users/${user_id}/authorisations`, {});
  await must(at, 'POST', `/_sandbox/users/${user_id}/accounts`, {});
  await must(at, 'POST', `/_sandbox/users/${user_id}/entries`, { payroll_submissions: [{}] });
  await must(at, 'POST', `/_sandbox/users/${seeded[0]}/bank-statements`, {});
  await must(at, 'PUT', '/_sandbox/faults', { faults: [{ operation: 'signInMember', latency_ms: 1 }] });
  await must(at, 'POST', '/_sandbox/clock', { by: 'P40D' });
  return { at, userIds: [user_id, ...seeded] };
}

test('a snapshot gives every answer back, byte for byte, after changes and in a sandbox of another seed', async () => {
  const { at, userIds } = await lived();
  const before = await everything(at, userIds);
  const snapshot = await must<Snapshot>(at, 'GET', '/_sandbox/snapshot');
  expect(snapshot).toMatchObject({ version: 2, seed: 'one', born: now, frozen: true });
  await must(at, 'POST', '/_sandbox/reset', {});
  await must(at, 'DELETE', `/users/${userIds[2]}`);
  const other = await sandbox({ seed: 'another', now: '2026-01-01T00:00:00Z', users: 40 });
  for (const target of [at, other]) {
    await must(target, 'PUT', '/_sandbox/snapshot', snapshot);
    expect(await everything(target, userIds)).toEqual(before);
    expect(await must(target, 'GET', '/_sandbox/snapshot')).toEqual(snapshot);
  }
});

test('what was due in a snapshot happens where it is loaded, and a reset returns to its own birth', async () => {
  const { at, userIds } = await lived();
  const snapshot = await must<Snapshot>(at, 'GET', '/_sandbox/snapshot');
  const other = await sandbox({ seed: 'another', store: memoryStore() });
  await must(other, 'PUT', '/_sandbox/snapshot', snapshot);
  const [here, there] = await Promise.all(
    [at, other].map((one) =>
      must<{ effects: { at: string; kind: string }[] }>(one, 'POST', '/_sandbox/clock', { by: 'P30D' }),
    ),
  );
  const timesOf = ({ effects }: typeof here & object) => effects.map(({ at, kind }) => [at, kind]);
  expect(timesOf(here!).length).toBeGreaterThan(0);
  // Waits between attempts are drawn, so that only what is scheduled is the same to the instant.
  const scheduled = (all: ReturnType<typeof timesOf>) =>
    all.filter(([, kind]) => kind !== 'delivery-attempt');
  expect(scheduled(timesOf(there!))).toEqual(scheduled(timesOf(here!)));
  await must(other, 'POST', '/_sandbox/reset', {});
  const { user } = await must<{ user: { user_id: string } }>(other, 'GET', `/_sandbox/users/${userIds[4]}`);
  expect(user.user_id).toBe(userIds[4]);
  expect(await must(other, 'GET', '/_sandbox/clock')).toEqual({ now, frozen: true });
});

test('a clock that goes on goes on from the time of the snapshot', async () => {
  const at = await sandbox({ frozen: false });
  const snapshot = await must<Snapshot>(at, 'GET', '/_sandbox/snapshot');
  await must(at, 'POST', '/_sandbox/clock', { by: 'P1Y' });
  await must(at, 'PUT', '/_sandbox/snapshot', snapshot);
  const clock = await must<{ now: string; frozen: boolean }>(at, 'GET', '/_sandbox/clock');
  expect(clock.frozen).toBe(false);
  expect(Date.parse(clock.now) - Date.parse(snapshot.now)).toBeLessThan(60_000);
});

test('a snapshot of another version, one that was changed and what is not a snapshot are refused and change nothing', async () => {
  const { at, userIds } = await lived();
  const snapshot = await must<Snapshot>(at, 'GET', '/_sandbox/snapshot');
  const before = await everything(at, userIds);
  const refused = async (body: unknown, why: RegExp) => {
    const { status, text } = await call(at, 'PUT', '/_sandbox/snapshot', body);
    expect(status).toBe(400);
    expect(text).toMatch(why);
  };
  await refused({ ...snapshot, version: 99 }, /version 99.*version 2/);
  await refused({ ...snapshot, contents: { ...snapshot.contents, aggregates: [] } }, /not as it was saved/);
  await refused({}, /version/);
  expect(await everything(at, userIds)).toEqual(before);
});

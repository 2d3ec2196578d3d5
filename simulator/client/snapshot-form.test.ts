import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Snapshot } from '../../spec/types.ts';
import { createSandbox, type Sandbox } from '../sandbox.ts';

let sandbox: Sandbox;
let saved: Snapshot;

const call = async (path: string, method = 'GET', body?: unknown) => {
  const headers = { 'X-API-KEY': sandbox.apiKey, 'Content-Type': 'application/json' };
  const response = await fetch(sandbox.url + path, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

beforeAll(async () => {
  sandbox = await createSandbox({ users: 2 });
  await call('/_sandbox/users', 'POST', { forename: 'Ann' });
  saved = (await call('/_sandbox/snapshot')).body as unknown as Snapshot;
});
afterAll(() => sandbox.close());

/** A snapshot with other contents and their checksum, as any user can make it. */
function forged(change: (contents: Record<string, unknown[]>) => void): Snapshot {
  const contents = structuredClone(saved.contents);
  change(contents as never);
  return {
    ...saved,
    contents,
    checksum: createHash('sha256').update(JSON.stringify(contents)).digest('hex'),
  };
}

const clientOf = (contents: Record<string, unknown[]>) =>
  (contents['aggregates'] as { id: string; document: Record<string, unknown> }[]).find(
    ({ id }) => id === 'client',
  )!;

const setClient = (contents: Record<string, unknown[]>, fields: object) =>
  void Object.assign(clientOf(contents).document, fields);
const birth = { seed: '1', users: 2, born: '2026-01-05T09:00:00.000Z', clock: 'real' };
const term = {
  id: '00000000-0000-4000-8000-000000000000',
  is_active: true,
  is_system_term: true,
  authorisation_version: 1,
  created_at: '2026-01-05T09:00:00.000Z',
  name: 'x',
  authorisation_text: 'x',
  authorisation_category: 'one_time',
};
const delivery = {
  id: 'd1',
  kind: 'delivery',
  owner: 'client',
  queue: 'q',
  target: 'w',
  sequence: 900,
  due: 1,
  data: {
    event: 'user-payroll-submitted',
    created_at: 1,
    state: 'pending',
    failure: null,
    round: 1,
    tries: 0,
    attempts: [],
    message: '{}',
    headers: null,
    body: null,
  },
};
const check = {
  id: 'c1',
  kind: 'check',
  owner: 'client',
  queue: 'q',
  target: null,
  sequence: 901,
  due: 1,
  data: {},
};

it.each<[string, (contents: Record<string, unknown[]>) => void, string]>([
  ['no client', (contents) => contents['aggregates']!.splice(0), 'there is no client'],
  ['a client without a birth', (contents) => delete clientOf(contents).document['birth'], "'birth'"],
  [
    'a birth of too many',
    (contents) => setClient(contents, { birth: { ...birth, users: 1e9 } }),
    '> birth: ',
  ],
  [
    'a birth in the year 0',
    (contents) => setClient(contents, { birth: { ...birth, born: '0000-01-01T00:00:00.000Z' } }),
    '> birth: ',
  ],
  [
    'a birth at no time',
    (contents) => setClient(contents, { birth: { ...birth, born: 'x' } }),
    'birth > born must match',
  ],
  ['a client twice', (contents) => contents['aggregates']!.push(clientOf(contents)), 'id is there already'],
  [
    'a scenario of nothing',
    (contents) => setClient(contents, { scenarios: [{}] }),
    'scenarios > 0 must have',
  ],
  [
    'an empty scenario',
    (contents) => setClient(contents, { scenarios: [{ scenario: {} }] }),
    'scenarios > 0: ',
  ],
  [
    'a member of nothing',
    (contents) => setClient(contents, { members: { x: {} } }),
    "members > x must have required property 'email'",
  ],
  [
    'a term with an odd id',
    (contents) => setClient(contents, { terms: { x: { ...term, id: '$(reboot)' } } }),
    'terms > x > id must match',
  ],
  ['an aggregate without an id', (contents) => contents['aggregates']!.push({}), '> id is not an id'],
  ['work of nothing', (contents) => contents['work']!.push({ id: 'x' }), 'work > '],
  ['work of no user', (contents) => contents['work']!.push({ ...check, owner: 'x' }), 'owner does not exist'],
  [
    'work of no kind',
    (contents) => contents['work']!.push({ ...check, kind: 'x' }),
    '> kind must be equal to',
  ],
  ['work with one number', (contents) => contents['work']!.push(check, { ...check, id: 'c2' }), '> sequence'],
  [
    'work twice',
    (contents) => contents['work']!.push(check, { ...check, sequence: 902 }),
    'id is there already',
  ],
  [
    'an empty delivery',
    (contents) => contents['work']!.push({ ...delivery, data: {} }),
    "data must have required property 'event'",
  ],
  [
    'a delivery with a debt',
    (contents) => contents['work']!.push({ ...delivery, data: { ...delivery.data, tries: -1e9 } }),
    'tries must be >= 0',
  ],
  ['a file without a name', (contents) => contents['files']!.push({ id: '', base64: '' }), 'files > 0 > id'],
  [
    'a user without parts',
    (contents) => contents['aggregates']!.push({ id: 'x', sortKey: 'x', document: { base: 'none' } }),
    'document must have required property',
  ],
  [
    'a user with an empty account',
    (contents) =>
      contents['aggregates']!.push({
        id: 'x',
        sortKey: 'x',
        document: { base: 'seeded', parts: { accounts: { a: {} } } },
      }),
    "parts > accounts > a must have required property 'created_at'",
  ],
])('a snapshot with %s is refused with the place, and changes nothing', async (_, change, place) => {
  const before = await call('/users');
  const { status, body } = await call('/_sandbox/snapshot', 'PUT', forged(change));
  expect([status, body]).toEqual([400, { errors: [expect.stringContaining(place)] }]);
  expect(await call('/users')).toEqual(before);
});

it('a snapshot that was saved is loaded, whatever numbers the API took', async () => {
  const largest = Number.MAX_SAFE_INTEGER;
  const faults = [-largest, largest].map((seed) => ({ operation: 'deleteUser', times: largest, seed }));
  expect((await call('/_sandbox/faults', 'PUT', { faults })).status).toBe(200);
  const { body } = await call('/_sandbox/snapshot');
  expect((await call('/_sandbox/snapshot', 'PUT', body)).body).not.toHaveProperty('errors');
  for (const fault of [{ seed: -1e16 }, { seed: 1e16 }, { times: 1e16 }])
    expect((await call('/_sandbox/faults', 'PUT', { faults: [fault] })).status).toBe(400);
});

it('income that an earlier version saved without an account and an entry is loaded, and has both', async () => {
  const { user_id } = (await call('/_sandbox/users', 'POST', { post_codes: ['LS1 4AP'] })).body;
  await call(`/_sandbox/users/${user_id}/taxauth`, 'POST', {});
  saved = (await call('/_sandbox/snapshot')).body as unknown as Snapshot;
  const text = JSON.stringify(saved.contents);
  const older = JSON.parse(text.replace(/"(account_id|entry_id)":"[^"]+"/g, '"$1":null'));
  const loaded = await call(
    '/_sandbox/snapshot',
    'PUT',
    forged((contents) => void Object.assign(contents, older)),
  );
  expect(loaded.status).toBe(200);
  const [income] = (await call(`/taxauth/${user_id}`)).body['income_submissions'] as object[];
  const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/);
  expect(income).toMatchObject({ account_id: uuid, entry_id: uuid });
  // A user whose first details were never stored is the person of the details that are.
  expect((await call(`/users/${user_id}`, 'PATCH', { post_codes: ['EH1 1AA'] })).status).toBe(200);
});

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

/** A snapshot with other contents and the checksum of those, as anybody can make it. */
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

it.each<[string, (contents: Record<string, unknown[]>) => void, string]>([
  ['no client', (contents) => contents['aggregates']!.splice(0), 'there is no client'],
  ['a client without a birth', (contents) => delete clientOf(contents).document['birth'], 'document > birth'],
  ['a client twice', (contents) => contents['aggregates']!.push(clientOf(contents)), 'id is there already'],
  ['an aggregate without an id', (contents) => contents['aggregates']!.push({}), '> id is something else'],
  ['work of nobody', (contents) => contents['work']!.push({ id: 'x' }), 'work > '],
  ['a file without a name', (contents) => contents['files']!.push({ id: '', base64: '' }), 'files > 0 > id'],
  [
    'a user without parts',
    (contents) => contents['aggregates']!.push({ id: 'x', sortKey: 'x', document: { base: 'none' } }),
    'parts is something else',
  ],
])('a snapshot with %s is refused with the place, and changes nothing', async (_, change, place) => {
  const before = await call('/users');
  const { status, body } = await call('/_sandbox/snapshot', 'PUT', forged(change));
  expect([status, body]).toEqual([400, { errors: [expect.stringContaining(place)] }]);
  expect(await call('/users')).toEqual(before);
});

it('a snapshot that was saved is loaded', async () => {
  expect(
    (
      await call(
        '/_sandbox/snapshot',
        'PUT',
        forged(() => {}),
      )
    ).status,
  ).toBe(200);
});

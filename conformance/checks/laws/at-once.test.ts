import { expect, test } from 'vitest';
import { loadContract } from '../../../spec/contract.ts';
import { defaultProfile } from '../../../spec/profile.ts';
import { atOnceLaws, writes } from './at-once.ts';

test('every operation that writes is sent by several at once', () => {
  const operations = [...loadContract(defaultProfile()).operations.values()];
  const writing = operations.filter(({ method }) => method !== 'get').map(({ id }) => id);
  expect(Object.keys(writes).sort()).toEqual(writing.sort());
  // By users of one client and by two clients: signing in has no other client, the configuration no users.
  expect(atOnceLaws).toHaveLength(2 * writing.length - 2);
});

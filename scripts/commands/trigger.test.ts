import { expect, test } from 'vitest';
import { personasOf } from '../../generators/world/world.ts';
import { fakeSandbox } from '../testing/fake-sandbox.ts';
import { triggerCommand } from './trigger.ts';

const user = '3f2b8c1e-7a4d-4c55-9e01-5d1f0a9b7c21';

async function triggered(args: string[]): Promise<string> {
  let printed = '';
  const command = triggerCommand((text) => {
    printed += text;
  });
  await command.parseAsync(args, { from: 'user' });
  return printed;
}

test('each event happens through its own door, named in short or in full', async () => {
  const doors = [
    [
      'payroll',
      'user-payroll-submitted',
      'entries',
      { payroll_submissions: [{}] },
      { entry_id: 'e-1' },
      'entry e-1',
    ],
    [
      'bank-statement',
      'user-bank-statement-submitted',
      'bank-statements',
      {},
      { id: 'b-1' },
      'bank statement submission b-1',
    ],
    ['taxauth', 'user-revenue-data-submitted', 'taxauth', {}, { id: 'i-1' }, 'income submission i-1'],
  ] as const;
  for (const [word, kind, path, body, answer, made] of doors) {
    for (const typed of [word, kind]) {
      const door = `/_sandbox/users/${user}/${path}`;
      const sandbox = await fakeSandbox({ [`POST ${door}`]: answer });
      const printed = await triggered([typed, '--user', user, '--url', sandbox.url, '--api-key', 'mine']);
      expect(sandbox.calls.at(-1)).toEqual({ method: 'POST', path: door, body, apiKey: 'mine' });
      expect(printed).toBe(`${kind}: ${made} of user ${user}\n`);
    }
  }
});

test('anybody will do when nobody is named, a new user if there is none', async () => {
  const entries = { [`POST /_sandbox/users/${user}/entries`]: { entry_id: 'e' } };
  const some = await fakeSandbox({ 'GET /users?limit=1': { users: [{ user_id: user }] }, ...entries });
  expect(await triggered(['payroll', '--url', some.url])).toContain(user);
  const none = await fakeSandbox({
    'GET /users?limit=1': { users: [] },
    'POST /_sandbox/users': { user_id: user },
    ...entries,
  });
  expect(await triggered(['payroll', '--url', none.url])).toContain(user);
});

test('a key names one of the people of the world', async () => {
  const [key, { userId }] = [...personasOf()][0]!;
  const sandbox = await fakeSandbox({ [`POST /_sandbox/users/${userId}/entries`]: { entry_id: 'e' } });
  expect(await triggered(['payroll', '--user', key, '--url', sandbox.url])).toContain(userId);
  await expect(triggered(['payroll', '--user', 'nobody-known', '--url', sandbox.url])).rejects.toThrow(
    'There is no nobody-known',
  );
});

test('an unknown event and a refusal are told in a sentence', async () => {
  const sandbox = await fakeSandbox();
  await expect(triggered(['user-created', '--url', sandbox.url])).rejects.toThrow(
    'There is no event user-created',
  );
  await expect(triggered(['payroll', '--user', user, '--url', sandbox.url])).rejects.toThrow(
    'refused with 404',
  );
});

import { afterAll, describe, expect, it } from 'vitest';
import { isProof } from '../../spec/testing/test-run.ts';
import { createSandbox } from '../sandbox.ts';
import { temporaryFolder } from '../store/testing/temporary-folder.ts';
import { hashPassword, PasswordCheck } from './password.ts';

const folder = await temporaryFolder();
afterAll(() => folder.remove());

describe('passwords', () => {
  it('match what was kept of them, and nothing else does', async () => {
    const check = new PasswordCheck();
    const kept = await hashPassword('right', Buffer.alloc(16, 1));
    expect(kept).not.toContain('right');
    expect(await check.matches('right', kept)).toBe(true);
    expect(await check.matches('wrong', kept)).toBe(false);
    expect(await check.matches('', null)).toBe(false);
  });

  it('are compared 32 at most, and again once some are done', async () => {
    const check = new PasswordCheck();
    const outcomes = await Promise.allSettled(Array.from({ length: 42 }, () => check.matches('a', null)));
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(10);
    expect(await check.matches('a', null)).toBe(false);
  });
});

const count = isProof ? 300 : 120;

describe(`${count} wrong sign-ins at once`, () => {
  it('keep no change of a user waiting, are all answered, and open nothing', async () => {
    const sandbox = await createSandbox({ users: 1, data: folder.path });
    const headers = { 'x-api-key': sandbox.apiKey, 'content-type': 'application/json' };
    const { users } = await (await fetch(`${sandbox.url}/users`, { headers })).json();
    const statuses: number[] = [];
    const guess = async (n: number) => {
      const body = JSON.stringify({ username: 'member@sandbox.test', password: `guess-${n}` });
      const { status } = await fetch(`${sandbox.url}/members/signin`, { method: 'POST', headers, body });
      statuses.push(status);
    };
    const guesses = Array.from({ length: count }, (_, n) => guess(n));
    await Promise.race(guesses);
    for (const surname of ['Reed', 'Reid', 'Read']) {
      const body = JSON.stringify({ surname });
      const url = `${sandbox.url}/users/${users[0].user_id}`;
      expect((await fetch(url, { method: 'PATCH', headers, body })).status).toBe(200);
    }
    const judged = statuses.filter((status) => status !== 429).length;
    await Promise.all(guesses);
    expect(judged).toBeLessThan(16);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(count / 3);
    expect(statuses.every((status) => status >= 400 && status < 500)).toBe(true);
    await sandbox.close();
  });
});

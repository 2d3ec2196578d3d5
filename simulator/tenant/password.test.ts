import { afterAll, describe, expect, it } from 'vitest';
import { few } from '../../spec/testing/test-run.ts';
import { createSandbox } from '../sandbox.ts';
import { temporaryFolder } from '../store/testing/temporary-folder.ts';
import { costOfDrawn, hashPassword, PasswordCheck } from './password.ts';

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

  it('that a machine drew are kept at a low cost, and compared at that', async () => {
    const check = new PasswordCheck();
    const kept = await hashPassword('drawn', Buffer.alloc(16, 1), costOfDrawn);
    expect(kept).not.toBe(await hashPassword('drawn', Buffer.alloc(16, 1)));
    expect(await check.matches('drawn', kept)).toBe(true);
    expect(await check.matches('other', kept)).toBe(false);
  });

  // Of a password at the low cost, since each of these comparisons would take a tenth of a second at the full one.
  it('that have matched are known without another comparison; wrong ones are compared each time, 32 at once at most', async () => {
    const check = new PasswordCheck();
    const kept = await hashPassword('right', Buffer.alloc(16, 1), costOfDrawn);
    expect(await check.matches('right', kept)).toBe(true);
    const asked = (password: string) =>
      Promise.allSettled(Array.from({ length: 200 }, () => check.matches(password, kept)));
    // More comparisons than may wait would be refused.
    for (const outcome of await asked('right')) expect(outcome).toEqual({ status: 'fulfilled', value: true });
    const refused = (await asked('wrong')).filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(200 - 32);
    expect(await check.matches('a', null)).toBe(false);
    expect(await check.matches('right', await hashPassword('other', Buffer.alloc(16, 1)))).toBe(false);
  });
});

const count = few(60, 300);

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

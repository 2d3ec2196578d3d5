import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadArrangementContract, loadContract } from '../../spec/contract.ts';
import { defaultProfile } from '../../spec/profile.ts';
import { createSandbox, type Sandbox } from '../sandbox.ts';

const id = '5f0c2a9e-8f43-4b0e-9d5a-6d1d1c7b2f30';
const reached: (string | undefined)[] = [];
let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await createSandbox({ users: 1, log: { request: ({ operation }) => reached.push(operation) } });
});
afterAll(() => sandbox.close());

/** Which operation a request reaches: undefined for none. */
async function reach(
  method: string,
  path: string,
): Promise<{ status: number; operation: string | undefined; allow: string | null; text: string }> {
  const before = reached.length;
  const response = await fetch(sandbox.url + path, { method });
  const text = await response.text();
  while (reached.length === before) await new Promise(setImmediate);
  return { status: response.status, operation: reached[before], allow: response.headers.get('allow'), text };
}

describe('routes', () => {
  it('lead to every operation of both contracts', async () => {
    for (const contract of [loadContract(defaultProfile()), loadArrangementContract()]) {
      for (const { id: operation, method, path } of contract.operations.values()) {
        const found = await reach(method.toUpperCase(), path.replaceAll(/\{[^}]+\}/g, id));
        expect(found.operation).toBe(operation);
      }
    }
  });

  it('prefer a fixed segment to a parameter', async () => {
    expect((await reach('POST', '/payroll/entries/connections')).operation).toBe('queryPayrollConnection');
    expect((await reach('DELETE', `/payroll/entries/${id}`)).operation).toBe('deleteEntry');
    expect(await reach('DELETE', '/payroll/entries/connections')).toMatchObject({
      status: 405,
      allow: 'POST',
    });
  });

  it.each(['PUT', 'OPTIONS', 'PROPFIND'])(
    'tell which methods a path takes when it does not take %s',
    async (method) => {
      const { status, allow, text } = await reach(method, '/webhooks');
      expect([status, allow]).toEqual([405, 'GET, POST']);
      expect(JSON.parse(text).errors[0]).toContain(`/webhooks does not take ${method}, only GET, POST.`);
    },
  );

  it('answer HEAD as GET, without the body', async () => {
    const response = await fetch(`${sandbox.url}/users`, {
      method: 'HEAD',
      headers: { 'x-api-key': 'sandbox-key' },
    });
    expect([response.status, await response.text()]).toEqual([200, '']);
  });

  it.each(['/userz', '/consoles', '/USERS', '/users/', '/users/a/b', '//users', '/_sandbox', '/_storage'])(
    'lead nowhere at %s',
    async (path) => {
      const { status, operation, text } = await reach('GET', path);
      expect([status, operation]).toEqual([404, undefined]);
      expect(JSON.parse(text).errors[0]).toContain(`There is nothing at GET ${path}.`);
    },
  );

  it.each([
    ['GET', '/userz', 'Did you mean GET /users?'],
    ['GET', '/v1/users', 'Did you mean GET /users?'],
    ['POST', '/users', 'Did you mean POST /_sandbox/users?'],
    ['GET', `/expenditures/${id}/ons`, 'GET /expenditure/{user_id}/ons'],
    ['GET', '/_sandbox/clok', 'GET /_sandbox/clock'],
    ['GET', '/nothing/of/the/kind', '/docs lists every path.'],
    ['GET', `/${'x'.repeat(5000)}`, '/docs lists every path.'],
  ])('tell at %s %s what may have been meant', async (method, path, hint) => {
    const { text } = await reach(method, path);
    expect(JSON.parse(text).errors).toEqual([expect.stringContaining(hint)]);
  });

  it('refuse a path that is not well encoded', async () => {
    const { status, text } = await reach('PATCH', '/users/%E0%A4%A');
    expect([status, Object.keys(JSON.parse(text))]).toEqual([400, ['errors']]);
  });
});

import { afterEach, expect, test } from 'vitest';
import { createSandbox, type Sandbox } from '../../../simulator/sandbox.ts';
import { around, combined, type Defect, instead, onAnswer, onBody, onRequest } from './mutant.ts';

let sandbox: Sandbox;
afterEach(() => sandbox.close());

async function broken(...defects: Defect[]) {
  sandbox = await createSandbox({ users: 3, ...combined(defects) });
  return async (path: string, init: RequestInit = {}) => {
    const headers = { 'X-API-KEY': sandbox.apiKey, 'Content-Type': 'application/json' };
    const response = await fetch(sandbox.url + path, { headers, ...init });
    return { status: response.status, body: await response.json() };
  };
}

test('answers are changed on their way out, refusals among them', async () => {
  const ask = await broken(
    onBody('listUsers', (body) => {
      body.pagination.count = 99;
    }),
    onAnswer('deleteUser', ({ status }) => status === 404 && { status: 410 }),
    onAnswer('deleteUser', ({ status }) => status >= 400 && { body: { errors: ['other words'] } }),
  );
  expect((await ask('/users')).body.pagination.count).toBe(99);
  const refusal = await ask(`/users/${crypto.randomUUID()}`, { method: 'DELETE' });
  expect(refusal).toEqual({ status: 410, body: { errors: ['other words'] } });
  expect((await ask('/providers')).status).toBe(200);
});

test('requests are changed before the sandbox sees them', async () => {
  const ask = await broken(
    onRequest('listUsers', (request) => {
      request.url = '/users?limit=1';
    }),
    onRequest('updateConfiguration', (request) => {
      request.body = { client_display_name: 'Changed' };
    }),
  );
  expect((await ask('/users?limit=3')).body.users.length).toBe(1);
  const body = JSON.stringify({ client_display_name: 'Given' });
  expect((await ask('/configuration', { method: 'PATCH', body })).body.client_display_name).toBe('Changed');
});

test('an answer in the sandbox’s place keeps the request from it', async () => {
  const ask = await broken(instead('deleteUser', () => ({ status: 200, body: { message: 'as if' } })));
  const { users, pagination } = (await ask('/users')).body;
  expect((await ask(`/users/${users[0].user_id}`, { method: 'DELETE' })).status).toBe(200);
  expect((await ask('/users')).body.pagination.total_count).toBe(pagination.total_count);
});

test('handlers are wrapped past authentication', async () => {
  const ask = await broken(
    around('getConfiguration', async (context, handler) => ({ ...(await handler(context)), status: 299 })),
    onAnswer('getConfiguration', (answer) => ({ ...answer, body: { was: answer.status } })),
  );
  expect(await ask('/configuration')).toEqual({ status: 299, body: { was: 299 } });
  expect((await ask('/configuration', { headers: {} })).status).toBe(401);
});

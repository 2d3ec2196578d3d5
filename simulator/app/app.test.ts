import { expect, test } from 'vitest';
import { createSandbox } from '../sandbox.ts';

test('a middleware in front of a sandbox may send a request elsewhere', async () => {
  await using sandbox = await createSandbox({
    users: 3,
    wrap: {
      app: (request, _response, next) => {
        request.url = request.url?.replace('/v1/people', '/users').replace('limit=2', 'limit=1');
        next();
      },
    },
  });
  const answer = await fetch(`${sandbox.url}/v1/people?offset=1&limit=2`, {
    headers: { 'X-API-KEY': sandbox.apiKey },
  });
  expect(await answer.json()).toMatchObject({ pagination: { limit: 1, count: 1 } });
});

test('a middleware in front of a sandbox that breaks gets a response in the usual form, and the log gets the error', async () => {
  const errors: unknown[] = [];
  await using sandbox = await createSandbox({
    users: 3,
    log: { error: (error) => void errors.push(error) },
    wrap: {
      app: () => {
        throw new Error('broken in front');
      },
    },
  });
  const answer = await fetch(`${sandbox.url}/users`);
  expect([answer.status, await answer.json()]).toEqual([
    500,
    { errors: ['The sandbox broke; its log says how'] },
  ]);
  expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  expect(errors.map(String)).toEqual(['Error: broken in front']);
});

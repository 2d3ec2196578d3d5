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

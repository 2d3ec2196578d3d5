import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, expectTypeOf, it } from 'vitest';
import { createPayrollClient, ServiceError, unwrap } from './client.ts';
import type { ExpenditureEstimate, User } from './types.ts';

type StubResponse = { status: number; type: string; body: string };
type Seen = Pick<IncomingMessage, 'method' | 'url' | 'headers'> & { body: string };

const json = (status: number, body: unknown): StubResponse => ({
  status,
  type: 'application/json',
  body: JSON.stringify(body),
});
const user_id = '5f0c2a9e-8f43-4b0e-9d5a-6d1d1c7b2f30';

let server: Server;
let baseUrl: string;
let answer: StubResponse;
let seen: Seen;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    seen = { method: request.method, url: request.url, headers: request.headers, body };
    response.writeHead(answer.status, { 'Content-Type': answer.type }).end(answer.body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());
beforeEach(() => {
  answer = json(200, { expenditures: [] });
});

const expenditure = { params: { path: { user_id } } };

describe('the client', () => {
  it('sends the API key, and fills in path and query', async () => {
    const client = createPayrollClient({ baseUrl, apiKey: 'sandbox-key' });
    await client.GET('/taxauth/{user_id}', { params: { path: { user_id }, query: { limit: 5 } } });
    expect(seen).toMatchObject({ method: 'GET', url: `/taxauth/${user_id}?limit=5` });
    expect(seen.headers['x-api-key']).toBe('sandbox-key');
    expect(seen.headers.authorization).toBeUndefined();
  });

  it('sends a token as bearer', async () => {
    const client = createPayrollClient({ baseUrl, token: 'ey.jwt' });
    await client.PUT('/documents/bank-statements/presign', { body: { files: [{ file_name: 'march.pdf' }] } });
    expect(seen.headers.authorization).toBe('Bearer ey.jwt');
    expect(seen.headers['x-api-key']).toBeUndefined();
    expect(JSON.parse(seen.body)).toEqual({ files: [{ file_name: 'march.pdf' }] });
  });

  it('asks for a token anew with every request', async () => {
    const tokens = ['first', 'second'];
    const client = createPayrollClient({ baseUrl, token: async () => tokens.shift()! });
    await client.GET('/providers');
    await client.GET('/providers');
    expect(seen.headers.authorization).toBe('Bearer second');
  });

  it('sends further headers as they are given', async () => {
    const client = createPayrollClient({ baseUrl, headers: { 'X-Request-Id': '7' } });
    await client.GET('/providers');
    expect(seen.headers['x-request-id']).toBe('7');
  });

  it('gives the data of a success', async () => {
    answer = json(200, { expenditures: [{ total: '1.00' }] });
    const client = createPayrollClient({ baseUrl, apiKey: 'k' });
    const { expenditures } = await unwrap(client.GET('/expenditure/{user_id}/ons', expenditure));
    expect(expenditures[0]?.total).toBe('1.00');
  });

  it('throws a refusal with the errors of the service', async () => {
    answer = json(404, { errors: ['payroll periods are missing', '[post_codes] param is missing'] });
    const client = createPayrollClient({ baseUrl, apiKey: 'k' });
    const refused = unwrap(client.GET('/expenditure/{user_id}/ons', expenditure));
    await expect(refused).rejects.toBeInstanceOf(ServiceError);
    await expect(refused).rejects.toMatchObject({
      status: 404,
      errors: ['payroll periods are missing', '[post_codes] param is missing'],
      message: '404: payroll periods are missing; [post_codes] param is missing',
    });
  });

  it.each([
    ['text', { status: 502, type: 'text/plain', body: 'bad gateway' }, ['bad gateway']],
    ['nothing', { status: 500, type: 'text/plain', body: '' }, []],
    ['another shape', json(500, { error: 'x' }), []],
  ])('tells a refusal that is %s, too', async (_, given, errors) => {
    answer = given;
    const client = createPayrollClient({ baseUrl });
    await expect(unwrap(client.GET('/providers'))).rejects.toMatchObject({ status: given.status, errors });
  });
});

describe('the types of the client', () => {
  // Never called: what matters is that it compiles, and what does not.
  const typed = async (client = createPayrollClient({ baseUrl: '' })) => {
    expectTypeOf((await client.GET('/users')).data?.users).toEqualTypeOf<User[] | undefined>();
    expectTypeOf(await unwrap(client.GET('/expenditure/{user_id}/ons', expenditure))).toEqualTypeOf<{
      expenditures: ExpenditureEstimate[];
    }>();
    // @ts-expect-error There is no such path.
    client.GET('/user');
    // @ts-expect-error The path has no such method.
    client.POST('/users/{user_id}', { params: { path: { user_id } } });
    // @ts-expect-error The path needs its parameter.
    client.GET('/expenditure/{user_id}/ons');
    // @ts-expect-error A limit is a number.
    client.GET('/users', { params: { query: { limit: 'ten' } } });
    // @ts-expect-error The body needs a password.
    client.POST('/members/signin', { body: { username: 'a' } });
    // @ts-expect-error The frequency is one of three words.
    client.PATCH('/configuration', { body: { recurring_check_frequency: 'DAILY' } });
    // @ts-expect-error There is no such event.
    client.POST('/webhooks', { body: { name: 'n', url: 'u', events: ['user-linked'] } });
  };

  it('let nothing compile that the contract does not have', () => {
    expectTypeOf(typed).toBeFunction();
  });
});

import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Json = Record<string, unknown>;
export type FakeAnswer = { status: number; body?: unknown; headers?: Record<string, string>; text?: string };
export type FakeRequest = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Json;
  body: unknown;
};

/** A service of a few lines: users, their list, and the arrangement that makes them. Whatever it is asked to, it breaks. */
export type FakeService = {
  url: string;
  users: Map<string, Json>;
  /** Everything that was asked, in order. */
  requests: FakeRequest[];
  close(): Promise<void>;
};

/** Starts the fake; `breaks` may answer any request in its place. */
export async function fakeService(
  breaks: (request: FakeRequest) => FakeAnswer | 'hang' | 'cut' | undefined = () => undefined,
): Promise<FakeService> {
  const users = new Map<string, Json>();
  const requests: FakeRequest[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const request = await read(incoming);
    requests.push(request);
    const answer = breaks(request) ?? answerTo(request, users);
    if (answer === 'cut') incoming.socket.destroy();
    else if (answer !== 'hang') send(outgoing, answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    users,
    requests,
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

export const fakeKey = 'fake-api-key';

function answerTo(request: FakeRequest, users: Map<string, Json>): FakeAnswer {
  const { method, path, headers } = request;
  if (path === '/_sandbox/health')
    return {
      status: 200,
      body: { status: 'ok', now: new Date().toISOString(), environment: 'sandbox', profile: {} },
    };
  if (headers['x-api-key'] !== fakeKey)
    return { status: 401, body: { errors: ['No X-API-KEY header or wrong value'] } };
  if (path === '/providers')
    return { status: 200, body: { providers: [], parent_provider_meta: [], employers: [] } };
  if (path === '/configuration') return { status: 200, body: {} };
  if (path === '/_sandbox/users' && method === 'POST') {
    const user = { user_id: randomUUID(), created_at: new Date().toISOString(), ...(request.body as Json) };
    users.set(user.user_id, user);
    return { status: 201, body: user };
  }
  if (path === '/users') return page(request, users);
  const id = /^\/users\/([^/]+)$/.exec(path)?.[1];
  const user = id === undefined ? undefined : users.get(id);
  if (!user) return { status: 404, body: { errors: [`There is no [${id ?? path}]`] } };
  if (method === 'DELETE') {
    users.delete(String(user['user_id']));
    return { status: 200, body: { message: 'gone' } };
  }
  Object.assign(user, request.body);
  return { status: 200, body: user };
}

function page({ query }: FakeRequest, users: Map<string, Json>): FakeAnswer {
  const [offset, limit] = [Number(query.get('offset') ?? 1), Number(query.get('limit') ?? 20)];
  const items = [...users.values()].slice(offset - 1, offset - 1 + limit);
  const pagination = { offset, limit, count: items.length, total_count: users.size };
  return { status: 200, body: { pagination, users: items } };
}

async function read(incoming: IncomingMessage): Promise<FakeRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const url = new URL(incoming.url ?? '/', 'http://fake');
  const text = Buffer.concat(chunks).toString('utf8');
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    body = undefined;
  }
  return {
    method: incoming.method ?? '',
    path: url.pathname,
    query: url.searchParams,
    headers: incoming.headers,
    body,
  };
}

function send(outgoing: ServerResponse, { status, body, headers = {}, text }: FakeAnswer): void {
  outgoing.writeHead(status, { 'Content-Type': 'application/json', ...headers });
  outgoing.end(text ?? (body === undefined ? '' : JSON.stringify(body)));
}

import { AsyncLocalStorage } from 'node:async_hooks';
import { createRequire } from 'node:module';
import { Readable } from 'node:stream';
import { setImmediate as nextEventLoopTurn } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { lazyLoad } from '../../spec/lazy.ts';
import { bodyText } from '../../spec/read-body.ts';
import { refusals } from '../domain/refusal.ts';
import type { Gate } from '../http/gate.ts';
import type { RouteHandler, RouteRequest } from '../http/outcome.ts';
import type { Client } from '../tenant/client.ts';
import type { Services } from '../tenant/services.ts';
import type { Snapshots } from './connection.ts';

/** Serves the Model Context Protocol over HTTP, behind a gate that wants the keys which the tools need; loads its code with the first request. */
export function serveMcp(services: Services, gate: Gate): RouteHandler {
  // A client's snapshots go with the client.
  const snapshots = new WeakMap<Client, Snapshots>();
  const asking = new AsyncLocalStorage<Client>();
  const handler = lazyLoad(async () => {
    // To load it takes a quarter of a second, half of it for zod, and what builds on it 50 ms: others are served in between.
    const ofServer = createRequire(import.meta.resolve('@modelcontextprotocol/server'));
    const zod = ofServer.resolve('zod/package.json');
    await import(new URL('v4/index.js', pathToFileURL(zod)).href);
    await nextEventLoopTurn();
    await import('@modelcontextprotocol/server/_shims');
    await nextEventLoopTurn();
    const { createMcpHandler } = await import('@modelcontextprotocol/server');
    await nextEventLoopTurn();
    const { mcpServer } = await import('./server.ts');
    const { connectionTo } = await import('./connection.ts');
    await nextEventLoopTurn();
    return createMcpHandler(({ requestInfo }) => {
      const header = (name: string): string | undefined => requestInfo?.headers.get(name) ?? undefined;
      const apiKey = header('x-api-key') ?? '';
      const client = asking.getStore();
      const kept: Snapshots = (client && snapshots.get(client)) ?? new Map();
      if (client) snapshots.set(client, kept);
      const { profile } = services;
      const url = services.localUrl();
      const sandboxKey = header('x-sandbox-key');
      return mcpServer(connectionTo({ url, apiKey, sandboxKey, profile, snapshots: kept }));
    });
  });
  return async (request, response) => {
    const { client } = await gate.authenticate({ security: ['apiKey'] }, request.headers);
    response.locals.client = client?.name;
    const { fetch: serve } = await handler();
    const gone = new AbortController();
    response.on('close', () => gone.abort());
    const { method } = request;
    const body = method === 'GET' || method === 'HEAD' ? undefined : await messagesIn(request);
    const given = Object.entries(request.headers).map(([name, value]) => [name, String(value)] as const);
    const headers = Object.fromEntries(given);
    const url = new URL(request.url, services.localUrl());
    const sent = new Request(url, { method, headers, body, signal: gone.signal });
    const answer = await (client ? asking.run(client, () => serve(sent)) : serve(sent));
    const answered = Object.fromEntries(answer.headers);
    response.writeHead(answer.status, { ...answered, 'X-Request-Id': response.locals.requestId });
    if (!answer.body) return void response.end();
    Readable.fromWeb(answer.body as never)
      .on('error', () => response.destroy())
      .pipe(response);
  };
}

/** The current protocol has no batches; a client of an older one may send a few messages at a time. */
const MOST_MESSAGES = 10;
const MOST_BYTES = 1024 * 1024;

/** The body of a request, of which each message is work for the event loop. */
async function messagesIn(request: RouteRequest): Promise<string> {
  const body = Readable.toWeb(request) as Response['body'];
  const text = await bodyText({ body }, { most: MOST_BYTES }).catch((error: Error) => {
    throw refusals.badRequest(`The body cannot be read: ${error.message}`);
  });
  if (/^\s*\[/.test(text) && countOf(text) > MOST_MESSAGES)
    throw refusals.badRequest(
      `A batch may have ${MOST_MESSAGES} messages at most: send the others by themselves`,
    );
  return text;
}

function countOf(text: string): number {
  try {
    const messages: unknown = JSON.parse(text);
    return Array.isArray(messages) ? messages.length : 1;
  } catch {
    // The protocol defines its own answer to malformed JSON.
    return 1;
  }
}

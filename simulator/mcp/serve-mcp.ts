import { createRequire } from 'node:module';
import { Readable } from 'node:stream';
import { setImmediate as nextEventLoopTurn } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { lazyLoad } from '../../spec/lazy.ts';
import type { Gate } from '../http/gate.ts';
import type { RouteHandler } from '../http/outcome.ts';
import type { Services } from '../tenant/services.ts';
import type { Snapshots } from './connection.ts';

/** What the server is opened with: the gate of the arrangement API, which wants the same keys as the tools will. */
export type McpOptions = { services: Services; gate: Gate };

/** Serves the Model Context Protocol over HTTP; its code is loaded with the first request. */
export function serveMcp({ services, gate }: McpOptions): RouteHandler {
  const snapshots = new Map<string, Snapshots>();
  const handler = lazyLoad(async () => {
    // To load it takes a quarter of a second, half of it for zod, and what builds on it 50 ms: others are served in between.
    const zod = createRequire(import.meta.resolve('@modelcontextprotocol/server')).resolve(
      'zod/package.json',
    );
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
      const kept: Snapshots = snapshots.get(apiKey) ?? new Map();
      snapshots.set(apiKey, kept);
      const { profile } = services;
      const url = services.localUrl();
      return mcpServer(
        connectionTo({ url, apiKey, sandboxKey: header('x-sandbox-key'), profile, snapshots: kept }),
      );
    });
  });
  return async (request, response) => {
    const { client } = await gate.authenticate({ security: ['apiKey'] }, request.headers);
    response.locals.client = client?.name;
    const { fetch: serve } = await handler();
    const gone = new AbortController();
    response.on('close', () => gone.abort());
    const { method } = request;
    const body = method === 'GET' || method === 'HEAD' ? undefined : Readable.toWeb(request);
    const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [
      name,
      String(value),
    ]);
    const init = { method, headers, body, duplex: 'half', signal: gone.signal } as RequestInit;
    const answer = await serve(new Request(new URL(request.url, services.localUrl()), init));
    response.writeHead(answer.status, {
      ...Object.fromEntries(answer.headers),
      'X-Request-Id': response.locals.requestId,
    });
    if (!answer.body) return void response.end();
    Readable.fromWeb(answer.body as never)
      .on('error', () => response.destroy())
      .pipe(response);
  };
}

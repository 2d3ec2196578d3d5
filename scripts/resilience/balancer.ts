import {
  Agent,
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** Gives each request to the next of several sandboxes, as a balancer before replicas does. */
export type Balancer = { url: string; close(): Promise<void> };

/** `replicas` are asked for with each request: one may be killed, and another come in its place. */
export async function startBalancer(replicas: () => readonly string[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const urls = replicas();
    turn += 1;
    forward(
      request,
      response,
      Buffer.concat(chunks),
      urls.map((_, at) => urls[(turn + at) % urls.length]!),
    );
  });

  /** To the first that takes the connection. What breaks later may have been done, so it is nobody's to repeat. */
  function forward(
    request: IncomingMessage,
    response: ServerResponse,
    body: Buffer,
    [url, ...others]: string[],
  ): void {
    if (url === undefined) {
      response.writeHead(502).end('no replica answers');
      return;
    }
    const { method, headers } = request;
    const sent = httpRequest(url + request.url, { method, headers, agent });
    sent.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.on('error', () => response.destroy());
      answer.pipe(response);
    });
    sent.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') forward(request, response, body, others);
      else if (response.headersSent) response.destroy();
      else response.writeHead(502).end(error.message);
    });
    sent.end(body);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        agent.destroy();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

import { Agent, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { bodyOf, type LocalServer, startLocalServer } from '../../../spec/local-server.ts';

/** Gives each request to the next replica. `replicas` is called with each request, since they are killed and replaced. */
export async function startBalancer(replicas: () => readonly string[]): Promise<LocalServer> {
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  const server = await startLocalServer(async (request, response) => {
    const body = await bodyOf(request);
    const urls = replicas();
    turn += 1;
    const first = turn % urls.length;
    forward(request, response, body, [...urls.slice(first), ...urls.slice(0, first)]);
  });

  /**
   * Forwards to the first replica that accepts the connection. A change that is cut off later may have been made, so only
   * reads go to the next replica then, as with nginx.
   */
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
      if (response.headersSent) response.destroy();
      else if (error.code === 'ECONNREFUSED' || method === 'GET') forward(request, response, body, others);
      else response.writeHead(502).end(error.message);
    });
    sent.end(body);
  }

  return {
    ...server,
    close() {
      agent.destroy();
      return server.close();
    },
  };
}

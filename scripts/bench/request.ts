import { Agent, request as send } from 'node:http';

const agent = new Agent({ keepAlive: true, maxSockets: 16 });

export type Call = { method?: string; headers?: Record<string, string>; body?: string };

/** One request over a kept-alive connection. */
export function request(url: string, what: Call = {}): Promise<{ status: number; text: string }> {
  const { method = 'GET', headers = {}, body } = what;
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
    const sent = send(url, { method, agent, headers: { ...headers, ...length } }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      response.on('error', reject);
    });
    sent.on('error', (error: NodeJS.ErrnoException) => {
      // A server may close an idle connection at the moment we use it.
      if (sent.reusedSocket && error.code === 'ECONNRESET') resolve(request(url, what));
      else reject(error);
    });
    sent.end(body);
  });
}

/** A JSON call that must succeed. */
export async function call<T>(
  url: string,
  { method = 'GET', headers = {}, body }: JsonCall = {},
): Promise<T> {
  const json: Record<string, string> = body === undefined ? {} : { 'Content-Type': 'application/json' };
  const answer = await request(url, {
    method,
    headers: { ...headers, ...json },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (answer.status >= 300) throw new Error(`${method} ${url}: ${answer.status} ${answer.text}`);
  return JSON.parse(answer.text) as T;
}

type JsonCall = Omit<Call, 'body'> & { body?: unknown };

/** Does something for each item, so many at a time. */
export async function inParallel<T>(items: readonly T[], width: number, work: (item: T) => Promise<unknown>) {
  let next = 0;
  const worker = async () => {
    while (next < items.length) await work(items[next++]!);
  };
  await Promise.all(Array.from({ length: width }, worker));
}

import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { hostilities } from '../../conformance/testing/hostile-service.ts';
import type { Stream } from '../../generators/random.ts';
import { mutated } from './fuzz/mutate.ts';

/** How a deployment means harm: how often, and whether by answers of its own or by sound ones that it twists. */
export type Hostility = { kinds: readonly string[]; share: number; twisted: number };

/** Draws how a deployment means harm: all the time, now and then, in one way or in all. */
export function drawHostility(chance: Stream): Hostility {
  const all = Object.keys(hostilities);
  return {
    kinds: chance.chance(0.5) ? all : [chance.pick(all), chance.pick(all)],
    share: chance.pick([0, 0.02, 0.1, 0.3, 1]),
    twisted: chance.pick([0, 0.05, 0.3, 1]),
  };
}

/** Stands before an honest deployment, and answers in its place or twists what it says. */
export async function hostileDeployment(
  honest: string,
  { kinds, share, twisted }: Hostility,
  chance: Stream,
): Promise<{ url: string; harmed: () => number; requests: () => number; close: () => Promise<void> }> {
  const sockets = new Set<Socket>();
  let [requests, harmed] = [0, 0];
  const server = createServer(async (request, response) => {
    requests += 1;
    if (chance.chance(share)) {
      harmed += 1;
      request.resume();
      hostilities[chance.pick(kinds)]!(response, request.socket, request);
      return;
    }
    const isTwisted = chance.chance(twisted);
    if (isTwisted) harmed += 1;
    await pass(honest, request, response, isTwisted ? chance : undefined).catch(() => response.destroy());
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: () => requests,
    harmed: () => harmed,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

async function pass(
  honest: string,
  request: IncomingMessage,
  response: ServerResponse,
  twist: Stream | undefined,
): Promise<void> {
  const { method, url = '/' } = request;
  const headers = { ...request.headers, host: new URL(honest).host };
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = send(new URL(url, honest), { method, headers }, resolve).on('error', reject);
    request.pipe(sent);
  });
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  const { 'content-length': _, 'transfer-encoding': __, ...kept } = answer.headers;
  response.writeHead(answer.statusCode ?? 500, kept).end(twist ? twistedBody(body, twist) : body);
}

function twistedBody(body: Buffer, chance: Stream): Buffer | string {
  try {
    return JSON.stringify(mutated(JSON.parse(body.toString()), chance)) ?? '';
  } catch {
    return body.subarray(0, chance.int(0, body.length));
  }
}

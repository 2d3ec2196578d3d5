import { type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import { hostilities } from '../../conformance/testing/hostile-service.ts';
import type { Stream } from '../../generators/random.ts';
import { bodyOf, type LocalServer, startLocalServer } from '../local-server.ts';
import { mutated } from './fuzz/mutate.ts';

/** Which hostile responses a deployment sends, how often, and how often it alters an honest one. */
export type Hostility = { kinds: readonly string[]; share: number; twisted: number };

/** Draws a hostility: all the time or now and then, in two ways or in all. */
export function drawHostility(chance: Stream): Hostility {
  const all = Object.keys(hostilities);
  return {
    kinds: chance.chance(0.5) ? all : [chance.pick(all), chance.pick(all)],
    share: chance.pick([0, 0.02, 0.1, 0.3, 1]),
    twisted: chance.pick([0, 0.05, 0.3, 1]),
  };
}

/** Proxies an honest deployment, and answers in its place or alters its responses. */
export async function hostileDeployment(
  honest: string,
  { kinds, share, twisted }: Hostility,
  chance: Stream,
): Promise<LocalServer & { harmed: () => number; requests: () => number }> {
  let requests = 0;
  let harmed = 0;
  const server = await startLocalServer(async (request, response) => {
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
  return { ...server, requests: () => requests, harmed: () => harmed };
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
  const body = await bodyOf(answer);
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

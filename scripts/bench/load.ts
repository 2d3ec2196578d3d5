import { readFileSync } from 'node:fs';
import autocannon from 'autocannon';
import type { ServerProcess } from './server-process.ts';

export type Load = {
  path: string | (() => string);
  method?: 'GET' | 'PATCH' | 'POST';
  headers: Record<string, string> | (() => Record<string, string>);
  body?: string | (() => string);
  /** Different requests that each connection has ready; made anew each time they cost the server processor time. */
  ready?: number;
  amount?: number;
};

/** So many of a hundred users: made anew each time, they take a third of what a PATCH takes of the server. */
export const READY = 20;

export const given = <T>(value: T | (() => T)): T =>
  typeof value === 'function' ? (value as () => T)() : value;

export const requestOf = ({ method = 'GET', headers, body }: Load): RequestInit => ({
  method,
  headers: given(headers),
  body: given(body),
});

// USER_HZ, which Linux keeps at 100 on every platform that Node runs on.
const TICKS_A_SECOND = 100;

/** The processor time that a process has used, in seconds; undefined where the machine does not report it. */
export function cpuSeconds(pid: number): number | undefined {
  try {
    // The name of the program, in brackets, may hold spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
    return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
  } catch {
    return undefined;
  }
}

/** The memory of a process that is not swapped out, as Linux counts it. */
export function residentBytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) * 1024;
}

/**
 * Requests a second that a server answers on a number of connections, and its processor time for one in µs, where the
 * machine says; an answer that is not a success is an error.
 */
export async function throughput(
  { url, pid }: Pick<ServerProcess, 'url' | 'pid'>,
  load: Load,
  seconds: number,
  connections = 50,
): Promise<{ rate: number; cost: number | undefined }> {
  const { path, method = 'GET', headers, body, ready, amount } = load;
  const changes = [path, headers, body].some((part) => typeof part === 'function');
  const drawn = () => ({ path: given(path), headers: given(headers), body: given(body) });
  const options: autocannon.Options = {
    url: changes ? url : `${url}${given(path)}`,
    method,
    headers: given(headers),
    connections,
    duration: seconds,
    // A run ends with a sample; by default they are a second apart.
    sampleInt: 50,
  };
  if (amount !== undefined) options.amount = amount;
  if (body !== undefined) options.body = given(body);
  if (ready)
    options.setupClient = (client) =>
      client.setRequests(Array.from({ length: ready }, () => ({ method, ...drawn() })));
  else if (changes) options.requests = [{ setupRequest: (other) => ({ ...other, ...drawn() }) }];
  const before = cpuSeconds(pid);
  const began = performance.now();
  const result = await autocannon(options);
  const elapsed = performance.now() - began;
  const bad = result.non2xx + result.errors;
  if (bad > 0)
    throw new Error(`${bad} of ${result.requests.total} answers of ${method} ${given(path)} failed`);
  const after = cpuSeconds(pid);
  // Requests that were cut off at the end are still worked on; the next contestant must not pay for them.
  await (await fetch(`${url}${given(path)}`, requestOf(load))).text();
  const { total } = result.requests;
  // On a busy machine a short time may pass without an answer, and that is no measurement.
  if (total === 0) return throughput({ url, pid }, load, seconds * 2, connections);
  const cost = before === undefined || after === undefined ? undefined : ((after - before) / total) * 1e6;
  return { rate: (total / elapsed) * 1000, cost };
}

import { setTimeout as delay } from 'node:timers/promises';
import { firstPage, inMemory, onPostgres, startDatabases } from './contestants.ts';
import { figuresIn, type Measure, sectionOf } from './figure.ts';
import { cpuSeconds, residentBytes, throughput } from './load.ts';
import type { ServerProcess } from './server-process.ts';

/** What sandboxes take of a core while nothing is asked of them, in per cent. */
async function atRest(servers: readonly ServerProcess[], seconds: number): Promise<number> {
  // A start goes on for seconds after the first answer: what later requests need is loaded, a module a turn.
  await delay(seconds * 500);
  const used = () => servers.reduce((sum, { pid }) => sum + (cpuSeconds(pid) ?? Number.NaN), 0);
  const before = used();
  await delay(seconds * 1000);
  return ((used() - before) / seconds) * 100;
}

/** A sandbox that is left alone, two replicas that are, and the memory of one before and after many requests. */
export const rest: Measure = async ({ restSeconds, requests: [few, many] }) => {
  await using alone = await inMemory('--users', '100');
  const started = residentBytes(alone.pid);
  const one = await atRest([alone], restSeconds);
  const two = await replicasAtRest(restSeconds);
  const afterRequests = async (amount: number): Promise<number> => {
    await throughput(alone, { ...firstPage, amount }, 1);
    return residentBytes(alone.pid);
  };
  const early = await afterRequests(few);
  const late = await afterRequests(many - few);
  const measured = { one: [one], two: [two], started: [started], late: [late], growth: [late / early] };
  return sectionOf('rest', figuresIn('rest', measured, { few, many }), { seconds: restSeconds });
};

async function replicasAtRest(seconds: number): Promise<number> {
  await using databases = await startDatabases();
  const url = await databases.make('rest');
  await using one = await onPostgres(url);
  await using other = await onPostgres(url);
  return await atRest([one, other], seconds);
}

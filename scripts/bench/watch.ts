import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { OpenWatch } from '../../conformance/watch/open-watch.ts';
import { startProxy } from '../../conformance/watch/proxy.ts';
import { runTool } from '../terminal/run-tool.ts';
import { apiKey, callerOf, firstPage, inFolder, inMemory } from './contestants.ts';
import { byName, figuresIn, interleave, type Measure, median, ratios, sectionOf } from './figure.ts';
import { throughput } from './load.ts';
import { contestantNode, probeScript, type ServerProcess, startServer } from './server-process.ts';

/** What an integrator's service sends in a while: reads, changes, payroll, and some requests that are refused. */
async function traffic(server: ServerProcess): Promise<void> {
  const call = callerOf(server);
  const { users } = await call('listUsers', { query: { offset: 1, limit: 20 } });
  await call('listProviders', {});
  for (const [at, { user_id }] of users.entries()) {
    const path = { user_id };
    await call('updateUser', { path, body: { ext_id: `loan-${at}`, surname: null } });
    await call('updateUser', { path, body: { forename: 7 as never } }).catch(() => undefined);
    await call('listUsers', { query: { offset: 1 + (at % 10), limit: 10 } });
    await call('listBankStatements', { path, query: { limit: 5 } });
    await call('createDirectConnection', { body: { user_id } }).catch(() => undefined);
    await call('getTaxauthIncome', { path });
    await call('getOnsExpenditure', { path }).catch(() => undefined);
    await call('getConfiguration', {});
  }
}

async function latency({ url }: Pick<ServerProcess, 'url'>, count: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  for (let time = 0; time < count; time++) {
    const began = performance.now();
    await new Promise((resolve, reject) => {
      const sent = request(`${url}${firstPage.path}`, { agent, headers: apiKey }, (answer) => {
        answer.on('end', resolve).resume();
      });
      sent.on('error', reject).end();
    });
    times.push(performance.now() - began);
  }
  agent.destroy();
  return median(times);
}

async function proxies(rounds: number, seconds: number, sandbox: ServerProcess) {
  const probe = probeScript('watching');
  await using bare = await startServer([probe, 'bare', sandbox.url]);
  await using watch = await startServer([probe, 'watch', sandbox.url]);
  const servers = { sandbox, bare, watch };
  const names = ['sandbox', 'bare', 'watch'] as const;
  for (const name of names) await latency(servers[name], 300 * seconds);
  const costs = byName(['bare', 'watch']);
  const rates = await interleave(['bare', 'watch'], rounds, async (name) => {
    const { rate, cost } = await throughput(servers[name], firstPage, seconds);
    if (cost !== undefined) costs[name].push(cost);
    return rate;
  });
  const waits = await interleave(names, rounds, (name) => latency(servers[name], 400 * seconds));
  const addedBy = (name: 'watch' | 'bare') => waits[name].map((wait, round) => wait - waits.sandbox[round]!);
  return figuresIn('watch', {
    latency: addedBy('watch'),
    'latency-bare': addedBy('bare'),
    throughput: ratios(rates.watch, rates.bare),
    ...(costs.bare.length === rounds && { processor: ratios(costs.watch, costs.bare) }),
    rate: rates.watch,
    'rate-bare': rates.bare,
  });
}

/** Runs the probe on a recording; it prints numbers. */
async function judged(mode: 'rates' | 'same' | 'new', file: string, count: number): Promise<number[]> {
  const words = ['--expose-gc', probeScript('watching'), mode, file, String(count)];
  const { code, stdout, stderr } = await runTool(contestantNode().path, words);
  if (code !== 0) throw new Error(`The recording could not be judged: ${stderr}`);
  return stdout.trim().split('\n').map(Number);
}

export const watch: Measure = ({ rounds, seconds, exchanges: [few, many] }) =>
  inFolder(async (folder) => {
    const file = join(folder, 'traffic.jsonl');
    await using sandbox = await inMemory('--users', '100');
    const open = new OpenWatch({ record: file, keepValues: true });
    const proxy = await startProxy({ kind: 'exchange', to: sandbox.url, port: 0, intake: open.intake });
    await traffic({ ...sandbox, url: proxy.url });
    await proxy.close();
    await open.close('');
    const { exchanges } = open.watch.ledger.counts;
    const judging = await judged('rates', file, rounds);
    const memory = ratios(await judged('same', file, many), await judged('same', file, few));
    const ofRecording = { judging, memory, heap: await judged('new', file, many) };
    const figures = [
      ...(await proxies(rounds, seconds, sandbox)),
      ...figuresIn('watch', ofRecording, { few, many }),
    ];
    return sectionOf('watch', figures, { exchanges: String(exchanges) });
  });

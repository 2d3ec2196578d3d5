import { monitorEventLoopDelay } from 'node:perf_hooks';
import { allowedHosts, type HostOptions, hostNameIn } from '../../spec/allowed-hosts.ts';
import { closed, listening } from '../../spec/local-server.ts';
import { http } from '../../spec/node-http.ts';
import type { RunResult } from '../judgement/result.ts';
import type { BreakHook } from './break-hook.ts';
import type { Entry } from './clause-result.ts';
import type { OpenWatch } from './open-watch.ts';

export type StatusOptions = HostOptions & {
  readonly open: OpenWatch;
  readonly hook?: BreakHook | undefined;
  readonly report: () => RunResult;
  readonly port: number;
};

type Delay = ReturnType<typeof monitorEventLoopDelay>;
type Sample = readonly [labels: string, value: number];

/** Serves what an operator watches, on a port of its own: the traffic's port belongs to the deployment. */
export async function startStatus(options: StatusOptions): Promise<{ url: string; close(): Promise<void> }> {
  const { open, hook, report, port, host = '127.0.0.1' } = options;
  const isAllowed = allowedHosts(options);
  // The event loop is what a request waits for here: its delay is what the proxy adds.
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const metrics = (): string => metricsText(open, hook, delay);
  const pages: ReadonlyMap<string, readonly [type: string, text: () => string]> = new Map([
    ['/metrics', ['text/plain; version=0.0.4', metrics]],
    ['/ready', ['application/json', () => '{"ready":true}']],
    ['/report', ['application/json', () => JSON.stringify(report())]],
  ]);
  const server = http.createServer(({ url = '', headers: { host: named = '' } }, response) => {
    const page = isAllowed(hostNameIn(named) ?? '') ? pages.get(url) : undefined;
    const refusal = '{"errors":["There are /metrics, /ready and /report."]}';
    const [type, text] = page ?? ['application/json', () => refusal];
    response.writeHead(page ? 200 : 404, { 'Content-Type': type }).end(text());
  });
  const url = await listening(server, port, host);
  return {
    url,
    close: () => {
      delay.disable();
      return closed(server);
    },
  };
}

function metricsText(open: OpenWatch, hook: BreakHook | undefined, delay: Delay): string {
  const { ledger } = open.watch;
  const { exchanges, deliveries, foreign, unread, unsampled } = ledger.counts;
  const clauses = (value: (entry: Entry) => number | undefined): Sample[] =>
    [...ledger.entries].flatMap(([clause, entry]): Sample[] => {
      const found = value(entry);
      return found === undefined ? [] : [[`{clause="${clause}"}`, found]];
    });
  const seconds = (at: number | undefined): number | undefined => (at === undefined ? undefined : at / 1000);
  const faults = [...ledger.faults.values()].reduce((sum, count) => sum + count, 0);
  const quantile = (share: number): Sample => [`{quantile="${share}"}`, delay.percentile(100 * share) / 1e9];
  const metrics: readonly (readonly [name: string, about: string, value: number | readonly Sample[]])[] = [
    ['exchanges_total', 'Exchanges that were judged.', exchanges],
    ['deliveries_total', 'Deliveries that were judged.', deliveries],
    ['foreign_total', 'Requests that are not operations of the contract.', foreign],
    ['unread_total', 'Exchanges and deliveries that could not be read.', unread],
    ['unsampled_total', 'Exchanges and deliveries of users outside the sample.', unsampled],
    ['clause_confirmed_total', 'How often a clause was kept.', clauses(({ confirmed }) => confirmed)],
    ['clause_broken_total', 'How often a clause was broken.', clauses(({ broken }) => broken)],
    ['clause_last_confirmed_seconds', 'When it was kept last.', clauses((one) => seconds(one.lastConfirmed))],
    ['clause_last_broken_seconds', 'When it was broken last.', clauses((one) => seconds(one.lastBroken))],
    ['delay_seconds', 'What a request waits for the proxy.', [quantile(0.5), quantile(0.99)]],
    ['recording_bytes_total', 'Bytes of the recording.', open.recorded],
    ['recording_lost_total', 'Lines of the recording that were lost.', ledger.lost],
    ['file_errors_total', 'Attempts to write a file that failed.', open.fileErrors],
    ['hook_sent_total', 'Times that --on-break was told of a clause.', hook?.sent ?? 0],
    ['hook_errors_total', 'Times that --on-break could not be reached.', hook?.failed ?? 0],
    ['judge_faults_total', 'Times that the judge itself failed.', faults],
  ];
  return metrics
    .map(([name, about, value]) => {
      const full = `payrig_watch_${name}`;
      const kind = name.endsWith('_total') ? 'counter' : 'gauge';
      const samples: readonly Sample[] = typeof value === 'number' ? [['', value]] : value;
      const lines = samples.map(([labels, count]) => `${full}${labels} ${count}\n`);
      return `# HELP ${full} ${about}\n# TYPE ${full} ${kind}\n${lines.join('')}`;
    })
    .join('');
}

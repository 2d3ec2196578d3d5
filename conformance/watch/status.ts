import { createServer } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { allowedHosts, type HostOptions, hostNameIn } from '../../spec/allowed-hosts.ts';
import type { RunResult } from '../judgement/result.ts';
import type { Entry } from './ledger.ts';
import type { OpenWatch } from './open-watch.ts';
import { listening } from './proxy.ts';

export type StatusOptions = HostOptions & {
  readonly open: OpenWatch;
  readonly report: () => RunResult;
  readonly port: number;
};

type Metric = readonly [name: string, kind: 'counter' | 'gauge', about: string, samples: readonly Sample[]];
type Sample = readonly [labels: string, value: number];

/** Serves what an operator watches, on a port of its own: the traffic's port belongs to the deployment. */
export async function startStatus(options: StatusOptions): Promise<{ url: string; close(): Promise<void> }> {
  const { open, report, port, host = '127.0.0.1' } = options;
  const isAllowed = allowedHosts(options);
  // The event loop is what a request waits for here: its delay is what the proxy adds.
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const pages: ReadonlyMap<string, () => readonly [type: string, text: string]> = new Map([
    [
      '/metrics',
      () => ['text/plain; version=0.0.4', metricsText(open, delay.percentile(50), delay.percentile(99))],
    ],
    ['/ready', () => ['application/json', '{"ready":true}']],
    ['/report', () => ['application/json', JSON.stringify(report())]],
  ]);
  const server = createServer(({ url = '', headers: { host: named = '' } }, response) => {
    const page = isAllowed(hostNameIn(named) ?? '') ? pages.get(url) : undefined;
    const [type, text] = page?.() ?? [
      'application/json',
      '{"errors":["There are /metrics, /ready and /report."]}',
    ];
    response.writeHead(page ? 200 : 404, { 'Content-Type': type }).end(text);
  });
  const url = await listening(server, port, host);
  return {
    url,
    close: () =>
      new Promise((resolve) => {
        delay.disable();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function metricsText(open: OpenWatch, median: number, highest: number): string {
  const { ledger } = open.watch;
  const { exchanges, deliveries, foreign, unread } = ledger.counts;
  const clauses = (value: (entry: Entry) => number | undefined): Sample[] =>
    [...ledger.entries].flatMap(([clause, entry]): Sample[] => {
      const found = value(entry);
      return found === undefined ? [] : [[`{clause="${clause}"}`, found]];
    });
  const seconds = (at: number | undefined): number | undefined => (at === undefined ? undefined : at / 1000);
  const faults = [...ledger.faults.values()].reduce((sum, count) => sum + count, 0);
  const { bytes, lost } = open.recorded;
  const metrics: readonly Metric[] = [
    ['exchanges_total', 'counter', 'Exchanges that were judged.', [['', exchanges]]],
    ['deliveries_total', 'counter', 'Deliveries that were judged.', [['', deliveries]]],
    ['foreign_total', 'counter', 'Requests that are no operation of the contract.', [['', foreign]]],
    ['unread_total', 'counter', 'Exchanges and deliveries that could not be read.', [['', unread]]],
    [
      'clause_confirmed_total',
      'counter',
      'How often a clause was kept.',
      clauses(({ confirmed }) => confirmed),
    ],
    ['clause_broken_total', 'counter', 'How often a clause was broken.', clauses(({ broken }) => broken)],
    [
      'clause_last_confirmed_seconds',
      'gauge',
      'When it was kept last.',
      clauses(({ lastConfirmed }) => seconds(lastConfirmed)),
    ],
    [
      'clause_last_broken_seconds',
      'gauge',
      'When it was broken last.',
      clauses(({ lastBroken }) => seconds(lastBroken)),
    ],
    [
      'delay_seconds',
      'gauge',
      'What a request waits for the proxy.',
      [
        ['{quantile="0.5"}', median / 1e9],
        ['{quantile="0.99"}', highest / 1e9],
      ],
    ],
    ['recording_bytes_total', 'counter', 'Bytes of the recording.', [['', bytes]]],
    ['recording_lost_total', 'counter', 'Lines of the recording that were lost.', [['', lost]]],
    ['file_errors_total', 'counter', 'Attempts to write a file that failed.', [['', open.fileErrors]]],
    ['judge_faults_total', 'counter', 'Times that the judge itself failed.', [['', faults]]],
  ];
  return metrics
    .map(([name, kind, about, samples]) => {
      const full = `payrig_watch_${name}`;
      const lines = samples.map(([labels, value]) => `${full}${labels} ${value}\n`);
      return `# HELP ${full} ${about}\n# TYPE ${full} ${kind}\n${lines.join('')}`;
    })
    .join('');
}

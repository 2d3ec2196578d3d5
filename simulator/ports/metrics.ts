/** The metrics of a sandbox: their names follow the conventions of Prometheus, OpenTelemetry and Node's exporters. */
const families = {
  http_server_request_duration_seconds: 'How long requests took, by operation and status.',
  payrig_store_change_duration_seconds: 'How long changes took until they were stored.',
  payrig_delivery_attempts_total: 'Attempts to deliver a webhook, by what became of the delivery.',
  payrig_work_lease_losses_total: 'Claims that ran out before the work was done.',
  payrig_work_pending: 'Work that waits, by client.',
  payrig_work_oldest_overdue_seconds: 'For how long the next work has been due, by client.',
  payrig_work_claims: 'Work that is being done, by client.',
  payrig_users: 'Users, by client.',
  payrig_clock_timestamp_seconds: 'The time of each client.',
  payrig_store_up: 'Whether the store can be read and written.',
  payrig_store_slow_statements_total: 'Statements that took longer than 100 ms.',
  payrig_problems: 'How many things are wrong; GET /_sandbox/health names them.',
  nodejs_eventloop_lag_p99_seconds: 'The delay of the event loop since the start, 99th percentile.',
  nodejs_eventloop_lag_max_seconds: 'The greatest delay of the event loop since the start.',
  payrig_eventloop_busy_max_seconds: 'The longest that the process computed without serving others.',
  process_resident_memory_bytes: 'Memory of the process.',
  process_cpu_seconds_total: 'Processor time of the process.',
  payrig_build_info: 'The version, as a label.',
};

const typeOf = (name: string): string =>
  name.endsWith('_total') ? 'counter' : name.endsWith('_duration_seconds') ? 'histogram' : 'gauge';

type Family = keyof typeof families;
type Labels = Readonly<Record<string, string | number>>;

export type Reading = readonly [family: Family, value: number, labels?: Labels];

const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

type Histogram = { readonly labels: string; readonly buckets: number[]; sum: number; count: number };

export class Metrics {
  readonly #counters = new Map<Family, Map<string, number>>();
  readonly #histograms = new Map<Family, Map<string, Histogram>>();

  count(family: Family, labels: Labels = {}): void {
    const series = seriesOf(this.#counters, family);
    const key = labelText(labels);
    series.set(key, (series.get(key) ?? 0) + 1);
  }

  /** Observes durations of one kind. Keep the result: the look-up takes 3 µs with two labels. */
  histogram(family: Family, labels: Labels): (seconds: number) => void {
    const series = seriesOf(this.#histograms, family);
    const key = labelText(labels);
    const histogram = series.get(key) ?? { labels: key, buckets: BOUNDS.map(() => 0), sum: 0, count: 0 };
    series.set(key, histogram);
    return (seconds) => {
      const bucket = BOUNDS.findIndex((bound) => seconds <= bound);
      if (bucket >= 0) histogram.buckets[bucket]! += 1;
      histogram.sum += seconds;
      histogram.count += 1;
    };
  }

  text(readings: readonly Reading[]): string {
    const lines: string[] = [];
    for (const [name, help] of Object.entries(families)) {
      const family = name as Family;
      const samples = [
        ...[...(this.#counters.get(family) ?? [])].map(([labels, value]) => sample(name, labels, value)),
        ...[...(this.#histograms.get(family)?.values() ?? [])].flatMap((one) => histogramLines(name, one)),
        ...readings
          .filter(([of]) => of === family)
          .map(([, value, labels = {}]) => sample(name, labelText(labels), value)),
      ];
      const head = [`# HELP ${name} ${help}`, `# TYPE ${name} ${typeOf(name)}`];
      if (samples.length > 0) lines.push(...head, ...samples);
    }
    return `${lines.join('\n')}\n`;
  }
}

function seriesOf<T>(families: Map<Family, Map<string, T>>, family: Family): Map<string, T> {
  const series = families.get(family) ?? new Map<string, T>();
  families.set(family, series);
  return series;
}

const sample = (name: string, labels: string, value: number): string =>
  `${name}${labels && `{${labels}}`} ${value}`;

function histogramLines(name: string, { labels, buckets, sum, count }: Histogram): string[] {
  let below = 0;
  const bucket = (bound: number | string, value: number) =>
    sample(`${name}_bucket`, `${labels && `${labels},`}le="${bound}"`, value);
  const lines = BOUNDS.map((bound, at) => {
    below += buckets[at]!;
    return bucket(bound, below);
  });
  lines.push(
    bucket('+Inf', count),
    sample(`${name}_sum`, labels, sum),
    sample(`${name}_count`, labels, count),
  );
  return lines;
}

const escaped = (value: string | number): string =>
  String(value).replace(/["\\\n]/g, (c) => (c === '\n' ? '\\n' : `\\${c}`));

const labelText = (labels: Labels): string =>
  Object.entries(labels)
    .map(([name, value]) => `${name}="${escaped(value)}"`)
    .join(',');

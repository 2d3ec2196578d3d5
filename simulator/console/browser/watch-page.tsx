import type { Run } from '../../../spec/types.ts';
import { CallOf } from './code.tsx';
import { useFields } from './forms.tsx';
import { Head } from './parts.tsx';
import { RecordTable } from './record-table.tsx';
import { moment, plural } from './text.ts';
import { Availability, ToolForm, useRuns } from './tool-form.tsx';

/** `payrig watch` in the console: a proxy in front of a deployment, and the ledger of what passes. */
export function WatchPage() {
  const runs = useRuns();
  const [{ url, port }, , texts] = useFields({ url: location.origin, port: '4020' }, 'watch');
  const address = url.trim().replace(/\/$/, '');
  const run = runs.latest.watch;
  return (
    <>
      <Head of="watch" />
      <Availability runs={runs} />
      <ToolForm
        id="watch"
        title={run?.state === 'running' ? 'The ledger so far' : undefined}
        runs={runs}
        order={{
          tool: 'watch',
          url: address === location.origin ? undefined : address,
          port: port === '' ? undefined : Number(port),
        }}
      >
        {texts('url', 'port')}
      </ToolForm>
      {run?.progress?.watch && <SoFar of={run.progress.watch} />}
      <CallOf request={runs.request} />
    </>
  );
}

type Progress = NonNullable<NonNullable<Run['progress']>['watch']>;

/** What broke, what would teach most, and both over time. */
function SoFar({ of: { broken, lessons, timeline } }: { of: Progress }) {
  return (
    <section aria-label="What was seen so far">
      <OverTime spans={timeline} />
      <RecordTable
        label="Broken clauses"
        records={broken}
        idOf={({ clause }) => clause}
        columns={[
          ['Broken clause', ({ clause }) => <code>{clause}</code>, 'heading'],
          ['Times', ({ times }) => times, 'number'],
          ['First', ({ first }) => moment(first), 'when'],
          ['Last', ({ last }) => moment(last), 'when'],
          ['Kept since', ({ kept_since }) => moment(kept_since), 'when'],
          ['What was seen', ({ detail }) => detail],
        ]}
        empty="Nothing was broken."
      />
      {lessons.length > 0 && <p>These requests would have most clauses judged:</p>}
      <ul>
        {lessons.map(({ request, clauses, such }) => (
          <li key={request}>
            <code>{request}</code>, {plural(clauses, 'clause')}: {such.join('; ')}
          </li>
        ))}
      </ul>
    </section>
  );
}

const [WIDTH, HEIGHT] = [720, 80];

/** How many requests passed in each span of time, and where clauses were broken. */
function OverTime({ spans }: { spans: Progress['timeline'] }) {
  const [first, last] = [spans[0], spans.at(-1)];
  if (!first || !last) return null;
  const most = Math.max(...spans.map(({ passed }) => passed), 1);
  const x = (at: number): number => ((at - first.from) / (last.to - first.from)) * WIDTH;
  const total = spans.reduce((sum, { passed }) => sum + passed, 0);
  const breaks = spans.reduce((sum, one) => sum + one.broken, 0);
  const label = `${plural(total, 'request')} over time, clauses broken ${plural(breaks, 'time')}`;
  const iso = (at: number): string => moment(new Date(at).toISOString());
  return (
    <div class="chart">
      <svg class="timeline" viewBox={`0 0 ${WIDTH} ${HEIGHT + 18}`} role="img" aria-label={label}>
        {spans.map(({ from, to, passed, broken }) => {
          const height = (passed / most) * HEIGHT;
          return (
            <rect
              key={from}
              class={broken > 0 ? 'housing' : 'net'}
              x={x(from)}
              width={Math.max(1, x(to) - x(from) - 1)}
              y={HEIGHT - height}
              height={height}
            >
              <title>{`${iso(from)}: ${plural(passed, 'request')}, broken ${plural(broken, 'time')}`}</title>
            </rect>
          );
        })}
        <line class="grid" x1={0} x2={WIDTH} y1={HEIGHT} y2={HEIGHT} />
        <text x={0} y={HEIGHT + 14}>
          {iso(first.from)}
        </text>
        <text x={WIDTH} y={HEIGHT + 14} text-anchor="end">
          {iso(last.to)}
        </text>
      </svg>
    </div>
  );
}

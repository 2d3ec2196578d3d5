import type { Run } from '../../../spec/types.ts';
import { CallOf } from './code.tsx';
import { useFields } from './forms.tsx';
import { Head } from './parts.tsx';
import { RecordTable } from './record-table.tsx';
import { moment, plural } from './text.ts';
import { type Mark, Timeline } from './timeline.tsx';
import { Availability, ToolForm, useRuns } from './tool-form.tsx';
import words from './words.json' with { type: 'json' };

/** `payrig watch` in the console: a proxy in front of a deployment, and the ledger of what passes. */
export function WatchPage() {
  const runs = useRuns();
  const [{ url, port }, , texts] = useFields({ url: location.origin, port: '4020' }, 'watch');
  const address = url.trim().replace(/\/$/, '');
  const run = runs.latest.watch;
  const title = run?.state === 'running' && { title: 'The ledger so far' };
  const where = {
    url: address === location.origin ? undefined : address,
    port: port ? Number(port) : undefined,
  };
  return (
    <>
      <Head of="watch" />
      <Availability runs={runs} />
      <ToolForm id="watch" {...title} runs={runs} order={{ tool: 'watch', ...where }}>
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
        {...words.tables.broken}
        records={broken}
        columns={[
          ['Broken clause', ({ clause }) => <code>{clause}</code>, 'heading'],
          ['Times', ({ times }) => times, 'number'],
          ['First', ({ first }) => moment(first), 'when'],
          ['Last', ({ last }) => moment(last), 'when'],
          ['Kept since', ({ kept_since }) => moment(kept_since), 'when'],
          ['What was seen', ({ detail }) => detail],
        ]}
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

/** How many requests passed in each span of time, and where clauses were broken. */
function OverTime({ spans }: { spans: Progress['timeline'] }) {
  const sumOf = (kind: 'passed' | 'broken'): number => spans.reduce((sum, one) => sum + one[kind], 0);
  const most = Math.max(...spans.map(({ passed }) => passed), 1);
  const marks = spans.flatMap(({ from, passed, broken }): Mark[] => {
    const at = new Date(from).toISOString();
    const breaks = { at, lane: 'broken clauses', about: plural(broken, 'break') };
    const requests = { at, lane: 'requests', about: plural(passed, 'request'), size: passed / most };
    return broken > 0 ? [requests, breaks] : [requests];
  });
  const label = `${plural(sumOf('passed'), 'request')} over time, clauses broken ${plural(sumOf('broken'), 'time')}`;
  return <Timeline marks={marks} label={label} />;
}

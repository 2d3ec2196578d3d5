import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { HttpRequest } from '../../../spec/caller.ts';
import type { ServiceError } from '../../../spec/client.ts';
import type { Run, RunOrder } from '../../../spec/types.ts';
import { options } from './api.ts';
import { commandOf } from './command-of.ts';
import { useAction, useConsole, useLive, useRead, useReloadWith } from './context.ts';
import { Button, Code, Form, Made, Problem, Section, Submit } from './parts.tsx';
import { moment } from './text.ts';

type Props = {
  id: string;
  title: string;
  note: string;
  runs: Runs;
  order: RunOrder;
  label: string;
  children?: ComponentChildren;
};

/** A section of the tools page: what a tool needs to know, the command that does the same, and how its latest run goes or went. */
export function ToolForm({ id, title, note, runs, order, label, children }: Props) {
  const run = runs.latest[order.tool];
  const start = useAction(async (api) => runs.add(await api.call('startRun', { body: order })));
  const stop = useAction((api, run_id: string) => api.call('stopRun', { path: { run_id } }));
  return (
    <Section id={id} title={title} note={note}>
      <Form onSubmit={start.run} label={label}>
        {children && <div class="form tops">{children}</div>}
        <Submit class="main" disabled={!runs.areAvailable || start.isBusy || run?.state === 'running'}>
          {label}
        </Submit>
      </Form>
      {runs.areAvailable === false && (
        <p class="remark">
          This sandbox was made by a program, and runs no tools. Run the command below, or start the sandbox
          with <code>npx payrig sandbox</code>.
        </p>
      )}
      <Code
        title="the same on the command line"
        text={commandOf(order, { origin: location.origin, apiKeys: options.apiKeys })}
      />
      <Problem error={start.error ?? stop.error} />
      <Made requests={[...start.made, ...stop.made].map(withoutSecrets)} />
      {run && <RunView key={run.run_id} run={run} onStop={() => stop.run(run.run_id)} />}
    </Section>
  );
}

const secret: ReadonlySet<string> = new Set(['password', 'sandbox_key', 'secret', 'encryption_key']);

function withoutSecrets(request: HttpRequest): HttpRequest {
  if (request.body === undefined) return request;
  const text = JSON.stringify(request.body, (name, value) => (secret.has(name) ? '…' : value));
  return { ...request, body: JSON.parse(text) };
}

/** The address of a file within this sandbox, whatever name the page was opened under. */
const addressOf = (url: string): string => {
  const { pathname, search } = new URL(url);
  return pathname + search;
};

const sizeOf = (bytes: number): string =>
  bytes < 1024 ? `${bytes} bytes` : `${Math.round(bytes / 1024).toLocaleString('en-GB')} kB`;

function RunView({ run, onStop }: { run: Run; onStop: () => void }) {
  const [isOpen, setOpen] = useState(true);
  if (run.state === 'running') return <Running run={run} onStop={onStop} />;
  const report = run.files.find(({ name }) => name === 'report.html');
  return (
    <div class={`result ${run.exit_code === 0 ? '' : 'bad'}`}>
      <p role="status">
        <b>{endOf(run)}</b> <span class="note">{moment(run.ended_at)} UTC</span>
        <Target of={run.target} />
      </p>
      {report && (
        <>
          <p class="buttons">
            <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {isOpen ? 'Close the report' : 'Open the report here'}
            </Button>
            <a class="button" href={addressOf(report.url)} target="_blank" rel="noreferrer">
              Open the report in a tab
            </a>
          </p>
          {isOpen && (
            <iframe class="report" src={addressOf(report.url)} title={`Report of the ${run.tool}`} />
          )}
        </>
      )}
      {run.files.length > 0 && (
        <ul class="files" aria-label="Files">
          {run.files.map(({ name, size, url }) => (
            <li key={name}>
              <a class="button" href={addressOf(url)} download={name}>
                Save {name}
              </a>{' '}
              <span class="note">{sizeOf(size)}</span>
            </li>
          ))}
        </ul>
      )}
      {run.output && report && (
        <details>
          <summary>What the command printed</summary>
          <Code title="it printed" text={run.output} />
        </details>
      )}
      {run.output && !report && (run.tool === 'clauses' || run.exit_code !== 0) && (
        <Code title="it printed" text={run.output} />
      )}
    </div>
  );
}

const Target = ({ of }: { of: string | null }) => of && [' · ', <code key="target">{of}</code>];

const phases: Readonly<Record<string, string>> = {
  preflight: 'Checks that the deployment answers',
  learn: 'Learns the open points',
  check: 'Judges clauses',
  'clean-up': 'Removes what it made',
};

function Running({ run: { progress, target }, onStop }: { run: Run; onStop: () => void }) {
  const { phase = '', done = 0, total = 0, failed = 0, detail = '' } = progress ?? {};
  return (
    <div class="result running">
      <p>
        <b>{phases[phase] ?? 'Starts'}</b>
        {total > 0 && ` ${done} of ${total}`}
        {failed > 0 && `, ${failed} failed`}
        <Target of={target} />
      </p>
      <progress
        aria-label="How far it is"
        max={total > 0 ? total : undefined}
        value={total > 0 ? done : undefined}
      />
      <p class="note detail-line">{detail || ' '}</p>
      <Button onClick={onStop}>Stop it</Button>
    </div>
  );
}

function endOf({ state, exit_code, tool }: Run): string {
  if (state === 'stopped') return 'It was stopped.';
  if (tool === 'check' || tool === 'exam' || tool === 'exam-client')
    return (
      {
        0: 'Well: no judged clause fails.',
        1: 'Some clauses fail.',
        3: 'Incomplete: not enough could be judged.',
      }[String(exit_code)] ?? 'It could not be run.'
    );
  return exit_code === 0 ? 'Made.' : 'It could not be made.';
}

export type Tool = Run['tool'];

export type Runs = {
  /** Undefined until the sandbox has said. */
  areAvailable: boolean | undefined;
  latest: Readonly<Partial<Record<Tool, Run>>>;
  /** Takes in what a call answered, unless more is known already. */
  add: (run: Run) => void;
  error: ServiceError | undefined;
  request: HttpRequest;
};

export function useRuns(): Runs {
  const { epoch } = useConsole();
  const read = useRead('listRuns');
  const [latest, setLatest] = useState<Runs['latest']>({});
  const put = (run: Run) => setLatest((all) => ({ ...all, [run.tool]: run }));
  useEffect(() => {
    if (read.data) setLatest(Object.fromEntries(read.data.runs.map((run) => [run.tool, run])));
  }, [read.data]);
  useLive('run', put);
  useReloadWith(read.reload, epoch);
  return {
    areAvailable: read.data?.available,
    latest,
    add: (run) =>
      setLatest((all) => (all[run.tool]?.run_id === run.run_id ? all : { ...all, [run.tool]: run })),
    error: read.error,
    request: read.request,
  };
}

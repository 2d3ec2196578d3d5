import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { HttpRequest } from '../../../spec/caller.ts';
import { payrigCommand, type Secret } from '../../../spec/payrig-command.ts';
import type { Run, RunOrder } from '../../../spec/types.ts';
import { options } from './api.ts';
import { Code } from './code.tsx';
import { keep, useKept } from './compare.tsx';
import { useAction, useConsole, useLive, useRead, useReloadOn } from './context.ts';
import { Act, Button, Form, Submit } from './forms.tsx';
import { Outcome, Problem, Section, sectionWords, useAppeared } from './parts.tsx';
import { Link } from './route.tsx';
import { moment, wordsFor } from './text.ts';

/** The command line that does the same as an order; secrets are variables of the shell, keys that are public stand in it. */
function commandOf(order: RunOrder): string[] {
  const key = (value: string | undefined, variable: string) =>
    value === undefined || options.apiKeys.includes(value) ? value : { variable };
  const hidden = (value: string | undefined, variable: string) => (value ? { variable } : undefined);
  const { tool, url = location.origin, arrange, runs, format, consumer, port = 4020 } = order;
  const only = order.only?.join() || undefined;
  const profile = order.profile && 'profile.json';
  const [reportDir, learn] = ['reports', 'profile.json'];
  const judging = { only, profile, reportDir };
  switch (tool) {
    case 'check': {
      const apiKey = key(order.api_key, 'API_KEY');
      const otherApiKey = key(order.other_api_key, 'OTHER_API_KEY');
      const member = order.member && memberWord(order.member);
      const sandboxKey = hidden(order.sandbox_key, 'SANDBOX_KEY');
      const set = { apiKey, otherApiKey, member, sandboxKey, arrange, readOnly: order.read_only, runs };
      return payrigCommand('check', [url], { ...set, ...judging, learn });
    }
    case 'exam': {
      const secret = hidden(order.secret, 'WEBHOOK_SECRET');
      const encryptionKey = hidden(order.encryption_key, 'WEBHOOK_KEY');
      const set = { secret, unsigned: !secret, encryptionKey };
      return payrigCommand('exam', [order.url ?? ''], { ...set, ...judging });
    }
    case 'exam-client': {
      const journeys = order.journeys?.join();
      return payrigCommand('exam client', [], { http: order.url, journeys, only, reportDir });
    }
    case 'watch':
      return payrigCommand('watch', [url], { port, reportDir, ledger: 'ledger.json', learn });
    case 'clauses':
      return payrigCommand('check', [], { list: true, only });
    case 'spec':
      return payrigCommand('spec', [], { format, profile, out: 'contract' });
    case 'pact':
      return payrigCommand('pact make', [], { consumer, profile });
  }
}

/** What the member of every sandbox signs in with is no secret. */
function memberWord({ username, password }: NonNullable<RunOrder['member']>): string | Secret {
  const given = `${username}:${password}`;
  const isKnown = given === Object.values(standardMember).join(':');
  return isKnown ? given : { after: `${username}:`, variable: 'MEMBER_PASSWORD' };
}

export const standardMember = { username: 'member@sandbox.test', password: 'sandbox-password' };

/** As many options on a line as a reader takes in. */
function lines([command, ...options]: readonly string[]): string {
  const made = [`npx ${command}`];
  for (const option of options) {
    const last = made.at(-1)!;
    if (last.length + option.length < 88) made[made.length - 1] = `${last} ${option}`;
    else made.push(option);
  }
  return made.join(' \\\n  ');
}

type Props = { id: string; title?: string; runs: Runs; order: RunOrder; children?: ComponentChildren };

/** A section of the tools page: what a tool needs to know, the command that does the same, and how its latest run goes or went. */
export function ToolForm({ id, runs, order, children, ...given }: Props) {
  const { label } = sectionWords[id]!;
  const run = runs.latest[order.tool];
  const start = useAction(async (api) => runs.add(await api.call('startRun', { body: order })));
  const stop = useAction((api, run_id: string) => api.call('stopRun', { path: { run_id } }));
  const isReady = runs.areAvailable && run?.state !== 'running';
  const isOwn = start.made.length > 0;
  return (
    <Section id={id} {...given}>
      <Form of={start} onSubmit={start.run} label={label}>
        {children && <div class="form tops">{children}</div>}
        <Submit class="main" of={start} disabled={!isReady} label={label} />
      </Form>
      <Outcome of={[{ ...start, made: start.made.map(withoutSecrets) }, stop]} />
      {run && <RunView key={run.run_id} {...{ run, isOwn }} onStop={() => stop.run(run.run_id)} />}
      <Code title="the same on the command line" text={lines(commandOf(order))} />
    </Section>
  );
}

/** Says that this sandbox runs no tools, or why it cannot be asked. */
export const Availability = ({ runs }: { runs: Runs }) => (
  <>
    {runs.areAvailable === false && (
      <p class="remark">
        This sandbox was made by a program, and runs no tools. Run the commands below, or start the sandbox
        with <code>npx payrig sandbox</code>.
      </p>
    )}
    <Problem error={runs.error} />
  </>
);

const secret: ReadonlySet<string> = new Set(['password', 'sandbox_key', 'secret', 'encryption_key']);

function withoutSecrets(request: HttpRequest): HttpRequest {
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

type RunProps = { run: Run; isOwn: boolean; onStop: () => void };

function RunView({ run, isOwn, onStop }: RunProps) {
  if (run.state === 'running') return <Running run={run} isOwn={isOwn} onStop={onStop} />;
  const report = run.files.find(({ name }) => name === 'report.html');
  return (
    <div class={`result ${run.exit_code === 0 ? '' : 'bad'}`}>
      <p role="status">
        <b>{endOf(run)}</b> <span class="note">{moment(run.ended_at)} UTC</span>
        <Target of={run.target} />
      </p>
      {report && (
        <details open>
          <summary>The report</summary>
          <p>
            <a class="button" href={addressOf(report.url)} target="_blank" rel="noreferrer">
              Open the report in a tab
            </a>
          </p>
          <iframe class="report" src={addressOf(report.url)} title={`Report of the ${run.tool}`} />
        </details>
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
      {run.output && (
        <details open={!report && (run.tool === 'clauses' || run.exit_code !== 0)}>
          <summary>What the command printed</summary>
          <Code title="it printed" text={run.output} />
        </details>
      )}
    </div>
  );
}

const Target = ({ of }: { of: string | null }) => of && [' · ', <code key="target">{of}</code>];

function progressOf({ progress }: Run): string {
  const { phase = '', done = 0, total = 0, failed = 0 } = progress ?? {};
  const count = total > 0 ? ` ${done} of ${total}` : '';
  return `${wordsFor('phases', phase) ?? 'Starts'}${count}${failed > 0 ? `, ${failed} failed` : ''}`;
}

function Running({ run, isOwn, onStop }: RunProps) {
  const { done = 0, total = 0, detail = '' } = run.progress ?? {};
  const own = useRef<HTMLDivElement>(null);
  useAppeared(own, isOwn);
  return (
    <div class="result running" ref={own} tabIndex={-1}>
      <p>
        <b>{progressOf(run)}</b>
        <Target of={run.target} />
      </p>
      <progress aria-label="How far it is" {...(total > 0 && { max: total, value: done })} />
      <p class="note detail-line">{detail || ' '}</p>
      {run.tool === 'watch' && run.output && <Code title="it printed" text={run.output} />}
      <Button onClick={onStop} label="Stop it" />
    </div>
  );
}

function endOf({ state, exit_code, tool }: Run): string {
  if (state === 'stopped' && (tool !== 'watch' || exit_code === null)) return 'It was stopped.';
  if (['check', 'exam', 'exam-client', 'watch'].includes(tool))
    return wordsFor('ends', String(exit_code)) ?? 'It could not be run.';
  return exit_code === 0 ? 'Made.' : 'It could not be made.';
}

const placeOf = (tool: Tool): string =>
  tool === 'watch' ? '/console/watch' : `/console/tools#${tool === 'spec' ? 'contract' : tool}`;

/** On every page: how far a run is, and a way to stop it. A toast says how it ended. */
export function RunNote() {
  const { toast } = useConsole();
  const [run, setRun] = useState<Run>();
  const stop = useAction((api, run_id: string) => api.call('stopRun', { path: { run_id } }));
  useLive('run', (latest) => {
    setRun(latest.state === 'running' ? latest : undefined);
    if (latest.state === 'running' || run?.run_id !== latest.run_id) return;
    toast({ text: `${latest.tool}: ${endOf(latest)}`, link: { href: placeOf(latest.tool), name: 'See it' } });
  });
  if (!run) return null;
  return (
    <p class="run-note">
      <Link href={placeOf(run.tool)}>{run.tool}</Link> {progressOf(run)}
      <Act of={stop} with={[run.run_id]} label="Stop" about={run.tool} />
    </p>
  );
}

export type Tool = Run['tool'];

export type Runs = ReturnType<typeof useRuns>;

/** What is kept of a report: how it ended, and each clause's verdict. */
export type Report = { tool: string; target: string; summary: string; verdicts: [string, string][] };

type ReportFile = { summary: string; clauses: { clause: string; verdict: string }[] };

/** Keeps the reports of runs that have ended: the sandbox has them until the next run of the tool. */
async function keepReports(runs: readonly Run[]): Promise<void> {
  for (const { run_id, tool, target, ended_at, files } of runs) {
    const file = files.find(({ name }) => name === 'report.json');
    if (!file || ended_at === null) continue;
    const { summary, clauses }: ReportFile = await (await fetch(addressOf(file.url))).json();
    const verdicts = clauses.map(({ clause, verdict }): [string, string] => [clause, verdict]);
    const data: Report = { tool, target: target ?? location.origin, summary, verdicts };
    await keep({ id: run_id, kind: 'report', name: `${tool}, ${moment(ended_at)}`, at: ended_at, data });
  }
}

export function useRuns() {
  const { epoch } = useConsole();
  const read = useRead('listRuns');
  const reports = useKept<Report>('report');
  const [latest, setLatest] = useState<Readonly<Partial<Record<Tool, Run>>>>({});
  useEffect(() => {
    if (read.data) setLatest(Object.fromEntries(read.data.runs.map((run) => [run.tool, run])));
  }, [read.data]);
  useEffect(() => void keepReports(Object.values(latest)).then(reports.reload), [latest, reports.reload]);
  useLive('run', (run) => setLatest((all) => ({ ...all, [run.tool]: run })));
  useReloadOn(read.reload, epoch);
  /** Takes in what a call answered, unless more is known already. */
  const add = (run: Run) =>
    setLatest((all) => (all[run.tool]?.run_id === run.run_id ? all : { ...all, [run.tool]: run }));
  const { error, request } = read;
  /** `areAvailable` is undefined until the sandbox has said. */
  return { areAvailable: read.data?.available, reports, latest, add, error, request };
}

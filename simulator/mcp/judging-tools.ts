import { setTimeout as delay } from 'node:timers/promises';
import type { ServerContext } from '@modelcontextprotocol/server';
import { isObject, type Json, objectAt, picked } from '../../spec/json.ts';
import { bodyText } from '../../spec/read-body.ts';
import type { Run, RunOrder } from '../../spec/types.ts';
import type { Connection } from './connection.ts';
import { addTool, data, inlined, type Served, shallow, tools } from './schemas.ts';

export function addJudgingTools(served: Served): void {
  const { document } = served.arrangement;
  const order = objectAt(document, 'components', 'schemas', 'RunOrder', 'properties');
  for (const [name, { tool, about, fields, required }] of Object.entries(tools.judging)) {
    const schemaOf = (field: string) => fieldFor(tool, inlined(document, order[field] ?? {}));
    const properties = () => Object.fromEntries(fields.map((field) => [field, schemaOf(field)]));
    const input = () => ({ properties: properties(), required });
    const described = { name, description: about, hints: 'judges', input } as const;
    addTool<Omit<RunOrder, 'tool'>>(served, served.arrangement, described, (given, ctx) =>
      judged(served, { ...given, tool }, ctx),
    );
  }
}

/** A field of an order as one tool takes it: its description may speak of several tools, `check: this; exam: that`. */
function fieldFor(tool: string, schema: Json): Json {
  const brief = shallow(schema);
  if (!isObject(brief) || typeof brief['description'] !== 'string') return brief;
  const parts = brief['description'].split(/; (?=[a-z-]+(?:, [a-z-]+)*: )/);
  const own = parts.find((part) => part.split(':')[0]!.split(', ').includes(tool)) ?? parts[0]!;
  return { ...brief, description: own.replace(/^[a-z-]+(, [a-z-]+)*: /, '') };
}

const pollMs = 150;

async function judged({ caller, apiKey, url }: Connection, order: RunOrder, ctx: ServerContext) {
  const own = order.tool === 'check' && order.api_key === undefined ? { api_key: apiKey } : {};
  let run: Run = await caller.call('startRun', { body: { ...own, ...order } });
  const path = { run_id: run.run_id };
  let reported = 0;
  while (run.state === 'running') {
    if (ctx.mcpReq.signal.aborted) await caller.call('stopRun', { path });
    await delay(pollMs);
    run = await caller.call('getRun', { path });
    const reached = run.progress?.done ?? 0;
    if (reached > reported) await report(ctx, run.progress, reached);
    reported = Math.max(reported, reached);
  }
  const whole = await reportOf(url, run);
  const source = run.target ?? url;
  return whole ? data(source, verdictsOf(whole)) : { ...data(source, run.output), isError: true };
}

async function report({ mcpReq }: ServerContext, at: Run['progress'], progress: number): Promise<void> {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined || !at || mcpReq.signal.aborted) return;
  const message = `${at.phase}: ${at.done} of ${at.total}${at.failed > 0 ? `, ${at.failed} failed` : ''}`;
  await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, message } });
}

type Verdict = Record<'clause' | 'verdict' | 'statement', string>;
type JudgedClause = Verdict & { places?: string[]; failure?: Record<string, unknown> };
type Report = { summary: string; totals: object; clauses: JudgedClause[] };

/** The report.json of a run that has ended; undefined where it made none. Its address may be one that only others reach. */
export async function reportOf(url: string, { files }: Pick<Run, 'files'>): Promise<Report | undefined> {
  const file = files.find(({ name }) => name === 'report.json');
  if (!file) return undefined;
  const answer = await fetch(`${url}${file.url.slice(file.url.indexOf('/_runs/'))}`);
  return JSON.parse(await bodyText(answer, { most: 64 * 1024 * 1024 }));
}

const mostFailures = 10;

/** What a model needs of a report: the counts, and the first failures with their tokens. */
function verdictsOf({ summary, totals, clauses }: Report): object {
  const failing = clauses.filter(({ verdict }) => ['fail', 'warn', 'error'].includes(verdict));
  const failures = failing.slice(0, mostFailures).map(({ failure = {}, ...clause }) => ({
    ...picked(clause, 'clause', 'verdict', 'statement', 'places'),
    ...picked(failure, 'expected', 'actual', 'counterexample', 'diagnosis', 'replay', 'again'),
  }));
  return { summary, totals, failing: failing.length, failures };
}

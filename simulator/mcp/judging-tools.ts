import { setTimeout as delay } from 'node:timers/promises';
import type { CallToolResult, McpServer, ServerContext } from '@modelcontextprotocol/server';
import { objectAt } from '../../spec/json.ts';
import type { Run, RunOrder } from '../../spec/types.ts';
import type { Connection } from './connection.ts';
import { addTool, data, inlined, inputSchema, resultOf } from './schemas.ts';

type Field = keyof RunOrder;
const checkFields = [
  ...(['url', 'api_key', 'other_api_key', 'member', 'sandbox_key'] as const),
  ...(['arrange', 'read_only', 'only', 'runs', 'profile'] as const),
] satisfies Field[];

const tools = {
  check_deployment: {
    tool: 'check',
    title: 'Judge a deployment clause by clause',
    about:
      'Run the conformance suite against a deployment, this sandbox when url is left out. It creates test users and removes them, unless read_only. Takes up to minutes; only narrows it.',
    fields: checkFields,
    required: [],
  },
  examine_receiver: {
    tool: 'exam',
    title: 'Examine a receiver of webhooks',
    about: 'Send genuine and forged deliveries to a receiver, and judge what it does with each.',
    fields: ['url', 'secret', 'encryption_key', 'only', 'profile'],
    required: ['url'],
  },
  examine_client: {
    tool: 'exam-client',
    title: 'Examine code that calls the service',
    about:
      'Have code do its journeys in sandboxes that behave, misbehave and differ, and judge what it sent, left behind and concluded. The url gets a POST with the values of a journey as JSON, and answers 2xx with its conclusion when it is over. Takes up to minutes.',
    fields: ['url', 'journeys', 'only'],
    required: ['url', 'journeys'],
  },
  replay_failure: {
    tool: 'check',
    title: 'See one failure again',
    about: 'Run the one case of a failure again, by the replay token that a check reported.',
    fields: ['replay', ...checkFields],
    required: ['replay'],
  },
} as const satisfies Record<
  string,
  {
    tool: RunOrder['tool'];
    title: string;
    about: string;
    fields: readonly Field[];
    required: readonly Field[];
  }
>;

/** The tools that judge; they run as processes of the sandbox, report progress and can be cancelled. */
export function addJudgingTools(server: McpServer, connection: Connection): void {
  const { document } = connection.arrangement;
  const order = objectAt(document, 'components', 'schemas', 'RunOrder', 'properties');
  for (const [name, { tool, title, about, fields, required }] of Object.entries(tools)) {
    const schema = inputSchema<Omit<RunOrder, 'tool'>>(connection.arrangement, name, () => ({
      properties: Object.fromEntries(fields.map((field) => [field, inlined(document, order[field] ?? {})])),
      required,
    }));
    const hints = { readOnlyHint: false, destructiveHint: false, openWorldHint: true };
    addTool(server, name, { title, description: about, schema, hints }, (input, ctx) =>
      resultOf(() => judged(connection, { ...input, tool }, ctx)),
    );
  }
}

const pollMs = 150;

async function judged(
  { caller, apiKey, url }: Connection,
  order: RunOrder,
  ctx: ServerContext,
): Promise<CallToolResult> {
  const own = order.tool === 'check' && order.api_key === undefined ? { api_key: apiKey } : {};
  let run: Run = await caller.call('startRun', { body: { ...own, ...order } });
  const path = { run_id: run.run_id };
  let told = 0;
  while (run.state === 'running') {
    if (ctx.mcpReq.signal.aborted) await caller.call('stopRun', { path });
    await delay(pollMs);
    run = await caller.call('getRun', { path });
    const reached = stepsOf(run.progress);
    if (reached > told) await tell(ctx, run.progress, reached);
    told = Math.max(told, reached);
  }
  const report = await reportOf(url, run);
  const source = run.target ?? url;
  return report ? data(source, verdictsOf(report)) : { ...data(source, run.output), isError: true };
}

const phases = ['preflight', 'learn', 'check', 'clean-up'];

/** Each phase counts anew, and the protocol wants progress to grow. */
const stepsOf = (progress: Run['progress']): number =>
  progress ? 1000 * phases.indexOf(progress.phase) + progress.done : 0;

async function tell({ mcpReq }: ServerContext, at: Run['progress'], progress: number): Promise<void> {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined || !at || mcpReq.signal.aborted) return;
  const message = `${at.phase}: ${at.done} of ${at.total}${at.failed > 0 ? `, ${at.failed} failed` : ''}`;
  await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, message } });
}

type Report = {
  summary: string;
  totals: object;
  clauses: {
    clause: string;
    verdict: string;
    statement: string;
    places?: string[];
    failure?: Record<string, unknown>;
  }[];
};

/** The report.json of a run that has ended; undefined where it made none. Its address may be one that only others reach. */
export async function reportOf(url: string, { files }: Pick<Run, 'files'>): Promise<Report | undefined> {
  const file = files.find(({ name }) => name === 'report.json');
  if (!file) return undefined;
  const answer = await fetch(`${url}${file.url.slice(file.url.indexOf('/_runs/'))}`);
  const report: Report = await answer.json();
  return report;
}

const mostFailures = 10;

/** What a model needs of a report: the counts, and the first failures with their tokens. */
function verdictsOf({ summary, totals, clauses }: Report): object {
  const failing = clauses.filter(({ verdict }) => ['fail', 'warn', 'error'].includes(verdict));
  const failures = failing
    .slice(0, mostFailures)
    .map(({ clause, verdict, statement, places, failure = {} }) => {
      const { expected, actual, counterexample, diagnosis, replay, again } = failure;
      return {
        clause,
        verdict,
        statement,
        places,
        expected,
        actual,
        counterexample,
        diagnosis,
        replay,
        again,
      };
    });
  return { summary, totals, failing: failing.length, failures };
}

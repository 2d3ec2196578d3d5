import { idlePatterns } from '../../spec/clause-patterns.ts';
import { completeProfile, ProfileError } from '../../spec/profile.ts';
import type { RunOrder } from '../../spec/types.ts';
import { refusals } from '../domain/refusal.ts';
import type { ArrangementHandlers } from '../http/context.ts';
import { created, ok } from '../http/outcome.ts';
import type { Services } from '../tenant/services.ts';
import type { ToolOrder } from '../tools/runs.ts';

type Field = Exclude<keyof RunOrder, 'tool'>;

/** Which fields each tool takes, those first that it cannot do without. */
const fields: Record<RunOrder['tool'], { needs: readonly Field[]; takes: readonly Field[] }> = {
  check: {
    needs: ['api_key'],
    takes: [
      ...(['url', 'other_api_key', 'member', 'sandbox_key'] as const),
      ...(['arrange', 'read_only', 'only', 'runs', 'replay', 'profile'] as const),
    ],
  },
  exam: { needs: ['url'], takes: ['secret', 'encryption_key', 'only', 'profile'] },
  'exam-client': { needs: ['url', 'journeys'], takes: ['only'] },
  watch: { needs: [], takes: ['url', 'port', 'profile'] },
  clauses: { needs: [], takes: ['only'] },
  spec: { needs: ['format'], takes: ['profile'] },
  pact: { needs: ['consumer'], takes: ['profile'] },
};

/** What a tool is to do by an order; one that it cannot follow is refused with all that is wrong with it. */
async function toolOrderOf(
  order: RunOrder,
  { profile, webhookTargets, localUrl }: Pick<Services, 'profile' | 'webhookTargets' | 'localUrl'>,
): Promise<ToolOrder> {
  const { needs, takes } = fields[order.tool];
  const given = Object.keys(order).filter((name): name is Field => name !== 'tool');
  const target = order.url === undefined ? undefined : webhookTargets.problemOf(order.url);
  const problems = [
    ...needs
      .filter((name) => order[name] === undefined)
      .map((name) => `Request is missing the required field [${name}]`),
    ...given
      .filter((name) => ![...needs, ...takes].includes(name))
      .map((name) => `Field [${name}] is not taken by the tool [${order.tool}]`),
    ...(target === undefined ? [] : [`Field [url] ${target}`]),
    ...profileProblems(order.profile),
    ...(await idle(order)).map((pattern) => `Field [only] names no clause: [${pattern}]`),
  ];
  if (problems.length > 0) throw refusals.invalid(problems);
  const isOwn = (order.tool === 'check' || order.tool === 'watch') && order.url === undefined;
  // A check learns the profile of a deployment, and so does the watch of another one; the other tools need one.
  const learns = order.tool === 'check' || (order.tool === 'watch' && !isOwn);
  const known = order.profile ?? (learns ? undefined : profile);
  const { profile: _, ...rest } = order;
  return {
    ...rest,
    url: isOwn ? localUrl() : order.url,
    profile: takes.includes('profile') ? known : undefined,
    isOwn,
  };
}

function profileProblems(profile: RunOrder['profile']): readonly string[] {
  try {
    completeProfile(profile);
    return [];
  } catch (error) {
    if (!(error instanceof ProfileError)) throw error;
    return error.problems.map((problem) => `Field [profile] ${problem}`);
  }
}

/** The patterns that fit no clause of what the tool judges by. */
async function idle({ tool, only = [] }: RunOrder): Promise<string[]> {
  if (only.length === 0) return [];
  const load = {
    exam: async () => (await import('../../spec/receiver-clauses.ts')).loadReceiverClauses(),
    'exam-client': async () => (await import('../../spec/client-clauses.ts')).loadClientClauses(),
    others: async () => (await import('../../spec/clauses.ts')).loadClauses(),
  };
  const clauses = await load[tool === 'exam' || tool === 'exam-client' ? tool : 'others']();
  return idlePatterns(
    only,
    clauses.map(({ id }) => id),
  );
}

export const runs = {
  async listRuns({ client, services }) {
    const listed = await services.runs.list(client.name);
    return ok({ available: services.runs.areAvailable, runs: listed.map(({ run }) => run) });
  },

  async startRun({ client, body, services }) {
    return created(await services.runs.start(client.name, await toolOrderOf(body, services)));
  },

  async getRun({ client, path, services }) {
    return ok(await services.runs.get(client.name, path.run_id));
  },

  async stopRun({ client, path, services }) {
    return ok(await services.runs.stop(client.name, path.run_id));
  },
} satisfies Partial<ArrangementHandlers>;

import { birthAt } from '../../generators/world/birth.ts';
import { idlePatterns } from '../../spec/clause-patterns.ts';
import { completeProfile, ProfileError } from '../../spec/profile.ts';
import type { RunOrder } from '../../spec/types.ts';
import { loadSnapshot, resetClient, takeSnapshot } from '../client/snapshot.ts';
import { endOfTime, isoInstant, plusDuration, readInstant } from '../domain/instant.ts';
import { orNotFound, Refusal, refusals } from '../domain/refusal.ts';
import { patched } from '../domain/user-fields.ts';
import type { ArrangementHandlers, Caller } from '../http/context.ts';
import { created, ok } from '../http/outcome.ts';
import { isFrozen } from '../state/client-state.ts';
import { type Health, healthOf } from '../tenant/health.ts';
import type { Services } from '../tenant/services.ts';
import type { ToolOrder } from '../tools/runs.ts';
import { moveClock } from '../work/move-clock.ts';

/** Only callers with a key see the problems of the store: they name files and addresses. */
const withKey =
  'Stored data cannot be read or written: GET /_sandbox/health with an API key says what, and so does the log';

const problemsFor = ({ kind }: Caller, { stored, stalled }: Health): string[] => [
  ...(kind === 'keyless' && stored.length > 0 ? [withKey] : stored),
  ...stalled,
];

export const sandboxState = {
  async getHealth({ services, caller }) {
    const { environment, profile, realNow, version } = services;
    const problems = problemsFor(caller, await healthOf(services));
    const status = problems.length === 0 ? ('ok' as const) : ('degraded' as const);
    const shown = { status, version, now: isoInstant(realNow()), environment, profile: { ...profile } };
    return ok({ ...shown, problems, event_loop_delay_ms: services.eventLoopDelay() });
  },

  getLiveness: async () => ok({ status: 'live' as const }),

  async getReadiness({ services, caller }) {
    const health = await healthOf(services);
    const problems = problemsFor(caller, health);
    if (health.isAway) throw new Refusal(503, problems);
    return ok({ status: 'ready' as const, problems });
  },

  async resetClient({ client, callerLeft }) {
    await resetClient(client, callerLeft());
    return ok({ message: 'The client is back in its starting world' });
  },

  async getClock({ client }) {
    const record = await client.state.read();
    return ok({ now: isoInstant(client.state.nowOf(record)), frozen: isFrozen(record.clock) });
  },

  async moveClock({ client, body, services, callerLeft }) {
    const { to, by, frozen } = body;
    if (to !== undefined && by !== undefined)
      throw refusals.invalid(['Field [to] and field [by] cannot both be given']);
    const target = (now: number): number => {
      const instant = to === undefined ? plusDuration(now, by ?? '') : readInstant(to);
      // A duration may lead past the last instant that can be written down, or past what a number can hold.
      if (instant === undefined || !(instant <= endOfTime))
        throw refusals.invalid([`Field [${to === undefined ? 'by' : 'to'}] leads beyond the end of time`]);
      return instant;
    };
    const isMoved = to !== undefined || by !== undefined;
    const move = { to: isMoved ? target : undefined, frozen };
    const moved = await moveClock(client, services, move, callerLeft());
    return ok({ ...moved, now: isoInstant(moved.now) });
  },

  async arrangeConfiguration({ client, body }) {
    const taxauth_enabled = await client.state.change((record) => {
      const configuration = patched(record.configuration, body, ['taxauth_enabled']);
      return { record: { ...record, configuration }, result: configuration.taxauth_enabled ?? null };
    });
    return ok({ taxauth_enabled });
  },

  takeSnapshot: async ({ client, callerLeft }) => ok(await takeSnapshot(client, callerLeft())),

  async loadSnapshot({ client, body, services, callerLeft }) {
    await loadSnapshot(client, body, services.realNow, callerLeft());
    const mark = { operation: 'loadSnapshot', method: 'PUT', url: '/_sandbox/snapshot' };
    client.journal.mark(Date.parse(body.now), { requestId: services.ids.uuid(), ...mark });
    return ok({ message: `The client is as it was at ${body.now}` });
  },

  async listClients({ client, services }) {
    return ok({ clients: await services.issuedClients.list(client.name) });
  },

  async addClient({ client, body, services }) {
    const { now, frozen } = body ?? {};
    const born = now === undefined ? {} : { born: bornAt(now), clock: 'running' as const };
    const options = { ...born, ...(frozen && { clock: 'frozen' as const }) };
    return created(await services.issuedClients.add(options, client.name));
  },

  async removeClient({ path, services }) {
    orNotFound(await services.issuedClients.remove(path.client_id), 'Client', path.client_id);
    return { status: 204, body: undefined };
  },

  async listRuns({ client, services }) {
    const listed = await services.runs.list(client.name);
    return ok({ available: services.runs.areAvailable, runs: listed.map(({ run }) => run) });
  },

  async startRun({ client, body, services }) {
    const caller = await services.issuedClients.callerOf(client.name);
    return created(await services.runs.start(client.name, await toolOrderOf(body, services), caller));
  },

  getRun: async ({ client, path, services }) => ok(await services.runs.get(client.name, path.run_id)),

  stopRun: async ({ client, path, services }) => ok(await services.runs.stop(client.name, path.run_id)),
} satisfies Partial<ArrangementHandlers>;

function bornAt(now: string): string {
  try {
    return isoInstant(birthAt(readInstant(now) ?? Number.NaN));
  } catch (error) {
    const why = error instanceof Error ? error.message : error;
    throw refusals.invalid([`Field [now] is not a time to begin at: ${why}`]);
  }
}

type Field = Exclude<keyof RunOrder, 'tool'>;

const credentials = ['other_api_key', 'member', 'sandbox_key'] as const;

/** Which fields each tool takes, those first that it cannot do without. */
const fields: Record<RunOrder['tool'], { needs: readonly Field[]; takes: readonly Field[] }> = {
  check: {
    needs: ['api_key'],
    takes: ['url', ...credentials, 'arrange', 'read_only', 'only', 'runs', 'replay', 'profile'],
  },
  exam: { needs: ['url'], takes: ['secret', 'encryption_key', 'only', 'profile'] },
  'exam-client': { needs: ['url', 'journeys'], takes: ['only'] },
  watch: { needs: [], takes: ['url', 'port', 'profile'] },
  clauses: { needs: [], takes: ['only'] },
  spec: { needs: ['format'], takes: ['profile'] },
  pact: { needs: ['consumer'], takes: ['profile'] },
};

/** An order with its defaults filled in; refuses one that the tool cannot follow, with everything that is wrong with it. */
async function toolOrderOf(order: RunOrder, services: Services): Promise<ToolOrder> {
  const { profile, webhookTargets, localUrl } = services;
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
  const url = isOwn ? localUrl() : order.url;
  return { ...order, url, profile: takes.includes('profile') ? known : undefined, isOwn };
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
  const ids = clauses.map(({ id }) => id);
  return idlePatterns(only, ids);
}

import { resourceId } from '../../generators/ids.ts';
import type { Scenario, ScenarioPromise } from '../../generators/scenarios/scenario.ts';
import { jobIn } from '../../generators/scenarios/scenario-in.ts';
import { type CallableId, type Caller, createCaller, type Reply } from '../../spec/caller.ts';
import { startLocalServer } from '../../spec/local-server.ts';
import type { SuccessBody } from '../../spec/operations.ts';
import type { EventKind, UserDossier } from '../../spec/types.ts';
import { plusDuration } from '../domain/instant.ts';
import { answerProblem, countProblem, fieldProblem, type Outcome } from './expectations.ts';

type PromiseTarget = { url: string; apiKey: string; sandboxKey?: string };

type Placed = { promise: ScenarioPromise; position: number };

export type BrokenPromise = Placed & Record<'key' | 'at' | 'problem', string>;

type Step = Placed & { subject: Subject; at: number };

/** Tries promises over HTTP, time by time. One with `always` is tried again after each move of the clock. */
export async function brokenPromises(
  { url, apiKey, sandboxKey }: PromiseTarget,
  subjects: readonly Subject[],
  moves: readonly string[] = [],
): Promise<BrokenPromise[]> {
  const caller = createCaller({ baseUrl: url, apiKey, sandboxKey });
  const begun = Date.parse((await caller.call('getClock')).now);
  const steps = stepsOf(subjects, begun, moves);
  const events = await eventCounter(caller, subjects);
  const broken: BrokenPromise[] = [];
  let now = begun;
  try {
    for (const at of [...new Set(steps.map((step) => step.at))].sort((a, b) => a - b)) {
      if (at > now) {
        await caller.call('moveClock', { body: { to: new Date(at).toISOString() } });
        now = at;
      }
      for (const { subject, promise, position } of steps.filter((step) => step.at === at)) {
        const problems = problemsOf(promise, await makeCall(caller, promise, subject), subject);
        const caused = await events.since(subject.userId);
        problems.push(countProblem('events', caused, promise.events));
        for (const problem of problems) {
          if (problem === undefined) continue;
          const { key } = subject.scenario;
          broken.push({ key, position, promise, at: new Date(at).toISOString(), problem });
        }
      }
    }
  } finally {
    await events.close();
  }
  return broken;
}

/** Every promise with its time, and those with `always` once more for each move. */
function stepsOf(subjects: readonly Subject[], begun: number, moves: readonly string[]): Step[] {
  const steps = subjects.flatMap((subject) => {
    let at = begun;
    return (subject.scenario.promises ?? []).map((promise, position): Step => {
      if (promise.after !== undefined) at = plusDuration(begun, promise.after);
      return { subject, promise, position, at };
    });
  });
  const always = steps.filter(({ promise }) => promise.always);
  return [
    ...steps,
    ...moves.flatMap((move) => {
      const at = plusDuration(begun, move);
      return always.filter((step) => step.at < at).map((step) => ({ ...step, at }));
    }),
  ];
}

function problemsOf(promise: ScenarioPromise, called: Called, { userId }: Subject): (string | undefined)[] {
  if (promise.call === 'wait') return [];
  const problems = [answerProblem(called, promise, userId)];
  if ('status' in promise && promise.status !== undefined && promise.status !== called.accountStatus)
    problems.push(`the account is ${called.accountStatus} instead of ${promise.status}`);
  if (called.status >= 300 || promise.call === 'answer-mfa' || promise.call === 'upload') return problems;
  const { items } = called;
  problems.push(countProblem('found', items.length, promise.finds), fieldProblem(items, promise));
  if (promise.call === 'holdings' && called.dossier) {
    for (const part of ['accounts', 'authorisations', 'entries', 'documents'] as const)
      problems.push(countProblem(part, called.dossier[part].length, promise[part]));
  }
  return problems;
}

/** Counts the events that users cause. That of a new tax year comes with time alone. */
async function eventCounter({ call, attempt }: Caller, subjects: readonly Subject[]) {
  const isCounted = ({ scenario }: Subject) => scenario.promises?.some(({ events }) => events !== undefined);
  const counted = new Set(subjects.filter(isCounted).map(({ userId }) => userId));
  const receiver = await startLocalServer((request, response) => {
    request.resume().on('end', () => response.end());
  });
  const events: EventKind[] = ['user-payroll-submitted', 'user-bank-statement-submitted'];
  const hook = { name: `promises-${new URL(receiver.url).port}`, url: `${receiver.url}/`, events };
  const { webhook_id } = await call('createWebhook', { body: hook });
  const seen = new Map<string, number>();
  return {
    async since(userId: string): Promise<number> {
      if (!counted.has(userId)) return 0;
      const { deliveries } = await call('listDeliveries', { query: { webhook_id } });
      const count = deliveries.filter((delivery) => delivery.user_id === userId).length;
      const fresh = count - (seen.get(userId) ?? 0);
      seen.set(userId, count);
      return fresh;
    },
    async close(): Promise<void> {
      await attempt('deleteWebhook', { path: { webhook_id } });
      await receiver.close();
    },
  };
}

/** Whose promises are tried: the scenario, the user made from it, and the day that its dates count from. */
type Subject = { scenario: Scenario; userId: string; begins: string };

type Called = Outcome & { dossier?: UserDossier; accountStatus?: string };

async function makeCall({ call, attempt }: Caller, promise: ScenarioPromise, subject: Subject) {
  const { scenario, userId } = subject;
  const path = { user_id: userId };
  const account_id = resourceId(userId, 'account', 'job' in promise ? (promise.job ?? 'main') : 'main');
  const statusIn = ({ accounts }: UserDossier) =>
    accounts.find((account) => account.account_id === account_id)?.status;
  switch (promise.call) {
    case 'query': {
      const headers: Record<string, string> = {};
      const revoked = scenario.start?.authorisations?.find((authorisation) => authorisation.revoked);
      if (promise.authorisation === 'revoked' && revoked)
        headers['x-svc-authorisation-id'] = resourceId(userId, 'authorisation', revoked.term);
      const input = { body: { account_id }, headers, asUser: userId };
      return outcome(await attempt('queryPayrollConnection', input), 'payroll_submissions');
    }
    case 'answer-mfa': {
      const mfa = promise.mfa.replace('<start>', () => startOf(subject, promise.job ?? 'main'));
      const answer = () => attempt('submitMfa', { path: { account_id }, body: { mfa } });
      let last = await answer();
      for (let time = 1; time < (promise.times ?? 1); time += 1) last = await answer();
      return { ...outcome(last), accountStatus: statusIn(await call('inspectUser', { path })) };
    }
    case 'direct':
      return outcome(await attempt('createDirectConnection', { body: path }), 'payroll_submissions');
    case 'estimate':
      return outcome(await attempt('getOnsExpenditure', { path }), 'expenditures');
    case 'income': {
      const reply = await attempt('getTaxauthIncome', { path, query: { limit: 100 } });
      return outcome(reply, 'income_submissions');
    }
    case 'statements': {
      const reply = await attempt('listBankStatements', { path, query: { limit: 1000 } });
      return outcome(reply, 'bank_statement_submissions');
    }
    case 'upload':
      return outcome(await attempt('createEntry', { path, body: { payroll_submissions: [{}] } }));
    case 'user':
      return outcome(await attempt('inspectUser', { path }), 'user');
    case 'holdings': {
      const reply = await attempt('inspectUser', { path });
      const found = outcome(reply, 'payroll_submissions');
      return reply.ok ? { ...found, dossier: reply.body, accountStatus: statusIn(reply.body) } : found;
    }
    case 'wait':
      return { status: 200, errors: [], items: [] };
  }
}

const outcome = <Id extends CallableId>(
  { ok, status, body, errors }: Reply<Id>,
  found?: keyof SuccessBody<Id>,
): Outcome => ({ status, errors, items: ok && found ? [body[found] ?? []].flat() : [] });

function startOf({ scenario, begins }: Subject, key: string): string {
  const job = scenario.jobs?.find((each) => (each.key ?? 'main') === key);
  return job ? jobIn(job, begins).employment.start : '';
}

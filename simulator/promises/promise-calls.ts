import { resourceId } from '../../generators/ids.ts';
import { jobIn } from '../../generators/scenarios/job-in.ts';
import type { Scenario, ScenarioPromise } from '../../generators/scenarios/scenario.ts';
import type { CallableId, Caller, Reply } from '../../spec/caller.ts';
import type { SuccessBody } from '../../spec/operations.ts';
import type { UserDossier } from '../../spec/types.ts';
import type { Outcome } from './expectations.ts';

/** Whose promises are tried: the scenario, the user made from it, and the day that its dates count from. */
export type Subject = { scenario: Scenario; userId: string; begins: string };

/** An outcome, with what else the call showed. */
export type Called = Outcome & { dossier?: UserDossier; accountStatus?: string };

/** Makes the call that a promise is about. */
export async function makeCall(
  { call, attempt }: Caller,
  promise: ScenarioPromise,
  subject: Subject,
): Promise<Called> {
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
      return outcome(
        await attempt('queryPayrollConnection', input),
        ({ payroll_submissions }) => payroll_submissions,
      );
    }
    case 'answer-mfa': {
      const mfa = promise.mfa.replace('<start>', () => startOf(subject, promise.job ?? 'main'));
      const answer = () => attempt('submitMfa', { path: { account_id }, body: { mfa } });
      let last = await answer();
      for (let time = 1; time < (promise.times ?? 1); time += 1) last = await answer();
      return { ...outcome(last), accountStatus: statusIn(await call('inspectUser', { path })) };
    }
    case 'direct':
      return outcome(
        await attempt('createDirectConnection', { body: path }),
        ({ payroll_submissions }) => payroll_submissions,
      );
    case 'estimate':
      return outcome(await attempt('getOnsExpenditure', { path }), ({ expenditures }) => expenditures);
    case 'income':
      return outcome(
        await attempt('getTaxauthIncome', { path, query: { limit: 100 } }),
        ({ income_submissions }) => income_submissions,
      );
    case 'statements':
      return outcome(
        await attempt('listBankStatements', { path, query: { limit: 1000 } }),
        ({ bank_statement_submissions }) => bank_statement_submissions,
      );
    case 'upload':
      return outcome(await attempt('createEntry', { path, body: { payroll_submissions: [{}] } }));
    case 'user':
      return outcome(await attempt('inspectUser', { path }), ({ user }) => [user]);
    case 'holdings': {
      const reply = await attempt('inspectUser', { path });
      const found = outcome(reply, ({ payroll_submissions }) => payroll_submissions);
      return reply.ok ? { ...found, dossier: reply.body, accountStatus: statusIn(reply.body) } : found;
    }
    case 'wait':
      return { status: 200, errors: [], items: [] };
  }
}

const outcome = <Id extends CallableId>(
  { ok, status, body, errors }: Reply<Id>,
  itemsIn?: (body: SuccessBody<Id>) => readonly unknown[] | undefined,
): Outcome => ({ status, errors, items: (ok && itemsIn?.(body)) || [] });

function startOf({ scenario, begins }: Subject, key: string): string {
  const job = scenario.jobs?.find((each) => (each.key ?? 'main') === key);
  return job ? jobIn(job, begins).employment.start : '';
}

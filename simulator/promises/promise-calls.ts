import { resourceId } from '../../generators/ids.ts';
import { jobIn } from '../../generators/scenarios/job-in.ts';
import type { Scenario, ScenarioPromise } from '../../generators/scenarios/scenario.ts';
import type { UserDossier } from '../../spec/types.ts';
import type { Outcome } from './expectations.ts';

/** A sandbox as its callers see it. */
export type PromiseTarget = { url: string; apiKey: string; sandboxKey?: string };

/** Whose promises are looked at: the scenario, the user who was made from it, and the day from which it is told. */
export type Subject = { scenario: Scenario; userId: string; begins: string };

type Call = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<{ status: number; body: Record<string, unknown> }>;

/** Speaks to a sandbox over HTTP. */
export function callerOf({ url, apiKey, sandboxKey }: PromiseTarget): Call {
  return async (method, path, body, headers = {}) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        'x-api-key': apiKey,
        ...(sandboxKey !== undefined && { 'x-sandbox-key': sandboxKey }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? {} : JSON.parse(text) };
  };
}

/** An outcome with what else the call showed. */
export type Called = Outcome & { dossier?: UserDossier; accountStatus?: string | undefined };

/** Makes the call that a promise is about. */
export async function makeCall(call: Call, promise: ScenarioPromise, subject: Subject): Promise<Called> {
  const { scenario, userId } = subject;
  const account_id = resourceId(userId, 'account', 'job' in promise ? (promise.job ?? 'main') : 'main');
  switch (promise.call) {
    case 'query': {
      const issued = await call('POST', `/_sandbox/users/${userId}/tokens`, {});
      const headers: Record<string, string> = { authorization: `Bearer ${String(issued.body['token'])}` };
      const revoked = scenario.start?.authorisations?.find((one) => one.revoked);
      if (promise.authorisation === 'revoked' && revoked)
        headers['x-svc-authorisation-id'] = resourceId(userId, 'authorisation', revoked.term);
      return outcome(
        await call('POST', '/payroll/entries/connections', { account_id }, headers),
        'payroll_submissions',
      );
    }
    case 'answer-mfa': {
      const mfa = promise.mfa.replace('<start>', () => startOf(subject, promise.job ?? 'main'));
      let last = await call('PUT', `/accounts/${account_id}/mfa`, { mfa });
      for (let time = 1; time < (promise.times ?? 1); time += 1)
        last = await call('PUT', `/accounts/${account_id}/mfa`, { mfa });
      return { ...outcome(last), accountStatus: await statusOf(call, userId, account_id) };
    }
    case 'direct':
      return outcome(
        await call('POST', '/accounts/direct-connections', { user_id: userId }),
        'payroll_submissions',
      );
    case 'estimate':
      return outcome(await call('GET', `/expenditure/${userId}/ons`), 'expenditures');
    case 'income':
      return outcome(await call('GET', `/taxauth/${userId}?limit=100`), 'income_submissions');
    case 'statements':
      return outcome(await call('GET', `/bankstatements/${userId}?limit=1000`), 'bank_statement_submissions');
    case 'upload':
      return outcome(await call('POST', `/_sandbox/users/${userId}/entries`, { payroll_submissions: [{}] }));
    case 'user': {
      const found = await call('GET', `/_sandbox/users/${userId}`);
      return { ...outcome(found), items: found.status < 300 ? [found.body['user']] : [] };
    }
    case 'holdings': {
      const found = await call('GET', `/_sandbox/users/${userId}`);
      if (found.status >= 300) return outcome(found);
      const dossier = found.body as unknown as UserDossier;
      const accountStatus = dossier.accounts.find((one) => one.account_id === account_id)?.status;
      return { ...outcome(found, 'payroll_submissions'), dossier, accountStatus };
    }
    case 'wait':
      return { status: 200, errors: [], items: [] };
  }
}

function outcome(
  { status, body }: { status: number; body: Record<string, unknown> },
  list?: string,
): Outcome {
  const items = list === undefined ? [] : ((body[list] ?? []) as unknown[]);
  return { status, errors: (body['errors'] ?? []) as string[], items };
}

async function statusOf(call: Call, userId: string, accountId: string): Promise<string | undefined> {
  const { body } = await call('GET', `/_sandbox/users/${userId}`);
  return (body as unknown as UserDossier).accounts.find((one) => one.account_id === accountId)?.status;
}

function startOf({ scenario, begins }: Subject, key: string): string {
  const job = scenario.jobs?.find((one) => (one.key ?? 'main') === key);
  return job ? jobIn(job, begins).employment.start : '';
}

import type { Sandbox } from '../../../simulator/sandbox.ts';
import type { PartialProfile } from '../../../spec/profile.ts';
import { Intake } from '../intake.ts';
import type { Passed } from '../memory/passed.ts';
import { startProxy } from '../proxy.ts';
import { StandIns } from '../stand-ins.ts';
import { Watch } from '../watch.ts';

type Body = Record<string, string>;

/** What an integrator's service may send in a day, to every operation, through a proxy; what it needs is arranged past it. */
async function send(proxy: string, sandbox: Sandbox, { naming }: PartialProfile): Promise<void> {
  const call = async (method: string, url: string, body?: unknown, headers: Body = {}): Promise<Body> => {
    const key = headers['X-API-KEY'] ?? sandbox.apiKey;
    const all = { 'X-API-KEY': key, 'Content-Type': 'application/json', ...headers };
    if (headers['Authorization']) Reflect.deleteProperty(all, 'X-API-KEY');
    const answer = await fetch(url, {
      method,
      headers: all,
      body: body === undefined ? null : JSON.stringify(body),
    });
    return JSON.parse((await answer.text()) || '{}');
  };
  const ask = (method: string, path: string, body?: unknown, headers?: Body) =>
    call(method, proxy + path, body, headers);
  const arrange = (path: string, body: unknown = {}) => call('POST', `${sandbox.url}/_sandbox${path}`, body);
  const authority = naming?.authority ?? 'taxauth';
  const unknown = '00000000-0000-4000-8000-000000000000';

  const page = await ask('GET', '/users?offset=1&limit=5');
  await ask('GET', '/users?offset=2&limit=2');
  await ask('GET', '/users?offset=1&limit=101');
  await ask('GET', '/users');
  const { user_id: listed } = (page['users'] as unknown as Body[])[0]!;
  await ask('PATCH', `/users/${listed}`, { forename: 'Ada', ext_id: 'loan-7' });
  await ask('PATCH', `/users/${listed}`, { ext_id: null, recurring_check_frequency: 'WEEKLY' });
  await ask('PATCH', `/users/${listed}`, { forename: 42 });
  await ask('PATCH', `/users/${listed}`, {});
  await ask('PATCH', `/users/${listed}`, { recurring_check_frequency: 'DAILY' });
  await ask('PATCH', `/users/${unknown}`, { forename: 'Ada' });
  await ask('GET', '/configuration');
  await ask('PATCH', '/configuration', { client_display_name: 'Example Lender' });
  await ask('PATCH', '/configuration', { payroll_period_months: 'six' });
  await ask('GET', '/providers');
  await ask('GET', '/providers', undefined, { 'X-API-KEY': 'wrong' });

  const hook = {
    name: 'hooks',
    events: ['user-payroll-submitted'],
    url: 'https://crm.example/hooks',
    config: { include_payload: false },
  };
  const { webhook_id } = await ask('POST', '/webhooks', hook);
  await ask('POST', '/webhooks', hook);
  await ask('POST', '/webhooks', { name: 'no address' });
  await ask('POST', '/webhooks', { ...hook, name: 'short key', encryption_key: 'c2hvcnQ=' });
  await ask('GET', '/webhooks');
  await ask('DELETE', `/webhooks/${webhook_id}`);
  await ask('DELETE', `/webhooks/${webhook_id}`);

  const { id: term } = await arrange('/terms', { name: 'Terms', authorisation_text: 'I agree.' });
  await ask('GET', `/authorisations/terms/${term}`);
  await ask('GET', `/authorisations/terms/${unknown}`);
  await ask('POST', '/members/signin', { username: 'member@sandbox.test', password: 'sandbox-password' });
  await ask('POST', '/members/signin', { username: 'member@sandbox.test', password: 'wrong' });
  await ask('POST', '/members/signin', { username: 'member@sandbox.test' });
  await ask('POST', '/members', { email: 'new@lender.example', role: 'viewer' });
  await ask('POST', '/members', { email: 'other@lender.example' });

  const month = new Date(Date.now() - 40 * 86_400_000).toISOString().slice(0, 7);
  const identity = { NI_number: 'AB123456C', date_of_birth: '1990-05-17', address: { post_code: 'LS1 4AP' } };
  const payslip = {
    identity_information: identity,
    income_information: {
      pay_date: `${month}-28`,
      pay_interval_start: `${month}-01`,
      pay_interval_end: `${month}-28`,
      earnings: { net_pay: '2100.00' },
    },
  };
  const details = { ni_number: 'AB123456C', date_of_birth: '1990-05-17', post_codes: ['LS1 4AP'] };
  const { user_id = '' } = await arrange('/users', details);
  await arrange(`/users/${user_id}/authorisations`);
  await ask('GET', `/expenditure/${user_id}/ons`);
  await arrange(`/users/${user_id}/entries`, { payroll_submissions: [payslip] });
  await ask('GET', `/expenditure/${user_id}/ons`);
  await ask('GET', `/expenditure/${unknown}/ons`);
  await arrange(`/users/${user_id}/direct-payroll`, { payroll_submissions: [payslip] });
  await ask('POST', '/accounts/direct-connections', { user_id });
  await ask('POST', '/accounts/direct-connections', { user_id });
  await ask('POST', '/accounts/direct-connections', {});

  const { token } = await arrange(`/users/${user_id}/tokens`);
  const bearer = { Authorization: `Bearer ${token}` };
  const { account_id } = await arrange(`/users/${user_id}/accounts`, {
    mfa_enabled: true,
    mfa: '4711',
    payroll: [payslip],
  });
  await ask('PUT', `/accounts/${account_id}/mfa`, { mfa: 'wrong' });
  await ask('PUT', `/accounts/${account_id}/mfa`, { mfa: '4711' });
  const { entry_id } = await ask('POST', '/payroll/entries/connections', { account_id }, bearer);
  await ask('POST', '/payroll/entries/connections', { account_id }, bearer);
  await ask('POST', '/payroll/entries/connections', { account_id: unknown }, bearer);
  await ask('POST', '/payroll/entries/connections', { account_id }, { Authorization: 'Bearer wrong' });
  await ask('PUT', '/documents/bank-statements/presign', { files: [{ file_name: 'march.pdf' }] }, bearer);
  await ask('PUT', '/documents/bank-statements/presign', { files: [] }, bearer);
  if (entry_id) await ask('DELETE', `/payroll/entries/${entry_id}`);
  await ask('DELETE', `/payroll/entries/${unknown}`);
  await arrange(`/users/${user_id}/bank-statements`);
  await ask('GET', `/bankstatements/${user_id}?offset=0&limit=10`);
  await ask('GET', `/bankstatements/${unknown}?offset=0&limit=10`);
  await arrange(`/users/${user_id}/taxauth`);
  await ask('GET', `/${authority}/${user_id}?offset=1&limit=10`);
  await ask('DELETE', `/accounts/${account_id}`);
  await ask('DELETE', `/accounts/${account_id}`);
  await ask('DELETE', `/users/${user_id}`);
  await ask('DELETE', `/users/${user_id}`);
}

/** What `payrig watch --record` has of such a day, and what it learnt. */
export async function recordedDay(sandbox: Sandbox, profile: PartialProfile = {}) {
  const recorded: Passed[] = [];
  const watch = new Watch({ profile });
  const standIns = new StandIns(profile);
  const intake = new Intake(watch, {
    vendor: profile.naming?.vendor,
    standIn: standIns.of,
    standInUrl: standIns.url,
    record: (line) => void ('kind' in line && recorded.push(line)),
  });
  const proxy = await startProxy({ kind: 'exchange', to: sandbox.url, port: 0, intake });
  try {
    await send(proxy.url, sandbox, profile);
    // What was answered last is judged in the next turn.
    await new Promise((resolve) => setImmediate(resolve));
  } finally {
    await proxy.close();
  }
  return { recorded, ledger: watch.ledger };
}

import { createServer } from 'node:http';
import type { PartialProfile } from '../../../spec/profile.ts';

export type Deployment = { readonly url: string; readonly apiKey: string; readonly otherApiKey?: string };
type Body = Record<string, unknown>;
type Headers = Record<string, string>;

/** A receiver of webhooks that is down for the first two, and takes everything then. */
export async function startReceiver(port = 0) {
  let count = 0;
  const server = createServer((request, response) => {
    const status = ++count > 2 ? 200 : 503;
    request.resume().on('end', () => response.writeHead(status).end());
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return { [Symbol.asyncDispose]: () => new Promise<void>((resolve) => void server.close(() => resolve())) };
}

const settleMs = 2000;
const unknown = '00000000-0000-4000-8000-000000000000';
const signing_secret = 'a secret that both sides know';
const encryption_key = Buffer.alloc(32, 7).toString('base64');

/**
 * A lender's service at work, through a proxy: sign-in, terms, webhooks, applicants with accounts, payroll, statements, income
 * and estimates, lists in pages and with filters, what people get wrong, and clearing up. What the provider's side does (users
 * who come, accept terms and link accounts) is arranged past the proxy.
 */
export async function ordinaryIntegration(
  proxy: string,
  deployment: Deployment,
  { naming, points = {} }: PartialProfile = {},
  receiverUrl = 'https://crm.example',
): Promise<void> {
  const call = async (method: string, url: string, body?: unknown, headers: Headers = {}): Promise<Body> => {
    const { 'X-API-KEY': key = deployment.apiKey, ...others } = headers;
    const credentials: Headers = others['Authorization'] ? {} : { 'X-API-KEY': key };
    const answer = await fetch(url, {
      method,
      headers: {
        ...credentials,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...others,
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await answer.text();
    try {
      return { ...JSON.parse(text || '{}') };
    } catch {
      return {};
    }
  };
  const ask = (method: string, path: string, body?: unknown, headers?: Headers) =>
    call(method, proxy + path, body, headers);
  const arrange = (path: string, body: unknown = {}, method = 'POST') =>
    call(method, `${deployment.url}/_sandbox${path}`, body);
  const { authority = 'taxauth', vendor = 'svc' } = naming ?? {};
  /** Until the deliveries that were queued have been sent. */
  const delivered = async (): Promise<void> => {
    for (let left = settleMs; left > 0; left -= 50) {
      const { deliveries = [] } = await call('GET', `${deployment.url}/_sandbox/deliveries`);
      if ((deliveries as Body[]).every(({ state }) => state !== 'pending')) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };

  // The service starts: it signs in, reads what it is set up with, and subscribes.
  const { jwt } = await ask('POST', '/members/signin', {
    username: 'member@sandbox.test',
    password: 'sandbox-password',
  });
  await ask('POST', '/members/signin', { username: 'member@sandbox.test', password: 'wrong' });
  await ask('POST', '/members/signin', { username: 'member@sandbox.test' });
  await ask('POST', '/members/signin', {});
  await ask('GET', '/users?offset=1&limit=2', undefined, { Authorization: `Bearer ${jwt}` });
  await ask('GET', '/providers');
  await ask('GET', '/providers', undefined, { 'X-API-KEY': 'wrong' });
  await ask('GET', '/configuration');
  await ask('PATCH', '/configuration', {
    client_display_name: 'Example Lender',
    client_callback_url: 'https://lender.example/done',
    payroll_period_months: 6,
  });
  await ask('PATCH', '/configuration', {
    recurring_check_frequency: 'WEEKLY',
    recurring_checks_enabled: true,
  });
  await ask('PATCH', '/configuration', { recurring_check_frequency: 'DAILY' });
  await ask('PATCH', '/configuration', { payroll_period_months: 'six' });
  await ask('GET', '/configuration');
  await ask('POST', '/members', { email: 'new@lender.example', role: 'viewer' });
  await ask('POST', '/members', { email: 'other@lender.example' });

  const hook = (name: string, more: Body = {}): Body => ({
    name,
    events: ['user-payroll-submitted'],
    url: `${receiverUrl}/${name}`,
    ...more,
  });
  const all = ['user-payroll-submitted', 'user-bank-statement-submitted', `user-${authority}-data-submitted`];
  const whole = { events: all, config: { include_payload: true } };
  await ask('POST', '/webhooks', hook('plain', { config: { include_payload: false } }));
  await ask('POST', '/webhooks', hook('whole', { ...whole, signing_secret }));
  await ask('POST', '/webhooks', hook('sealed', { ...whole, signing_secret, encryption_key }));
  const { webhook_id } = await ask('POST', '/webhooks', hook('statements', { events: all.slice(1, 2) }));
  await ask('POST', '/webhooks', hook('plain'));
  await ask('POST', '/webhooks', { name: 'no address' });
  await ask('POST', '/webhooks', hook('short', { encryption_key: 'c2hvcnQ=' }));
  await ask('GET', '/webhooks');
  await ask('DELETE', `/webhooks/${webhook_id}`);
  await ask('GET', '/webhooks');
  await ask('DELETE', `/webhooks/${webhook_id}`);

  const termOf = (version: string, more: Body = {}) =>
    arrange('/terms', { name: `Terms ${version}`, authorisation_text: `I agree to ${version}.`, ...more });
  const { id: first } = await termOf('1', { authorisation_category: 'one_time' });
  const { id: second } = await termOf('2', { authorisation_category: 'recurring' });
  for (const id of [first, second, first, unknown]) await ask('GET', `/authorisations/terms/${id}`);

  // Three people apply for a loan.
  const day = 86_400_000;
  const { now: told } = await call('GET', `${deployment.url}/_sandbox/clock`);
  const now = Date.parse(`${told}`) || Date.now();
  const monthBack = (months: number): string => {
    const date = new Date(now);
    date.setUTCDate(1);
    date.setUTCMonth(date.getUTCMonth() - months);
    return date.toISOString().slice(0, 7);
  };
  const identity = (number: string, post_code: string) => ({
    name: 'Ada Example',
    NI_number: `AB12345${number}C`,
    date_of_birth: '1990-05-17T00:00:00.000Z',
    address: { street: '1 High Street', city: 'Leeds', county: 'West Yorkshire', post_code, country: 'UK' },
    email: 'ada@mail.example',
  });
  const payslip = (number: string, post_code: string, month: string, net_pay: string) => ({
    identity_information: identity(number, post_code),
    income_information: {
      pay_date: `${month}-28T00:00:00.000Z`,
      pay_interval_start: `${month}-01T00:00:00.000Z`,
      pay_interval_end: `${month}-28T00:00:00.000Z`,
      earnings: { gross_pay: '2800.00', net_pay },
    },
  });
  const applicants: { id: string; token: string; account: string; entry: unknown }[] = [];
  for (const [at, post_code] of ['M1 1AE', 'CF10 1AA', 'EH1 1AA'].entries()) {
    const number = String(at + 1);
    const { user_id: id } = await arrange('/users', {
      forename: 'Ada',
      ni_number: `AB12345${number}C`,
      date_of_birth: '1990-05-17T00:00:00.000Z',
      post_codes: [post_code],
    });
    await ask('PATCH', `/users/${id}`, { forename: `Ada ${at}`, surname: 'Example', ext_id: `loan-${at}` });
    await ask('POST', '/accounts/direct-connections', { user_id: id });
    const { authorisation_id } = await arrange(
      `/users/${id}/authorisations`,
      at === 0 ? { term_id: first } : {},
    );
    const { token } = await arrange(`/users/${id}/tokens`);
    const bearer = { Authorization: `Bearer ${token}` };
    const slips = [4, 3, 2, 1].map((back) =>
      payslip(number, post_code, monthBack(back), `${1900 + 50 * back + at}.50`),
    );
    const { account_id } = await arrange(`/users/${id}/accounts`, {
      mfa_enabled: true,
      mfa: ['4711', 'blue horse', '1990-05-17'][at],
      payroll: slips.slice(0, 2),
    });
    await ask('POST', '/payroll/entries/connections', { account_id }, bearer);
    await ask('PUT', `/accounts/${account_id}/mfa`, { mfa: 'wrong' });
    await ask('PUT', `/accounts/${account_id}/mfa`, { mfa: ['4711', 'blue horse', '1990-05-17'][at] });
    const named = { ...bearer, [`x-${vendor}-authorisation-id`]: String(authorisation_id) };
    const { entry_id } = await ask(
      'POST',
      '/payroll/entries/connections',
      { account_id },
      at === 1 ? named : bearer,
    );
    await ask('POST', '/payroll/entries/connections', { account_id }, bearer);
    await arrange(`/users/${id}/direct-payroll`, { payroll_submissions: slips.slice(2) });
    await ask('POST', '/accounts/direct-connections', { user_id: id });
    await ask('POST', '/accounts/direct-connections', { user_id: id });
    const { presigned_urls = [] } = await ask(
      'PUT',
      '/documents/bank-statements/presign',
      { files: [{ file_name: 'march.pdf', external_id: `file-${at}` }, { file_name: 'april.pdf' }] },
      bearer,
    );
    const pdf = await fetch(`${deployment.url}/_sandbox/users/${id}/statements/${monthBack(1)}.pdf`, {
      headers: { 'X-API-KEY': deployment.apiKey },
    });
    const [upload] = presigned_urls as Body[];
    if (pdf.ok && typeof upload?.['presigned_url'] === 'string')
      await fetch(upload['presigned_url'], {
        method: 'PUT',
        headers: { 'Content-Type': 'application/pdf' },
        body: await pdf.arrayBuffer(),
      });
    // Statements come in the order of their extraction.
    for (let left = pdf.ok ? settleMs : 0; left > 0; left -= 50) {
      const { documents = [] } = await call('GET', `${deployment.url}/_sandbox/users/${id}`);
      if ((documents as Body[]).some(({ state }) => state === 'extracted' || state === 'rejected')) break;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    for (const back of [3, 2, 1]) {
      const start_date = `${monthBack(back)}-01`;
      await arrange(`/users/${id}/bank-statements`, {
        statement_period: { start_date, end_date: start_date.replace(/01$/, '28') },
      });
    }
    await arrange(`/users/${id}/taxauth`, { account_id, entry_id });
    await arrange(`/users/${id}/taxauth`, {});
    applicants.push({ id: String(id), token: String(token), account: String(account_id), entry: entry_id });
  }
  // Time passes, and what the receiver refused comes again.
  await arrange('/clock', { by: 'PT2H' });
  await delivered();
  for (const { id, account, entry } of applicants) {
    await ask('GET', `/expenditure/${id}/ons`);
    for (const query of ['offset=0&limit=2', 'offset=2&limit=2', 'offset=0&limit=1000', 'offset=0&limit=1'])
      await ask('GET', `/bankstatements/${id}?${query}`);
    for (const query of [
      'offset=1&limit=10',
      'offset=1&limit=1',
      'offset=2&limit=1',
      `offset=1&limit=10&account_id=${account}`,
      `offset=1&limit=10&entry_id=${entry}`,
    ])
      await ask('GET', `/${authority}/${id}?${query}`);
  }
  const after = points['bank-statements.list.exclude-before-name'];
  const before = points['bank-statements.list.exclude-after-name'];
  for (const name of [after, before])
    for (const window of ['offset=0&limit=10', 'offset=0&limit=1', 'offset=1&limit=1'])
      for (const at of [now - day, now + day])
        if (name !== undefined)
          await ask(
            'GET',
            `/bankstatements/${applicants[0]!.id}?${window}&${name}=${new Date(at).toISOString()}`,
          );

  // The back office: pages of users, settings, and what people get wrong.
  const listed: Body[] = [];
  for (const offset of [1, 4, 7, 10, 13]) {
    const page = await ask('GET', `/users?offset=${offset}&limit=3`);
    listed.push(...((page['users'] ?? []) as Body[]));
  }
  for (const query of [
    'offset=1&limit=100',
    'offset=1&limit=1',
    'offset=1&limit=101',
    'offset=0&limit=5',
    'limit=5',
    '',
  ])
    await ask('GET', `/users${query && `?${query}`}`);
  const [{ id, token, account, entry }, other, last] = applicants as [
    (typeof applicants)[number],
    (typeof applicants)[number],
    (typeof applicants)[number],
  ];
  const bearer = { Authorization: `Bearer ${token}` };
  await ask('PATCH', `/users/${id}`, {
    ext_id: null,
    recurring_check_frequency: 'MONTHLY',
    recurring_checks_enabled: true,
  });
  await ask('PATCH', `/users/${id}`, {
    post_codes: ['LS1 4AP', 'YO1 7HH'],
    payroll_period_months: 12,
    payslip_upload_enabled: false,
  });
  await ask('PATCH', `/users/${id}`, { recurring_check_frequency: 'HOURLY' });
  for (const wrong of [{ forename: 42 }, { recurring_check_frequency: 'DAILY' }, {}])
    await ask('PATCH', `/users/${id}`, wrong);
  await ask('PATCH', `/users/${unknown}`, { forename: 'Ada' });
  await ask('GET', '/users?offset=1&limit=100');
  await ask('POST', '/accounts/direct-connections', {});
  await ask('PUT', `/accounts/${account}/mfa`, {});
  await ask('PUT', `/accounts/${unknown}/mfa`, { mfa: '1' });
  await ask('POST', '/payroll/entries/connections', { account_id: unknown }, bearer);
  await ask('POST', '/payroll/entries/connections', { account_id: other.account }, bearer);
  await ask('POST', '/payroll/entries/connections', {}, bearer);
  await ask(
    'POST',
    '/payroll/entries/connections',
    { account_id: account },
    { Authorization: 'Bearer wrong' },
  );
  await ask('PUT', '/documents/bank-statements/presign', { files: [] }, bearer);
  await ask('GET', `/expenditure/${unknown}/ons`);
  await ask('GET', `/bankstatements/${unknown}?offset=0&limit=10`);
  const { user_id: poor } = await arrange('/users', {});
  await ask('GET', `/expenditure/${poor}/ons`);
  await arrange(`/users/${poor}/entries`, {
    payroll_submissions: [
      {
        ...payslip('9', 'JE2 3AB', monthBack(1), '900.00'),
        identity_information: { date_of_birth: null, address: { post_code: 'JE2 3AB' } },
      },
    ],
  });
  await ask('GET', `/expenditure/${poor}/ons`);
  await ask('PATCH', `/users/${poor}`, { date_of_birth: '1850-01-01T00:00:00.000Z' });
  await ask('GET', `/expenditure/${poor}/ons`);
  await ask('PATCH', `/users/${other.id}`, { [`${authority}_enabled`]: false });
  await ask('GET', `/${authority}/${other.id}?offset=1&limit=10`);
  await ask('PATCH', '/configuration', { payroll_connections_enabled: false });
  await ask(
    'POST',
    '/payroll/entries/connections',
    { account_id: other.account },
    { Authorization: `Bearer ${other.token}` },
  );
  await ask('PATCH', '/configuration', { payroll_connections_enabled: true });

  // Loans are paid back, and data is deleted.
  await ask('DELETE', `/payroll/entries/${entry}`);
  await ask('DELETE', `/payroll/entries/${entry}`);
  await ask('GET', `/expenditure/${id}/ons`);
  await ask('DELETE', `/accounts/${account}`);
  await ask('DELETE', `/accounts/${account}`);
  await ask('PUT', `/accounts/${account}/mfa`, { mfa: '4711' });
  await ask('POST', '/payroll/entries/connections', { account_id: account }, bearer);
  await ask('DELETE', `/users/${last.id}`);
  await ask('DELETE', `/users/${last.id}`);
  await ask('GET', `/bankstatements/${last.id}?offset=0&limit=10`);
  await ask('GET', `/expenditure/${last.id}/ons`);
  await ask('GET', `/expenditure/${other.id}/ons`);
  await ask('DELETE', `/payroll/entries/${last.entry}`);
  await ask('GET', '/users?offset=1&limit=100');
  await ask('GET', '/configuration');
  await ask('GET', '/webhooks');
  await delivered();
}

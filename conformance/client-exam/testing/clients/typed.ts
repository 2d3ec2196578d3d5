// The kit's typed client.
import { createPayrollClient, unwrap } from '../../../../spec/client.ts';

const env = (name: string): string => process.env[`PAYRIG_EXAM_${name}`] ?? '';
const timed = (request: Request): Promise<Response> =>
  fetch(request, { signal: AbortSignal.timeout(10_000) });
const client = createPayrollClient({ baseUrl: env('URL'), apiKey: env('API_KEY'), fetch: timed });
const asUser = createPayrollClient({ baseUrl: env('URL'), token: env('USER_TOKEN'), fetch: timed });
const chosen = env('AUTHORISATION_ID') ? { 'x-svc-authorisation-id': env('AUTHORISATION_ID') } : undefined;

function sum(amounts: readonly (string | null | undefined)[]): string {
  let pence = 0n;
  for (const amount of amounts) pence += BigInt((amount ?? '0.00').replace('.', ''));
  const digits = String(pence < 0n ? -pence : pence).padStart(3, '0');
  return `${pence < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

const journeys: Record<string, () => Promise<object>> = {
  async 'list-users'() {
    const ids = new Set<string>();
    for (let offset = 1; ; ) {
      const { users, pagination } = await unwrap(
        client.GET('/users', { params: { query: { offset, limit: 100 } } }),
      );
      for (const user of users) ids.add(user.user_id);
      offset += users.length;
      if (users.length === 0 || ids.size >= pagination.total_count) return { users: ids.size };
    }
  },
  async 'update-user'() {
    const params = { path: { user_id: env('USER_ID') } };
    return {
      user: await unwrap(client.PATCH('/users/{user_id}', { params, body: JSON.parse(env('FIELDS')) })),
    };
  },
  async connect() {
    let account: object = {};
    if (process.env['PAYRIG_EXAM_MFA'] !== undefined) {
      const params = { path: { account_id: env('ACCOUNT_ID') }, header: chosen };
      const answer = client.PUT('/accounts/{account_id}/mfa', { params, body: { mfa: env('MFA') } });
      account = { account: (await unwrap(answer)).status };
    }
    const { payroll_submissions: slips } = await unwrap(
      asUser.POST('/payroll/entries/connections', {
        params: { header: chosen },
        body: { account_id: env('ACCOUNT_ID') },
      }),
    );
    const net_pay = sum(slips.map((slip) => slip.income_information?.earnings?.net_pay));
    return { payslips: slips.length, net_pay, ...account };
  },
  async 'direct-connection'() {
    const { payroll_submissions: slips } = await unwrap(
      client.POST('/accounts/direct-connections', {
        params: { header: chosen },
        body: { user_id: env('USER_ID') },
      }),
    );
    const net_pay = sum(slips.map((slip) => slip.income_information?.earnings?.net_pay));
    return { payslips: slips.length, net_pay };
  },
  async affordability() {
    const params = { path: { user_id: env('USER_ID') } };
    const { expenditures } = await unwrap(client.GET('/expenditure/{user_id}/ons', { params }));
    return { months: expenditures.length, total: sum(expenditures.map(({ total }) => total)) };
  },
  async 'delete-user'() {
    await unwrap(client.DELETE('/users/{user_id}', { params: { path: { user_id: env('USER_ID') } } }));
    return {};
  },
};

try {
  console.log(JSON.stringify(await journeys[env('JOURNEY')]!()));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

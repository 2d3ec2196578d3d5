import { expect, test } from 'vitest';
import { type Asked, must } from './testing/connection.ts';
import { faultOutcome, type TestBed } from './testing/fault-test.ts';

/** With as many payslips as a scenario may have. */
const busyLife = {
  key: 'busy-life',
  description: 'Efa Bevan works much.',
  purpose: 'Many payslips.',
  person: {
    ...{ forename: 'Efa', surname: 'Bevan', date_of_birth: 'aged 60, birthday 9 March' },
    homes: [{ post_code: 'CF24 3NR' }],
  },
  jobs: ['a', 'b', 'c', 'd'].map((key) => ({
    ...{ key, employer: 'lanternby', role: 'Waiter', type: 'part_time', start: '40 years ago' },
    ...{ frequency: 'weekly', pay_day: { anchor: 'last Friday', lag_days: 5 }, tax_code: 'BR' },
    ...{ pay: { hourly_rate: 12.9, weekly_hours: 2 }, pension: 'none' },
  })),
  start: {
    user: { payroll_period_months: 60 },
    accounts: ['a', 'b', 'c', 'd'].map((job) => ({ job })),
  },
};

async function useEverythingOnce({ startSandbox, problems }: TestBed<object>) {
  const { call } = await startSandbox(['--now', '2026-07-01T09:00:00.000Z', '--frozen']);
  const { user_id } = await must(call, 'createUser', { body: {} });
  const path = { user_id };
  await must(call, 'createBankStatement', { path, body: {} });
  await must(call, 'getStatement', { path: { ...path, month: '2026-05.pdf' } });
  const made = await must(call, 'createScenario', { body: busyLife as never });
  await must(call, 'createDirectConnection', { body: { user_id: made.user_id } });
  const use = async (status: number, asked: Asked) => {
    const answer = await call(asked);
    if (answer.status !== status) problems.add(asked.path, `${answer.status}: ${answer.text.slice(0, 200)}`);
  };
  const yaml = { 'content-type': 'application/yaml' };
  await use(400, { method: 'POST', path: '/_sandbox/scenarios/check', body: 'key: [', headers: yaml });
  await must(call, 'loadSnapshot', { body: await must(call, 'takeSnapshot') });
  await use(201, {
    method: 'POST',
    path: '/_sandbox/runs',
    body: { tool: 'check', api_key: 'sandbox-key', only: ['users.*'] },
  });
  await use(200, {
    method: 'POST',
    path: '/mcp',
    headers: { accept: 'application/json, text/event-stream' },
    body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
  });
  for (const path of ['/docs', '/openapi.yaml', '/console', '/metrics', '/llms.txt'])
    await use(200, { method: 'GET', path });
  const settings = { recurring_checks_enabled: true, recurring_check_frequency: 'HOURLY' } as const;
  await must(call, 'updateConfiguration', { body: settings });
  await must(call, 'moveClock', { body: { by: 'P14D' } });
  return {};
}

test('no first use, page, document or move of the clock keeps others waiting for 250 ms of computing', async () => {
  const { figures, problems } = await faultOutcome('delays', {}, useEverythingOnce);
  expect(problems, JSON.stringify(figures)).toEqual([]);
}, 120_000);

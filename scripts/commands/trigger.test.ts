import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { personasOf } from '../../generators/world/world.ts';
import { createSandbox } from '../../simulator/sandbox.ts';
import { startReceiver } from '../../simulator/webhooks/testing/receiver.ts';
import { valuesOf } from '../../spec/generated/contract-lists.ts';
import type { BankStatementSubmission, PayrollSubmission, UserDossier } from '../../spec/types.ts';
import { eventKinds } from '../../spec/webhooks/events.ts';
import { verify } from '../../spec/webhooks/index.ts';
import { fakeSandbox } from '../testing/fake-sandbox.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { scenarioStart } from './scenario-files.ts';
import { command as triggerCommand } from './trigger.ts';

const user = '3f2b8c1e-7a4d-4c55-9e01-5d1f0a9b7c21';
const ada = { user: { user_id: user, forename: 'Ada', surname: 'Lovell' } };
const listing = (events: string[], url = 'http://127.0.0.1:9/') => ({
  webhooks: [{ webhook_id: 'w', name: 'mine', url, events }],
});

/** A sandbox that knows Ada and one subscription. */
const knowingAda = (answers: Record<string, object | number> = {}, id = user) =>
  fakeSandbox({
    [`GET /_sandbox/users/${id}`]: ada,
    'GET /webhooks': listing(['user-payroll-submitted']),
    ...answers,
  });

async function triggered(args: string[]): Promise<string> {
  let printed = '';
  const command = triggerCommand((text) => {
    printed += text;
  });
  await command.parseAsync(args, { from: 'user' });
  return printed;
}

test('each event happens through its own door, named in short or in full, and nothing is decided for the sandbox', async () => {
  const doors = [
    [
      'payroll',
      'user-payroll-submitted',
      'entries',
      { payroll_submissions: [{}] },
      { entry_id: 'e-1' },
      'entry e-1',
    ],
    [
      'bank-statement',
      'user-bank-statement-submitted',
      'bank-statements',
      {},
      { id: 'b-1' },
      'bank statement submission b-1',
    ],
    ['taxauth', 'user-revenue-data-submitted', 'taxauth', {}, { id: 'i-1' }, 'income submission i-1'],
  ] as const;
  for (const [word, kind, path, body, answer, made] of doors) {
    for (const typed of [word, kind]) {
      const door = `/_sandbox/users/${user}/${path}`;
      const sandbox = await knowingAda({ [`POST ${door}`]: answer });
      const printed = await triggered([typed, '--user', user, '--url', sandbox.url, '--api-key', 'mine']);
      expect(await sandbox.called('POST', door)).toMatchObject({ body, apiKey: 'mine' });
      expect(printed).toContain(`${kind}: ${made} of Ada Lovell (user ${user})\n`);
    }
  }
});

test('it names the subscriptions that get the event, and says so when there are none', async () => {
  const door = { [`POST /_sandbox/users/${user}/entries`]: { entry_id: 'e' } };
  const told = await knowingAda(door);
  const printed = await triggered(['payroll', '--user', user, '--url', told.url]);
  expect(printed).toContain('Sent to mine (http://127.0.0.1:9/)\n');
  for (const unsubscribed of [{ webhooks: [] }, [], listing(['user-revenue-data-submitted'])]) {
    const sandbox = await knowingAda({ ...door, 'GET /webhooks': unsubscribed });
    const lines = await triggered(['payroll', '--user', user, '--url', sandbox.url]);
    expect(lines).toContain('There is no subscription to user-payroll-submitted');
  }
});

test('it happens as often as asked', async () => {
  const sandbox = await knowingAda({ [`POST /_sandbox/users/${user}/taxauth`]: { id: 'i' } });
  await triggered(['taxauth', '--user', user, '--url', sandbox.url, '--count', '3']);
  expect(sandbox.calls.filter(({ path }) => path.endsWith('/taxauth'))).toHaveLength(3);
});

test('it takes the first user when no user is named, and creates one if there are no users', async () => {
  const entries = { [`POST /_sandbox/users/${user}/entries`]: { entry_id: 'e' } };
  const some = await knowingAda({ 'GET /users?limit=1': { users: [{ user_id: user }] }, ...entries });
  expect(await triggered(['payroll', '--url', some.url])).toContain(user);
  const none = await knowingAda({
    'GET /users?limit=1': { users: [] },
    'POST /_sandbox/users': { user_id: user },
    [`GET /_sandbox/users/${user}`]: { user: {} },
    ...entries,
  });
  expect(await triggered(['payroll', '--url', none.url])).toContain(`of user ${user}\n`);
});

test('a key names one of the people of the world', async () => {
  const [key, { userId }] = [...personasOf()][0]!;
  const door = { [`POST /_sandbox/users/${userId}/entries`]: { entry_id: 'e' } };
  const sandbox = await knowingAda(door, userId);
  expect(await triggered(['payroll', '--user', key, '--url', sandbox.url])).toContain(userId);
  await expect(triggered(['payroll', '--user', 'nobody-known', '--url', sandbox.url])).rejects.toThrow(
    'There is no nobody-known',
  );
});

test('a scenario makes the person to whom it happens', async () => {
  const file = join(await temporaryFolder(), 'scenario.yaml');
  await writeFile(file, 'name: Zoë\njobs:\n  - employer: Orchard Foods\n');
  const sandbox = await knowingAda({
    'POST /_sandbox/scenarios': { user_id: user },
    [`POST /_sandbox/users/${user}/bank-statements`]: { id: 'b' },
  });
  await triggered(['bank-statement', '--scenario', file, '--url', sandbox.url]);
  const { body } = await sandbox.called('POST', '/_sandbox/scenarios');
  expect(body).toEqual({ name: 'Zoë', jobs: [{ employer: 'Orchard Foods' }] });
  const wrong = (...args: string[]) => triggered(['payroll', '--url', sandbox.url, ...args]);
  await expect(wrong('--scenario', `${file}.none`)).rejects.toThrow('Cannot read the scenario');
  await expect(wrong('--scenario', file, '--user', user)).rejects.toThrow('not both');
});

test("in a real sandbox, each event is the person's own, and a scenario makes a new person", async () => {
  const sandbox = await createSandbox({ users: 1 });
  const receiver = await startReceiver();
  try {
    const call = async (method: string, path: string, body?: object) => {
      const headers = { 'X-API-KEY': 'sandbox-key', 'Content-Type': 'application/json' };
      const sent = body && { body: JSON.stringify(body) };
      return (await fetch(`${sandbox.url}${path}`, { method, headers, ...sent })).json();
    };
    const hook = {
      name: 'mine',
      url: receiver.url,
      events: valuesOf.EventKind,
      config: { include_payload: true },
    };
    await call('POST', '/webhooks', { ...hook, signing_secret: 'the secret' });
    const adaId = personasOf().get('steady-salary')!.userId;
    const dossier = (await call('GET', `/_sandbox/users/${adaId}`)) as UserDossier;
    const held = dossier.payroll_submissions.at(-1)!;
    const told = async (...args: string[]) => {
      const before = receiver.seen.length;
      const printed = await triggered([...args, '--url', sandbox.url]);
      await receiver.count(before + 1);
      const { headers, body } = receiver.seen[before]!;
      expect(verify(body, headers['x-svc-signature']?.toString(), 'the secret')).toBe(true);
      expect(printed).toContain('Sent to mine');
      return {
        printed,
        ...(JSON.parse(body.toString()) as { event: string; user_id: string; payload: never }),
      };
    };
    for (const [word, kind] of Object.entries(eventKinds()))
      expect(await told(word, '--user', 'steady-salary')).toMatchObject({ event: kind, user_id: adaId });
    const { printed, payload } = await told('payroll', '--user', 'steady-salary');
    expect(printed).toContain('Ada Fairweather');
    const [slip] = (payload as { payroll_submissions: PayrollSubmission[] }).payroll_submissions;
    for (const part of ['employer_name', 'employer_tax_reference', 'role'] as const)
      expect(slip?.employment_information?.[part]).toBe(held.employment_information?.[part]);
    expect(slip?.identity_information?.address).toEqual(held.identity_information?.address);
    const { payload: shown } = await told('bank-statement', '--user', 'steady-salary');
    const [statement] = (shown as { bank_statement_submissions: BankStatementSubmission[] })
      .bank_statement_submissions;
    expect(statement?.account_information).toEqual(
      dossier.bank_statement_submissions[0]?.account_information,
    );

    const file = join(await temporaryFolder(), 'own.yaml');
    await writeFile(file, scenarioStart('robin'));
    const robin = await told('payroll', '--scenario', file);
    expect(robin.printed).toContain('Robin Ellery');
    const made = (await call('GET', `/_sandbox/users/${robin.user_id}`)) as UserDossier;
    expect(made.payroll_submissions.map((one) => one.employment_information?.role)).toEqual(['Accountant']);
    await writeFile(file, 'key: robin\ndescription: x\njobs: nobody\n');
    await expect(triggered(['payroll', '--scenario', file, '--url', sandbox.url])).rejects.toThrow(/jobs/);
  } finally {
    await receiver.close();
    await sandbox.close();
  }
});

test('a forged delivery goes straight to a receiver, and the command says whether it did right', async () => {
  const secret = 'the secret';
  const seen: string[] = [];
  const receiver = await startReceiver(({ headers, body }, response) => {
    const right = verify(body, headers['x-svc-signature']?.toString(), secret);
    seen.push(right ? 'signed' : 'not signed');
    response.writeHead(right ? 204 : 401).end();
  });
  const trusting = await startReceiver();
  try {
    const forged = (how: string, ...args: string[]) => triggered(['payroll', '--forged', how, ...args]);
    expect(await forged('bad-signature', '--to', receiver.url)).toContain('401. Refused, as it should be.');
    expect(await forged('no-signature', '--to', trusting.url)).toContain(
      '204. TAKEN (signature.missing). An attacker who learns',
    );
    expect(await forged('sealed-null', '--to', receiver.url, '--secret', secret)).toContain(
      'TAKEN (content.no-delivery)',
    );
    expect(seen).toEqual(['not signed', 'signed']);
    const hook = listing(['user-payroll-submitted'], trusting.url);
    const sandbox = await fakeSandbox({ 'GET /webhooks': hook });
    await forged('other-secret', '--url', sandbox.url, '--count', '2');
    expect(trusting.seen.slice(1).map(({ headers }) => typeof headers['x-acme-signature'])).toEqual([
      'string',
      'string',
    ]);
    await expect(forged('nonsense')).rejects.toThrow('There is no forgery nonsense');
    await expect(forged('no-tag', '--to', receiver.url)).rejects.toThrow('give --encryption-key');
    const unsubscribed = await fakeSandbox({ 'GET /webhooks': [] });
    await expect(forged('no-signature', '--url', unsubscribed.url)).rejects.toThrow(
      'There is no subscription',
    );
  } finally {
    await receiver.close();
    await trusting.close();
  }
});

test('the list names every event and every forgery, and needs no sandbox', async () => {
  const list = await triggered(['--list']);
  for (const word of [
    'payroll',
    'user-bank-statement-submitted',
    'bad-signature',
    'tag-first',
    '--encryption-key',
  ])
    expect(list).toContain(word);
});

test('no event, an unknown one and a refusal are reported in a sentence', async () => {
  const sandbox = await fakeSandbox();
  await expect(triggered(['--url', sandbox.url])).rejects.toThrow('Name the event');
  await expect(triggered(['user-created', '--url', sandbox.url])).rejects.toThrow(
    'There is no event user-created',
  );
  await expect(triggered(['payroll', '--user', user, '--url', sandbox.url])).rejects.toThrow(
    'refused with 404',
  );
});

test('a misspelt event or forgery gets what was meant', async () => {
  const sandbox = await knowingAda();
  const to = ['--url', sandbox.url];
  await expect(triggered(['payrol', ...to])).rejects.toThrow('Did you mean [payroll]?');
  await expect(triggered(['user-revenue-data-submited', ...to])).rejects.toThrow(
    'Did you mean [user-revenue-data-submitted]?',
  );
  await expect(triggered(['payroll', '--forged', 'bad-signatur', ...to])).rejects.toThrow(
    'Did you mean [bad-signature]?',
  );
  await expect(triggered(['weather', ...to])).rejects.not.toThrow('Did you mean');
});

test('for a script each outcome is a line of JSON', async () => {
  const sandbox = await knowingAda({ [`POST /_sandbox/users/${user}/entries`]: { entry_id: 'e-1' } });
  const printed = await triggered([
    'payroll',
    '--user',
    user,
    '--url',
    sandbox.url,
    '--count',
    '2',
    '--json',
  ]);
  const made = { event: 'user-payroll-submitted', user_id: user, id: 'e-1' };
  expect(
    printed
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([made, made, { sent_to: [{ name: 'mine', url: 'http://127.0.0.1:9/' }] }]);
});

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Scenario, scenarios } from '../../generators/scenarios/scenario.ts';
import { extractStatement } from '../../generators/statements/extract.ts';
import { brokenPromises } from '../promises/broken-promises.ts';
import { type Arranging, arranging, unknownId } from './testing/arranging.ts';

let at: Arranging;
beforeAll(async () => {
  at = await arranging({ now: '2028-06-15T09:00:00Z', frozen: true });
});
afterAll(() => at.close());

const mine: Scenario = {
  key: 'mine',
  description: 'Mina Kerr has begun a new job.',
  purpose: 'To see one of our own.',
  person: { forename: 'Mina', surname: 'Kerr', homes: [{ post_code: 'LS6 2AQ' }] },
  jobs: [{ employer: 'cindermoor', role: 'Clerk', start: '7 months ago', pay: { salary: 24_000 } }],
  start: {
    entries: [],
    user: { recurring_checks_enabled: true, recurring_check_frequency: 'WEEKLY' },
    authorisations: [{ term: 'recurring' }],
  },
  promises: [
    { call: 'holdings', accounts: 1, entries: 0 },
    { call: 'query', finds: '6 to 8', events: 1 },
    { call: 'wait', after: 'P3M', events: '2 to 4' },
    { call: 'income', finds: 'at least 1' },
  ],
};
const post = (body: unknown, type = 'application/json', on = at) =>
  on.call('POST', '/_sandbox/scenarios', body, { 'content-type': type });
const list = async (on = at) => (await on.call('GET', '/_sandbox/scenarios')).body.scenarios;

describe('POST /_sandbox/scenarios', () => {
  test('makes a user of it, with dates by the clock of the client, whose promises hold', async () => {
    await at.call('POST', '/_sandbox/clock', { by: 'P13M' });
    const { status, body } = await post(mine);
    expect(status).toBe(201);
    expect(body).toMatchObject({ key: 'mine', purpose: mine.purpose, promises: mine.promises });
    const { user, accounts } = await at.dossier(body.user_id);
    expect(user).toMatchObject({ forename: 'Mina', post_codes: ['LS6 2AQ'] });
    expect(accounts[0]?.created_at).toMatch(/^2029-07-14/);
    const subject = { scenario: mine, userId: body.user_id, begins: '2029-07-15' };
    expect(await brokenPromises(at.sandbox, [subject])).toEqual([]);
  });

  test('can be checked first: its name, its YAML and the money by month, and no user is made', async () => {
    const before = await list();
    const check = (body: unknown, type = 'application/json') =>
      at.call('POST', '/_sandbox/scenarios/check', body, { 'content-type': type });
    const { status, body } = await check(mine);
    expect({ status, body }).toMatchObject({ status: 200, body: { name: 'Mina Kerr', scenario: mine } });
    expect(body.months).toHaveLength(13);
    expect(body.months.at(-2)).toMatchObject({ gross_pay: '2000.00' });
    expect((await check(body.yaml, 'application/yaml')).body).toEqual(body);
    expect(await list()).toEqual(before);
    expect(before[0]).toMatchObject({ key: 'steady-salary', name: 'Ada Fairweather' });
  });

  test('has providers behave as its accounts say: errors, locks, silence, a second factor, delays', async () => {
    const login = (name: string, promises: Scenario['promises'], account = {}): Scenario => ({
      ...{ ...mine, key: `login-${name}`, promises },
      start: { entries: [], accounts: [{ job: 'main', ...(name !== 'own' && { login: name }), ...account }] },
    });
    const cases = [
      login('fail', [
        { call: 'holdings', status: 'FAILED' },
        { call: 'query', answers: 'refused' },
      ]),
      login('lock+run7', [
        { call: 'holdings', status: 'LOCKED' },
        { call: 'query', answers: 'refused' },
      ]),
      login('timeout', [
        { call: 'holdings', status: 'LINKED' },
        { call: 'query', answers: 'refused' },
      ]),
      login('nothing', [{ call: 'query', finds: 0, events: 0, always: true }]),
      login('mfa', [
        { call: 'query', answers: 'refused' },
        { call: 'answer-mfa', mfa: '1234', status: 'LINKED' },
      ]),
      login(
        'own',
        [
          { call: 'answer-mfa', mfa: 'abc', status: 'LINKED' },
          { call: 'query', finds: '6 to 8' },
        ],
        {
          ...{ status: 'PENDING', mfa: { kind: 'password-characters', answer: 'abc' }, delay_ms: 300 },
        },
      ),
    ];
    for (const scenario of cases) {
      const { status, body } = await post({ ...scenario, key: scenario.key.replace('+', '-') });
      expect([status, body.errors]).toEqual([201, undefined]);
      const begins = (await at.call('GET', '/_sandbox/clock')).body.now.slice(0, 10);
      const started = performance.now();
      expect(await brokenPromises(at.sandbox, [{ scenario, userId: body.user_id, begins }])).toEqual([]);
      if (scenario.key === 'login-own') expect(performance.now() - started).toBeGreaterThan(300);
    }
  });

  test('is carried along by a snapshot', async () => {
    const { user_id } = (await post(mine)).body;
    const dossier = await at.dossier(user_id);
    const { body: snapshot } = await at.call('GET', '/_sandbox/snapshot');
    await at.sandbox.reset();
    expect((await at.call('GET', `/_sandbox/users/${user_id}`)).status).toBe(404);
    expect((await at.call('PUT', '/_sandbox/snapshot', snapshot)).status).toBe(200);
    expect(await at.dossier(user_id)).toEqual(dossier);
    await at.sandbox.reset();
  });

  test('takes YAML too, makes another user with every call, and lists and removes them like others', async () => {
    const yaml = `key: mine\ndescription: As text.\npurpose: To be read.\nstart: { accounts: [] }\n`;
    const made = [await post(yaml, 'application/yaml'), await post(yaml, 'text/yaml; charset=utf-8')];
    expect(made.map(({ status }) => status)).toEqual([201, 201]);
    const ids = made.map(({ body }) => body.user_id);
    expect(new Set(ids).size).toBe(2);
    expect((await list()).map((one: { user_id: string }) => one.user_id)).toEqual(
      expect.arrayContaining(ids),
    );
    expect((await at.call('DELETE', `/users/${ids[0]}`)).status).toBe(200);
    expect((await at.call('GET', `/_sandbox/users/${ids[0]}`)).status).toBe(404);
    expect((await at.dossier(ids[1])).accounts).toEqual([]);
    await at.sandbox.reset();
    expect((await at.call('GET', `/_sandbox/users/${ids[1]}`)).status).toBe(404);
    expect(await list()).toHaveLength(scenarios.length);
  });

  test.each([
    [
      'JSON',
      { ...mine, jobs: [{ ...mine.jobs![0], start: '2024-01-01' }] },
      'application/json',
      /^jobs > 0 > start: "2024-01-01" is not a day/,
    ],
    [
      'YAML',
      'key: mine\ndescripton: It is misspelt.\n',
      'application/yaml',
      /^line 2: descripton: .*perhaps \[description\] is meant/,
    ],
    ['a list', [mine], 'application/json', /./],
    [
      'a false is_user',
      { key: 'x', description: 'X.', purpose: 'X.', is_user: false },
      'application/json',
      /is_user/,
    ],
  ])(
    'refuses a bad one in %s with what is wrong and where, and makes no user',
    async (_, body, type, said) => {
      const before = await list();
      const refused = await post(body, type);
      expect(refused.status).toBe(400);
      expect(refused.body.errors.join('\n')).toMatch(new RegExp(said.source, 'm'));
      expect(await list()).toEqual(before);
    },
  );
});

describe('scenarios of a folder', () => {
  test('are in every client, with ids that follow from seed and key, and follow a change of the file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'scenarios-'));
    const data = join(folder, 'data');
    const write = (scenario: Scenario) =>
      writeFile(join(folder, `${scenario.key}.yaml`), JSON.stringify(scenario));
    const idOf = async (on: Arranging, key: string) =>
      (await list(on)).find((one: { key: string }) => one.key === key)?.user_id;
    try {
      await write(mine);
      const first = await arranging({ scenarios: folder, data, now: '2027-01-01T00:00:00Z' });
      const id = await idOf(first, 'mine');
      expect((await first.dossier(id)).user.forename).toBe('Mina');
      const other = { 'x-api-key': first.sandbox.otherApiKey };
      const others = (await first.call('GET', '/_sandbox/scenarios', undefined, other)).body.scenarios;
      expect(others.filter(({ key }: { key: string }) => key === 'mine')).toHaveLength(1);
      const made = (await post({ ...mine, key: 'posted' }, 'application/json', first)).body.user_id;
      await first.close();
      await write({ ...mine, person: { ...mine.person, forename: 'Minna' } });
      await write({ ...mine, key: 'another' });
      const again = await arranging({ scenarios: folder, data });
      expect(await idOf(again, 'mine')).toBe(id);
      expect((await again.dossier(id)).user.forename).toBe('Minna');
      expect((await again.dossier(made)).user.forename).toBe('Mina');
      expect(await idOf(again, 'another')).toBeTruthy();
      await again.sandbox.reset();
      expect((await again.dossier(id)).user.forename).toBe('Minna');
      expect((await again.call('GET', `/_sandbox/users/${made}`)).status).toBe(404);
      await again.close();
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test('that cannot be read keep the sandbox from starting, with file and line', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'scenarios-'));
    try {
      await writeFile(join(folder, 'a.yaml'), 'key: a\ndescription: No purpose.\njobbs: []\n');
      await writeFile(join(folder, 'b.yml'), 'key: steady-salary\ndescription: B.\npurpose: B.\n');
      const start = arranging({ scenarios: folder });
      await expect(start).rejects.toThrow(
        /a\.yaml:3: jobbs: .*perhaps \[jobs\] is meant(?:.|\n)*b\.yml:1: key: steady-salary/,
      );
      await expect(arranging({ scenarios: join(folder, 'none') })).rejects.toThrow('there is no such folder');
      await expect(arranging({ scenarios: [mine, mine] })).rejects.toThrow('mine');
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe('a scenario that is only looked at', () => {
  test('is refused by the check as it is when a person is made of it, and makes no user', async () => {
    const before = (await list()).length;
    for (const [body, status] of [
      [mine, 200],
      [{ ...mine, jobs: [{ employer: 'nowhere' }] }, 400],
      [{}, 400],
    ] as const) {
      const checked = await at.call('POST', '/_sandbox/scenarios/check', body);
      expect(checked.status).toBe(status);
      if (status === 400) {
        const made = await at.call('POST', '/_sandbox/scenarios', body);
        expect(made).toEqual(checked);
      }
    }
    expect((await list()).length).toBe(before);
  });

  test('is shown as YAML that makes the same person', async () => {
    for (const { key } of (await list()).slice(0, 40) as { key: string }[]) {
      const { body } = await at.call('GET', `/_sandbox/scenarios/${key}`);
      const type = { 'content-type': 'application/yaml' };
      const checked = await at.call('POST', '/_sandbox/scenarios/check', body.yaml, type);
      expect([key, checked.status, checked.body.errors]).toEqual([key, 200, undefined]);
    }
    expect((await at.call('GET', '/_sandbox/scenarios/of-no-person')).status).toBe(404);
  });
});

test('a scenario of very many jobs is refused with how many there may be', async () => {
  const jobs = Array.from({ length: 21 }, (_, job) => ({ ...mine.jobs![0]!, key: `job-${job}` }));
  const { status, body } = await post({ ...mine, jobs, start: {} });
  expect([status, body.errors.length]).toEqual([400, 1]);
  expect(body.errors[0]).toContain('jobs: it must NOT have more than 20 items');
  const weekly = { ...mine.jobs![0]!, start: '12 years ago', frequency: 'weekly' as const };
  const paid = jobs.slice(0, 6).map(({ key }) => ({ ...weekly, key }));
  const often = await post({ ...mine, jobs: paid, start: {} });
  expect([often.status, ...often.body.errors]).toEqual([400, expect.stringContaining('the most are 2500')]);
});

describe('GET /_sandbox/users/{user_id}/statements/{month}', () => {
  const get = (userId: string, month: string) =>
    fetch(`${at.sandbox.url}/_sandbox/users/${userId}/statements/${month}`, {
      headers: { 'x-api-key': at.sandbox.apiKey },
    });

  test('is the statement of the person, for a seeded user and for one who was created', async () => {
    const created = await at.user({ forename: 'Zadie', surname: 'Okoro', post_codes: ['LS6 2AQ'] });
    const [ada] = await list();
    for (const [userId, name] of [
      [created, 'Zadie Okoro'],
      [ada.user_id, 'Ada Fairweather'],
    ] as const) {
      const response = await get(userId, '2028-05.pdf');
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf']);
      const read = await extractStatement(new Uint8Array(await response.arrayBuffer()));
      expect(JSON.stringify(read)).toContain(name);
      expect(JSON.stringify(read)).toContain('2028-05-31');
    }
  });

  test.each(['2028-07.pdf', '1999-01.pdf', '2028-13.pdf', '2028-05', 'may.pdf'])(
    '%s does not exist',
    async (month) => {
      const [ada] = await list();
      const response = await get(ada.user_id, month);
      expect(response.status).toBe(404);
      const { errors } = (await response.json()) as { errors: string[] };
      expect(errors[0]).toContain(month.replace(/\.pdf$/, ''));
    },
  );

  test('does not exist for a month that is too far from the birth of the world to be worked out', async () => {
    const far = await arranging({ now: '3526-06-15T00:00:00Z' });
    try {
      const [ada] = await list(far);
      await far.call('POST', '/_sandbox/clock', { by: 'P51Y' });
      const { status, body } = await far.call('GET', `/_sandbox/users/${ada.user_id}/statements/3577-05.pdf`);
      expect([status, body.errors[0]]).toEqual([
        404,
        expect.stringContaining('there are statements for the first 50 years of a world'),
      ]);
    } finally {
      await far.close();
    }
  });

  test('of an unknown user does not exist either', async () => {
    expect((await get(unknownId, '2028-05.pdf')).status).toBe(404);
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../scripts/testing/temporary-folder.ts';
import { createSandbox } from '../../simulator/sandbox.ts';
import openapi from '../../spec/generated/openapi.json' with { type: 'json' };
import { few } from '../../spec/testing/test-run.ts';
import { seal } from '../../spec/webhooks/seal.ts';
import { mutants } from '../proof/mutants/index.ts';
import { combined } from '../proof/mutants/mutant.ts';
import { writeReports } from '../report/write-reports.ts';
import { runConformance } from '../suite/run-conformance.ts';
import { watched } from './index.ts';
import { OpenWatch } from './open-watch.ts';
import type { RecordingLine } from './recording.ts';
import { standInValues } from './stand-in-values.ts';
import { standInsFor } from './stand-ins.ts';
import { watchedSandbox } from './testing/watched.ts';
import { Watch } from './watch.ts';

const judged = (
  lines: readonly RecordingLine[],
  standIns?: ReturnType<typeof standInsFor>,
): Record<string, unknown> => {
  const watch = new Watch({ soleWriter: true, environment: 'sandbox' });
  for (const line of lines) {
    if ('begin' in line)
      watch.begin(line.begin[0], line.begin[1], standIns?.url(line.begin[1], line.begin[2]) ?? line.begin[2]);
    else watch.end(standIns?.of(line) ?? line);
  }
  const { clauses, points, exchanges } = watch.ledger.file('');
  const counts = Object.entries(clauses).map(([clause, { confirmed, broken, explained }]) => [
    clause,
    confirmed,
    broken,
    explained,
  ]);
  return { counts, points, exchanges, faults: [...watch.ledger.faults] };
};

const broken = mutants.filter(({ clause }) =>
  ['payroll.submission.money', 'webhooks.create.keeps-to-itself', 'users.patch.sets'].includes(clause),
);

test('verdicts on stand-ins are those on the traffic', async () => {
  const defects = broken.flatMap(({ defects }) => defects);
  await using sandbox = await createSandbox({ users: 8, ...combined(defects) });
  const lines: RecordingLine[] = [];
  const only = [
    ...new Set(broken.map(({ clause }) => clause)),
    'events.payload.all-submissions',
    'expenditure.errors.no-region',
    'expenditure.errors.date-of-birth-missing',
    'users.patch.ill-typed',
    'webhooks.create.ill-typed',
    'webhooks.list.current',
    'auth.member-token.not-a-users',
    'documents.presign.missing-field-named',
    'bank-statements.shape.*',
  ];
  const run = { only, runs: few(1, 2), seed: 5, mostShrinks: 0, preflight: false, learnOnlyNeeded: true };
  await watchedSandbox(sandbox, (target, receiver) => runConformance(target, { ...receiver, ...run }), {
    record: (line) => lines.push(line),
  });
  const onTraffic = judged(lines);
  expect(judged(lines, standInsFor())).toEqual(onTraffic);
  expect(onTraffic['faults']).toEqual([]);
  const counts = onTraffic['counts'] as [string, number, number][];
  expect(counts.filter(([, , times]) => times > 0).length).toBeGreaterThanOrEqual(3);
}, 240_000);

test('a text with a secret that holds another shows the stand-in of the longer one', () => {
  const values = standInValues(new Set(), 'key');
  const [, standIn] = ['a secret', 'a secret of theirs'].map((secret) => values.text('secret', secret, ''));
  expect(values.known('hint: a secret of theirs')).toBe(`text ${standIn}`);
});

test.each(['aB3.cD4.eF5', 'aB3.c--D4.eF5', '-aB3._cD4.eF5_', 'aB3.c_-D4.__eF5--'])(
  'the stand-in for a JWT is one, wherever its Base64 has a dash: %s',
  (token) => {
    const standIn = standInValues(new Set(), 'key').token(token);
    expect(standIn).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    expect(standIn).not.toBe(token);
  },
);

test('the contract says of every text whether it is personal', () => {
  const schemas = openapi.components.schemas as unknown as Record<string, Schema>;
  type Schema = {
    $ref?: string;
    type?: unknown;
    format?: string;
    enum?: unknown;
    const?: unknown;
    properties?: Record<string, Schema>;
    items?: Schema;
    anyOf?: Schema[];
    'x-personal'?: string;
  };
  const resolved = (one: Schema): Schema =>
    one.$ref === undefined ? one : { ...schemas[one.$ref.split('/').at(-1)!], ...one };
  const unmarked: string[] = [];
  const walk = (schema: Schema, place: string): void => {
    for (const [name, given] of Object.entries(schema.properties ?? {})) {
      const one = resolved(given);
      const isText = [one.type, one.items?.type].flat().includes('string') && !one.enum && !('const' in one);
      const isPlain = /^(uuid|date|date-time)$/.test((one.items ?? one).format ?? '');
      if (isText && !isPlain && one['x-personal'] === undefined) unmarked.push(`${place}.${name}`);
      if (given.$ref === undefined) walk(one, `${place}.${name}`);
    }
    if (schema.items && schema.items.$ref === undefined) walk(schema.items, place);
  };
  for (const [name, schema] of Object.entries(schemas)) walk(schema, name);
  expect(unmarked).toEqual([]);
});

const planted = {
  name: 'Zebedee Quillfeather',
  ni: 'QQ987654C',
  street: '17 Marigold Passage',
  code: 'LS6 7QZ',
  email: 'zebedee@quillfeather.example',
  phone: '07700900987',
  iban: 'GB29NWBK60161331926819',
  key: 'live-key-Zx81kQp0',
  token: 'tok-5f4e3d2c1b0aZx',
  secret: 'hush-hush-8121-secret',
};
const userId = '5f0c2a9e-8f43-4b0e-9d5a-6d1d1c7b2f30';

/** A service that shows the planted data wherever it can, in fields that no contract knows and in its messages too. */
const telltale = (status: number): Response => {
  const said = `${planted.name}, ${planted.ni}, of ${planted.street} ${planted.code}: ${Object.values(planted).join(' ')}`;
  const identity = {
    name: planted.name,
    NI_number: planted.ni,
    email: planted.email,
    phone: planted.phone,
    address: { street: planted.street, post_code: planted.code },
  };
  const everywhere = {
    errors: [said],
    message: said,
    note: said,
    owner: planted,
    [planted.name]: 1,
    forename: planted.name,
    ni_number: planted.ni,
    post_codes: [planted.code],
    signing_secret: planted.secret,
    name: planted.name,
    user_id: userId,
  };
  const lists = {
    users: [everywhere],
    payroll_submissions: [{ identity_information: identity, employment_information: { role: said } }],
    bank_statement_submissions: [
      {
        account_information: { iban: planted.iban, account_holder_name: planted.name },
        transactions: [{ description: said }],
      },
    ],
  };
  return Response.json(
    { ...everywhere, ...lists },
    { status, headers: { 'x-owner': planted.name, 'set-cookie': planted.token } },
  );
};

test('planted personal data and secrets are in no file', async () => {
  const folder = await temporaryFolder();
  const record = join(folder, 'night.jsonl.gz');
  const statuses = [200, 400, 404, 201];
  const watch = watched(async () => telltale(statuses[turn++ % statuses.length]!), {
    baseUrl: 'https://service.example',
    record,
    ledgerFile: join(folder, 'ledger.json'),
    secret: planted.secret,
  });
  let turn = 0;
  const headers = {
    'x-api-key': planted.key,
    authorization: `Bearer ${planted.token}`,
    'x-customer': planted.name,
  };
  const body = JSON.stringify({
    forename: planted.name,
    ni_number: planted.ni,
    post_codes: [planted.code],
    nickname: planted.name,
    signing_secret: planted.secret,
    name: planted.name,
    url: `https://hooks.example/${planted.token}`,
    events: [],
    username: planted.email,
    password: planted.secret,
  });
  const requests = [
    ['PATCH', `/users/${userId}`],
    ['PATCH', `/users/${planted.email}`],
    ['GET', `/users?search=${planted.name}&limit=5`],
    ['POST', '/webhooks'],
    ['POST', '/members/signin'],
    ['POST', '/payroll/entries/connections'],
    ['GET', `/bankstatements/${userId}`],
    ['POST', `/people/${planted.name}/${planted.ni}`],
    ['GET', `/expenditure/${userId}/ons`],
  ] as const;
  for (let round = 0; round < 4; round++, turn++)
    for (const [method, url] of requests)
      await watch.fetch(`https://service.example${url}`, {
        method,
        headers,
        ...(method !== 'GET' && { body }),
      });
  const delivery = seal({
    body: {
      event: 'user-payroll-submitted',
      user_id: userId,
      name: planted.name,
      payload: { owner: planted },
    },
    secret: planted.secret,
  });
  await watch.receiver(async () => new Response())(
    new Request(`https://me.example/hooks/${planted.token}`, { method: 'POST', ...delivery }),
  );
  await watch.settled();
  await writeReports(watch.report(), folder);
  await watch.close();
  expect(watch.report().totals.fail).toBeGreaterThan(3);
  const texts = readdirSync(folder)
    .map((file) => [file, readFileSync(join(folder, file))] as const)
    .map(([file, bytes]) => `${file.endsWith('.gz') ? gunzipSync(bytes) : bytes}`);
  // Recording, key and count, ledger, three reports.
  expect(texts).toHaveLength(7);
  const words = Object.values(planted)
    .flatMap((value) => [value, ...value.split(' ')])
    .filter((word) => word.length > 4);
  for (const text of texts) expect(words.filter((word) => text.includes(word))).toEqual([]);
  const again = new OpenWatch({ secret: planted.secret });
  await again.recording([record]);
  expect(again.watch.ledger.report('').totals).toEqual(watch.report().totals);
});

const greatest = (a: bigint, b: bigint): bigint => (b === 0n ? a : greatest(b, a % b));

test('amounts and dates of birth give nothing back: no factor, no shift, no order of size', () => {
  const standIns = standInsFor();
  const shownOf = (payslip: unknown): Record<string, string> => {
    const responseText = JSON.stringify({ payroll_submissions: [payslip] });
    const told = { requestHeaders: {}, responseHeaders: {}, requestText: '', responseText, status: 201 };
    const passed = {
      begun: 1,
      ended: 2,
      at: 1,
      durationMs: 1,
      method: 'POST',
      url: '/payroll/entries/connections',
    };
    const { payroll_submissions } = JSON.parse(
      standIns.of({ kind: 'exchange', ...passed, ...told }).responseText,
    );
    const [{ identity_information, income_information }] = payroll_submissions;
    return { ...income_information.earnings, born: identity_information.date_of_birth };
  };
  const amounts = { gross_pay: '3000.00', net_pay: '2400.00', bonus: '300.00', base_salary: '2700.00' };
  const payslip = (person: number, born: string) => ({
    identity_information: { name: `Person ${person}`, date_of_birth: `${born}T00:00:00.000Z` },
    income_information: { earnings: { ...amounts, variable_pay_total: '0.00' } },
  });
  const births = Array.from({ length: 30 }, (_, at) => `19${60 + at}-03-0${1 + (at % 9)}`);
  const shown = births.map((born, person) => shownOf(payslip(person, born)));
  const pence = (value: string | undefined): bigint => BigInt(Math.round(Number(value) * 100));
  const names = Object.keys(amounts) as (keyof typeof amounts)[];
  const factors = shown.map((one) => names.map((name) => pence(one[name])).reduce(greatest));
  expect(factors.filter((factor) => factor > 100n)).toEqual([]);
  const ratios = new Set(
    shown.map(({ gross_pay, net_pay }) => (Number(gross_pay) / Number(net_pay)).toFixed(6)),
  );
  expect(ratios.size).toBe(shown.length);
  expect(new Set(shown.map((one) => Number(one['gross_pay']) > Number(one['bonus']))).size).toBe(2);
  const shifts = new Set(shown.map(({ born }, at) => Date.parse(born!) - Date.parse(births[at]!)));
  expect(shifts.size).toBeGreaterThan(25);
  // What the clauses need stays: nought, two places, and an age that estimates take.
  for (const { variable_pay_total, gross_pay, born } of shown) {
    expect(variable_pay_total).toBe('0.00');
    expect(gross_pay).toMatch(/^\d+\.\d{2}$/);
    expect(born).toMatch(/^(19[4-9]\d|200[0-3])-\d\d-\d\dT00:00:00\.000Z$/);
  }
});

test.each([
  ['1850-01-01', /^1[78]/],
  ['2031-07-01', /^209/],
  ['2015-07-01', /^20[012]/],
])('a birth on %s stays on its side of every limit', (born, form) => {
  const requestText = JSON.stringify({ date_of_birth: `${born}T00:00:00.000Z` });
  const told = { requestHeaders: {}, responseHeaders: {}, requestText, responseText: '', status: 200 };
  const passed = { begun: 1, ended: 2, at: 1, durationMs: 1, method: 'PATCH', url: `/users/${userId}` };
  const shown = standInsFor().of({ kind: 'exchange', ...passed, ...told });
  expect(JSON.parse(shown.requestText).date_of_birth).toMatch(form);
});

test('a total that is written without its last nought is the sum of the stand-ins all the same', () => {
  const [id, date] = ['5f0c2a9e-8f43-4b0e-9d5a-6d1d1c7b2f30', '2026-10-01T00:00:00.000Z'];
  for (const [cost_of_living, housing, total] of [
    ['1156.65', '599.75', '1756.4'],
    ['1156.25', '599.75', '1756'],
  ]) {
    const expenditures = [{ date, cost_of_living, housing, total }];
    const passed = {
      ...({ kind: 'exchange', begun: 1, ended: 2, at: 1_800_000_000_000, durationMs: 1 } as const),
      ...{ method: 'GET', url: `/expenditure/${id}/ons`, status: 200, requestHeaders: {}, requestText: '' },
      ...{ responseHeaders: {}, responseText: JSON.stringify({ expenditures }) },
    };
    const watch = new Watch();
    watch.end(standInsFor().of(passed));
    expect(watch.ledger.entries.get('expenditure.shape.total-is-sum')).toMatchObject({
      broken: 0,
      confirmed: 1,
    });
  }
});

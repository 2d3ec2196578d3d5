import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../../../spec/json.ts';
import { Failure } from '../../judgement/failure.ts';
import { isSuccess } from '../../target/exchange.ts';
import { type Answer, type Body, jsonOf, payslipsIn, type Seen } from './front.ts';
import { type Journey, keyOperationOf } from './journeys.ts';
import { amountOf, sumOf } from './money.ts';
import { balanceOf, isOwn, type Stage, type Statement, statementsIn } from './stage.ts';
import type { Outcome } from './start-journey.ts';

/** What a journey may print: the values that are right for each key. A key that is absent here is not compared. */
export type Facts = Readonly<Record<string, readonly unknown[]>>;

const succeeded = (answer: Answer | undefined): boolean => answer !== undefined && isSuccess(answer);

/** The answers that the sandbox made to an operation, whether or not they arrived. */
const madeBy = (requests: readonly Seen[], operation: Seen['operation']): Body[] =>
  requests
    .filter((seen) => seen.operation === operation && succeeded(seen.made))
    .map((seen) => jsonOf(succeeded(seen.answer) ? seen.answer : seen.made) ?? {});

const known = (key: string, ...values: (unknown | undefined)[]): Facts => {
  const right = values.filter((value) => value !== undefined && value !== null);
  return right.length > 0 ? { [key]: right } : {};
};

function payslipFacts(answers: readonly Body[]): Facts {
  if (answers.length === 0) return {};
  const slips = answers.flatMap(payslipsIn);
  const distinct = [...new Map(slips.map((slip) => [slip.id, slip])).values()];
  const net = sumOf(distinct.map(({ income_information: income }) => income?.earnings?.net_pay));
  return { payslips: [distinct.length], ...known('net_pay', net) };
}

/** The statements that the service holds, once that of the client is among them or cannot come any more. */
export async function extracted(stage: Stage): Promise<Statement[]> {
  for (const until = performance.now() + 5000; ; await sleep(20)) {
    const { bank_statement_submissions: all = [], documents = [] } = (await stage.dossier()) ?? {};
    const isComing = documents.some(({ state }) => state === 'processing');
    if (all.some((one) => isOwn(stage, one)) || !isComing || performance.now() > until) return all;
  }
}

const facts: Readonly<Record<Journey, (stage: Stage, requests: readonly Seen[]) => Promise<Facts>>> = {
  'list-users': async (stage, requests) => {
    // A case may show no users where the sandbox has some.
    if (showsNone(madeBy(requests, 'listUsers'))) return { users: [0] };
    return { users: [stage.usersBefore, await stage.countUsers()] };
  },
  'update-user': async (stage) => {
    const asked = Object.keys(JSON.parse(stage.values['FIELDS'] ?? '{}'));
    const removed = Object.fromEntries(asked.map((name) => [name, null]));
    return known('user', { ...removed, ...(await stage.dossier())?.user });
  },
  connect: async (_stage, requests) => ({
    ...payslipFacts(madeBy(requests, 'queryPayrollConnection')),
    ...known('account', madeBy(requests, 'submitMfa').at(-1)?.['status']),
  }),
  'direct-connection': async (_stage, requests) => payslipFacts(madeBy(requests, 'createDirectConnection')),
  'upload-statement': async (stage, requests) => {
    const lists = madeBy(requests, 'listBankStatements').map(statementsIn);
    const own = (list: readonly Statement[]) => list.filter((one) => isOwn(stage, one)).length;
    const shown = lists.findLast(own) ?? (await extracted(stage));
    if (own(shown) !== 1) return {};
    return { statements: [1, shown.length], ...known('closing_balance', balanceOf(stage)) };
  },
  income: async (stage, requests) => {
    const isNone = showsNone(madeBy(requests, 'getTaxauthIncome'));
    const all = isNone ? [] : ((await stage.dossier())?.income_submissions ?? []);
    const total = sumOf(all.map(({ employment }) => employment?.total_income));
    return { submissions: [all.length], ...known('total_income', total) };
  },
  affordability: async (_stage, requests) => {
    const months = madeBy(requests, 'getOnsExpenditure').at(-1)?.['expenditures'];
    if (!Array.isArray(months)) return {};
    return { months: [months.length], ...known('total', sumOf(months.map(({ total }) => total))) };
  },
  subscribe: async (stage) =>
    known('webhook_id', ...(await stage.subscriptions()).map((one) => one.webhook_id)),
  'delete-user': async () => ({}),
  'delete-account': async () => ({}),
  'delete-entry': async () => ({}),
  'invite-member': async (_stage, requests) =>
    known('status', madeBy(requests, 'inviteMember').at(-1)?.['status']),
};

/** Whether the last page says that there is nothing. */
const showsNone = (pages: readonly Body[]): boolean => {
  const pagination = pages.at(-1)?.['pagination'];
  return isObject(pagination) && pagination['total_count'] === 0;
};

/** What the journey has not done, in words; undefined when its job is done. */
export async function leftUndone(stage: Stage, requests: readonly Seen[]): Promise<string | undefined> {
  const { journey, values } = stage;
  const dossier = stage.userId === '' ? undefined : await stage.dossier();
  switch (journey) {
    case 'update-user': {
      const user = new Map<string, unknown>(Object.entries(dossier?.user ?? {}));
      const wanted = Object.entries(JSON.parse(values['FIELDS'] ?? '{}'));
      const wrong = wanted.find(([name, value]) => !same(user.get(name), value));
      return wrong && `the user's ${wrong[0]} is ${JSON.stringify(user.get(wrong[0]) ?? null)}`;
    }
    case 'upload-statement':
      return (await uploadsOf(stage)) > 0 ? undefined : 'no file with this external id was uploaded';
    case 'subscribe':
      return (await stage.subscriptions()).length > 0 ? undefined : 'there is no subscription to the address';
    case 'delete-user':
      return dossier && 'the user is still there';
    case 'delete-account':
      return dossier?.accounts.some(({ account_id }) => account_id === values['ACCOUNT_ID'])
        ? 'the account is still there'
        : undefined;
    case 'delete-entry':
      return dossier?.entries.some(({ entry_id }) => entry_id === values['ENTRY_ID'])
        ? 'the entry is still there'
        : undefined;
    default:
      return madeBy(requests, keyOperationOf(journey)).length > 0
        ? undefined
        : `${keyOperationOf(journey)} was never answered with success`;
  }
}

/** How many files with the client's external id the service took. */
export async function uploadsOf(stage: Stage): Promise<number> {
  const documents = (await stage.dossier())?.documents ?? [];
  return documents.filter(
    ({ external_id, state }) =>
      external_id === stage.values['EXTERNAL_ID'] && state !== 'awaiting_upload' && state !== 'expired',
  ).length;
}

/** Compares what a run printed with the truth, to the penny; a key that is not known is not judged. */
export async function expectTruth(
  stage: Stage,
  requests: readonly Seen[],
  { printed }: Outcome,
): Promise<void> {
  if (!printed) return;
  const right = await facts[stage.journey](stage, requests);
  for (const [key, values] of Object.entries(right)) {
    const told = printed[key];
    if (told === undefined || told === null) continue;
    if (values.some((value) => agrees(key, value, told))) continue;
    const expected = [...new Set(values.map((value) => JSON.stringify(value)))].join(' or ');
    throw new Failure(`"${key}" to be ${expected}, as the service has it`, JSON.stringify(told));
  }
}

const amounts = new Set(['net_pay', 'closing_balance', 'total_income', 'total']);

function agrees(key: string, right: unknown, told: unknown): boolean {
  if (amounts.has(key)) return amountOf(right) === amountOf(told);
  if (key === 'user' && isObject(told) && isObject(right))
    return Object.entries(right).every(
      ([name, value]) => !Object.hasOwn(told, name) || same(told[name], value),
    );
  return typeof right === 'number' ? Number(told) === right : right === told;
}

/** Equal in meaning: null is absent, and an instant may be written in several ways. */
function same(one: unknown, other: unknown): boolean {
  if ((one ?? null) === (other ?? null) || isDeepStrictEqual(one, other)) return true;
  const instant = (value: unknown) =>
    typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) ? Date.parse(value) : Number.NaN;
  return instant(one) === instant(other);
}

import { randomUUID } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../../../spec/json.ts';
import { besides } from '../../judgement/difference.ts';
import type { Inbox } from '../../judgement/receiver.ts';
import { isSuccess } from '../../target/exchange.ts';
import {
  linkedUser,
  newEntry,
  newUser,
  payslips,
  type Setting,
  tokenOf,
  willingUser,
} from './arranged-users.ts';
import { type Answer, type Body, jsonOf, payslipsIn, type Seen } from './front.ts';
import type { Journey, Values } from './journeys.ts';
import { sumOf } from './money.ts';
import { countUsers, dossierOf, type Stage, subscriptionsOf } from './stage.ts';
import { balanceOf, extracted, isOwn, type Statement, statementsIn, uploadsOf } from './statements.ts';

/** What a journey may print: the values that are right for each key. A key that is absent here is not compared. */
export type Facts = Readonly<Record<string, readonly unknown[]>>;

/** What one journey starts from, and what is true once it has ended. */
type Fixture = {
  /** Makes what the journey starts from, and gives its values besides the address and the key. */
  readonly arrange: (
    setting: Setting & { readonly member: Values; readonly openInbox: () => Promise<Inbox> },
  ) => Promise<Values>;
  readonly facts?: (stage: Stage, requests: readonly Seen[]) => Facts | Promise<Facts>;
  /** What the journey has not done, in words; left out where the success of its call shows that it did its job. */
  readonly undone?: (stage: Stage) => Promise<string | undefined | false>;
};

const succeeded = (answer: Answer | undefined): boolean => answer !== undefined && isSuccess(answer);

/** The answers that the sandbox made to an operation, whether or not they arrived. */
export const madeBy = (requests: readonly Seen[], operation: Seen['operation']): Body[] =>
  requests
    .filter((seen) => seen.operation === operation && succeeded(seen.made))
    .map((seen) => jsonOf(succeeded(seen.answer) ? seen.answer : seen.made) ?? {});

const known = (key: string, ...values: (unknown | undefined)[]): Facts => {
  const right = values.filter((value) => value !== undefined && value !== null);
  return right.length > 0 ? { [key]: right } : {};
};

function payslipFacts(answers: readonly Body[]): Facts {
  if (answers.length === 0) return {};
  const distinct = [...new Map(answers.flatMap(payslipsIn).map((slip) => [slip.id, slip])).values()];
  const net = sumOf(distinct.map(({ income_information: income }) => income?.earnings?.net_pay));
  return { payslips: [distinct.length], ...known('net_pay', net) };
}

/** Whether the last page says that there is nothing. */
const showsNone = (pages: readonly Body[]): boolean => {
  const pagination = pages.at(-1)?.['pagination'];
  return isObject(pagination) && pagination['total_count'] === 0;
};

/** Equal in meaning: null is absent, and an instant may be written in several ways. */
export function same(one: unknown, other: unknown): boolean {
  if ((one ?? null) === (other ?? null) || isDeepStrictEqual(one, other)) return true;
  const instant = (value: unknown) =>
    typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) ? Date.parse(value) : Number.NaN;
  return instant(one) === instant(other);
}

/** A bank statement of the user's last whole month, as a PDF. */
async function statementOf({ sandbox, wish }: Setting, user_id: string): Promise<Uint8Array> {
  const now = new Date(wish.now ?? Date.now());
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1));
  const path = { user_id, month: `${first.toISOString().slice(0, 7)}.pdf` };
  const pdf: unknown = await sandbox.arrange('getStatement', { path });
  if (!(pdf instanceof Uint8Array)) throw new Error('The sandbox gave no statement.');
  return pdf;
}

/** The fixture of every journey; a new journey is an entry here and in `journeys.ts`. */
export const fixtures: Readonly<Record<Journey, Fixture>> = {
  'list-users': {
    // Another client has another number of users.
    arrange: async (setting) => {
      if (setting.wish.start?.incomes) await newUser(setting);
      return {};
    },
    // A case may show no users where the sandbox has some.
    facts: async ({ usersBefore, sandbox }, requests) => ({
      users: showsNone(madeBy(requests, 'listUsers')) ? [0] : [usersBefore, await countUsers(sandbox)],
    }),
  },
  'update-user': {
    arrange: async (setting) => {
      const { fields = { surname: 'Byron', payroll_period_months: 6 } } = setting.wish.start ?? {};
      return { ...(await newUser(setting)), FIELDS: JSON.stringify(fields) };
    },
    facts: async (stage, requests) => {
      const asked = Object.keys(JSON.parse(stage.values['FIELDS'] ?? '{}'));
      const removed = Object.fromEntries(asked.map((name) => [name, null]));
      const answered = madeBy(requests, 'updateUser').at(-1) ?? (await dossierOf(stage))?.user;
      return known('user', { ...removed, ...answered });
    },
    undone: async (stage) => {
      const user = new Map<string, unknown>(Object.entries((await dossierOf(stage))?.user ?? {}));
      const wanted = Object.entries(JSON.parse(stage.values['FIELDS'] ?? '{}'));
      const wrong = wanted.find(([name, value]) => !same(user.get(name), value));
      const [name = '', value] = wrong ?? [];
      const [right, is] = besides(value, user.get(name) ?? null);
      return wrong && `the user's ${name} is ${is} and not ${right}`;
    },
  },
  connect: {
    arrange: async (setting) => {
      const user = await linkedUser(setting);
      const { mfa } = setting.wish.start ?? {};
      return { ...user, ...(await tokenOf(setting, user)), ...(mfa === undefined ? {} : { MFA: mfa }) };
    },
    facts: (_stage, requests) => ({
      ...payslipFacts(madeBy(requests, 'queryPayrollConnection')),
      ...known('account', madeBy(requests, 'submitMfa').at(-1)?.['status']),
    }),
  },
  'direct-connection': {
    arrange: async (setting) => {
      const user = await willingUser(setting);
      const body = { payroll_submissions: payslips(setting.wish) };
      await setting.sandbox.arrange('setDirectPayroll', { path: { user_id: user.USER_ID }, body });
      return user;
    },
    facts: (_stage, requests) => payslipFacts(madeBy(requests, 'createDirectConnection')),
  },
  'upload-statement': {
    arrange: async (setting) => {
      const user = await willingUser(setting);
      const FILE = join(await mkdtemp(join(tmpdir(), 'payrig-exam-')), 'statement of March.pdf');
      await writeFile(FILE, await statementOf(setting, user.USER_ID));
      const EXTERNAL_ID = `exam-${randomUUID().slice(0, 13)}`;
      return { ...user, ...(await tokenOf(setting, user)), FILE, EXTERNAL_ID };
    },
    facts: async (stage, requests) => {
      const lists = madeBy(requests, 'listBankStatements').map(statementsIn);
      const own = (list: readonly Statement[]) => list.filter((one) => isOwn(stage, one)).length;
      const shown = lists.findLast(own) ?? (await extracted(stage));
      if (own(shown) !== 1) return {};
      return { statements: [1, shown.length], ...known('closing_balance', balanceOf(stage)) };
    },
    undone: async (stage) => (await uploadsOf(stage)) === 0 && 'no file with this external id was uploaded',
  },
  income: {
    arrange: async (setting) => {
      const user = await willingUser(setting);
      const { incomes = ['31010.25', '32020.50', '33030.75'] } = setting.wish.start ?? {};
      const path = { user_id: user.USER_ID };
      const make = (total_income: string) =>
        setting.sandbox.arrange('createIncomeSubmission', { path, body: { employment: { total_income } } });
      for (let at = 0; at < incomes.length; at += 25) await Promise.all(incomes.slice(at, at + 25).map(make));
      return user;
    },
    facts: async (stage, requests) => {
      const pages = madeBy(requests, 'getTaxauthIncome');
      const all = showsNone(pages) ? [] : ((await dossierOf(stage))?.income_submissions ?? []);
      const shown = pages.flatMap((page) => (page['income_submissions'] ?? []) as typeof all);
      const served = new Map(shown.map((one) => [one.id, one]));
      const total = sumOf(all.map((one) => (served.get(one.id) ?? one).employment?.total_income));
      return { submissions: [all.length], ...known('total_income', total) };
    },
  },
  affordability: {
    arrange: async (setting) => {
      const user = await willingUser(setting);
      await newEntry(setting, user);
      return user;
    },
    facts: (_stage, requests) => {
      const months = madeBy(requests, 'getOnsExpenditure').at(-1)?.['expenditures'];
      if (!Array.isArray(months)) return {};
      return { months: [months.length], ...known('total', sumOf(months.map(({ total }) => total))) };
    },
  },
  subscribe: {
    arrange: async ({ openInbox }) => ({
      WEBHOOK_URL: `${(await openInbox()).url}?Tenant=A%2FB`,
      EVENTS: 'user-payroll-submitted,user-bank-statement-submitted',
    }),
    facts: async (stage) =>
      known('webhook_id', ...(await subscriptionsOf(stage)).map(({ webhook_id }) => webhook_id)),
    // Which events it has is a clause of its own.
    undone: async (stage) =>
      (await subscriptionsOf(stage)).length === 0 && 'there is no subscription to the address',
  },
  'delete-user': {
    arrange: newUser,
    undone: async (stage) => (await dossierOf(stage)) && 'the user is still there',
  },
  'delete-account': {
    arrange: linkedUser,
    undone: async (stage) =>
      (await dossierOf(stage))?.accounts.some((one) => one.account_id === stage.values['ACCOUNT_ID']) &&
      'the account is still there',
  },
  'delete-entry': {
    arrange: async (setting) => {
      const user = await linkedUser(setting);
      return { ...user, ENTRY_ID: await newEntry(setting, user) };
    },
    undone: async (stage) =>
      (await dossierOf(stage))?.entries.some(({ entry_id }) => entry_id === stage.values['ENTRY_ID']) &&
      'the entry is still there',
  },
  'invite-member': {
    arrange: async ({ member }) => ({
      ...member,
      INVITE_NAME: 'Zoë O’Neill',
      INVITE_EMAIL: `Zoe+${randomUUID().slice(0, 8)}@example.test`,
      ROLE: 'viewer',
    }),
    facts: (_stage, requests) => known('status', madeBy(requests, 'inviteMember').at(-1)?.['status']),
  },
};

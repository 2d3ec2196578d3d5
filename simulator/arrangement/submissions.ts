import {
  catalogue,
  type MagicBehaviour,
  magicOf,
  type Provider,
} from '../../generators/catalogue/catalogue.ts';
import type { RequestBody } from '../../spec/operations.ts';
import type { PayrollSubmission } from '../../spec/types.ts';
import { shownAccount } from '../domain/account.ts';
import { isoInstant } from '../domain/instant.ts';
import { entryOf, submissionsOf } from '../domain/payslips.ts';
import { refusals } from '../domain/refusal.ts';
import { settingsOf } from '../domain/settings.ts';
import type { AccountRecord, Items, MfaRecord, PayrollSource, UserRecord } from '../domain/user-record.ts';
import type { ArrangementHandlers } from '../http/context.ts';
import { created } from '../http/outcome.ts';
import { personOfUser } from '../retrieval/person-of-user.ts';
import { withEntry } from '../retrieval/retrieval.ts';
import { type DomainEvent, statementEvent } from '../webhooks/message.ts';
import { readIncome, readPayroll, readStatement } from './fill/read-submissions.ts';

export const submissions = {
  async createBankStatement({ client, path, body, now, services }) {
    const given = readStatement(body ?? {});
    const { fillStatement } = await import('./fill/bank-statement.ts');
    const added = await client.users.change(path.user_id, (record, around) => {
      checkFree(record.statements, given.id);
      const { user_id } = record.user;
      const statement = fillStatement(given, {
        person: personOfUser(client.worldOf(around.client), record),
        now,
        newId: () => services.ids.ofUser(user_id),
        held: Object.values(record.statements),
      });
      const statements = { ...record.statements, [statement.id]: statement };
      const events = [statementEvent(user_id, now, statement)];
      return { changedFields: { statements }, events, result: statement };
    });
    if (!added) throw refusals.notFound('User', path.user_id);
    return created(added);
  },

  async createIncomeSubmission({ client, path, body, now, services }) {
    const given = readIncome(body ?? {});
    const { fillIncome } = await import('./fill/income-submission.ts');
    const names = services.profile.points['income.origin'] === 'newest-payslip';
    const added = await client.users.change(path.user_id, (record, around) => {
      checkFree(record.incomes, given.id);
      const { user_id } = record.user;
      const submission = fillIncome(given, {
        person: personOfUser(client.worldOf(around.client), record),
        now,
        newId: () => services.ids.ofUser(user_id),
        held: names ? submissionsOf(record) : [],
        incomes: Object.values(record.incomes).map(({ submission }) => submission),
        isLive: record.live_income,
      });
      const event: DomainEvent = { kind: 'taxauth', user_id, at: now, income_submissions: [submission] };
      const incomes = { ...record.incomes, [submission.id]: { created_at: isoInstant(now), submission } };
      return { changedFields: { incomes }, events: [event], result: submission };
    });
    if (!added) throw refusals.notFound('User', path.user_id);
    return created(added);
  },

  async setDirectPayroll({ client, path, body, now, services }) {
    const given = readPayroll(body.payroll_submissions, 'payroll_submissions');
    // What fills gaps brings half of the generators along; a start does without.
    const { filledPayrolls } = await import('./filled-payrolls.ts');
    const held = await client.users.change(path.user_id, (record, around) => {
      checkFreshIds(record, given, 'payroll_submissions');
      const world = client.worldOf(around.client);
      const submissions = filledPayrolls(given, record, 'direct', { world, services, now });
      return { changedFields: { direct: { kind: 'arranged', submissions } }, result: submissions };
    });
    if (!held) throw refusals.notFound('User', path.user_id);
    return created({ payroll_submissions: held });
  },

  async createEntry({ client, path, body, now, services }) {
    if (body.payroll_submissions.length === 0)
      throw refusals.invalid(['Field [payroll_submissions] must have at least 1 item']);
    const given = readPayroll(body.payroll_submissions, 'payroll_submissions');
    const { addedPayrolls } = await import('./filled-payrolls.ts');
    const accountId = body.account_id?.toLowerCase() ?? null;
    const entry = await client.users.change(path.user_id, (record, around) => {
      const { user } = record;
      if (accountId !== null && !record.accounts[accountId])
        throw refusals.notFound('Account', body.account_id ?? '');
      const { payslipUploadEnabled } = settingsOf(user, around.client.configuration, services.profile.points);
      if (accountId === null && !payslipUploadEnabled) throw refusals.payslipUploadDisabled();
      checkFreshIds(record, given, 'payroll_submissions');
      const account = accountId === null ? undefined : record.accounts[accountId];
      const world = client.worldOf(around.client);
      const entryId = services.ids.ofUser(user.user_id);
      const submissions = addedPayrolls(given, record, account, { world, services, now });
      const entry = entryOf(entryId, accountId, submissions, now);
      return { ...withEntry(record, entry, now), result: entry };
    });
    if (!entry) throw refusals.notFound('User', path.user_id);
    const { entry_id, account_id, submissions } = entry;
    return created({ entry_id, account_id, payroll_submissions: [...submissions] });
  },
} satisfies Partial<ArrangementHandlers>;

function checkFree(items: Items<unknown>, id: string | undefined): void {
  if (id === undefined || !items[id]) return;
  throw refusals.invalid(['Field [id] is taken by another submission']);
}

/** Refuses payslip ids that are in use: of two payslips with one id only one could be found. */
function checkFreshIds(record: UserRecord, given: readonly { id?: string }[], field: string): void {
  if (given.every(({ id }) => id === undefined)) return;
  const sources = Object.values(record.accounts).map((one) => one.source);
  const arranged = sources.flatMap((source) => (source.kind === 'arranged' ? source.submissions : []));
  const taken = new Set([...submissionsOf(record), ...arranged].map(({ id }) => id));
  const problems = given.flatMap(({ id }, index) => {
    if (id === undefined) return [];
    const problem = taken.has(id) ? [`Field [${field}.${index}.id] is taken by another submission`] : [];
    taken.add(id);
    return problem;
  });
  if (problems.length > 0) throw refusals.invalid(problems);
}

type NewAccount = NonNullable<RequestBody<'linkAccount'>>;

export const accounts = {
  async linkAccount({ client, path, body, now, services }) {
    const given: NewAccount = body ?? {};
    const payroll = given.payroll && readPayroll(given.payroll, 'payroll');
    const { filledPayrolls } = await import('./filled-payrolls.ts');
    const linked = await client.users.change(path.user_id, (record, around) => {
      if (payroll) checkFreshIds(record, payroll, 'payroll');
      const { user } = record;
      const accountId = services.ids.ofUser(user.user_id);
      const world = client.worldOf(around.client);
      const held = payroll && filledPayrolls(payroll, record, 'connection', { world, services, now });
      const account = newAccount(given, accountId, sourceOf(given, accountId, held), {
        now,
        lookback: settingsOf(user, around.client.configuration, services.profile.points).payrollPeriodMonths,
      });
      return {
        changedFields: { accounts: { ...record.accounts, [accountId]: account } },
        result: shownAccount(record, account, services.profile.points),
      };
    });
    if (!linked) throw refusals.notFound('User', path.user_id);
    return created(linked);
  },
} satisfies Partial<ArrangementHandlers>;

function newAccount(
  given: NewAccount,
  id: string,
  source: PayrollSource,
  { now, lookback }: { now: number; lookback: number },
): AccountRecord {
  const magic = magicOf(given.user_name ?? '');
  const mfaEnabled = given.mfa_enabled ?? (given.mfa !== undefined || magic?.behaviour.kind === 'mfa');
  const provider = given.payroll_provider ?? standardProvider(mfaEnabled);
  return {
    account_id: id,
    payroll_provider: provider,
    // An account always has a login: null counts as left out.
    user_name: given.user_name ?? `user-${id.slice(-8)}`,
    created_at: isoInstant(now),
    mfa_enabled: mfaEnabled,
    state: stateOf(magic?.behaviour, mfaEnabled),
    mfa: mfaEnabled ? mfaOf(given, provider, magic?.behaviour) : null,
    source,
    lookback_months: lookback,
    magic: magic?.userName ?? null,
    forgotten: [],
  };
}

function stateOf(magic: MagicBehaviour | undefined, mfaEnabled: boolean): AccountRecord['state'] {
  if (magic?.kind === 'lock') return 'locked';
  if (magic?.kind === 'fail') return 'failed';
  return mfaEnabled ? 'pending' : 'linked';
}

function mfaOf(given: NewAccount, providerName: string, magic: MagicBehaviour | undefined): MfaRecord {
  const provider = providerNamed(providerName);
  const asked = magic?.kind === 'mfa' ? magic : undefined;
  return {
    kind: asked?.mfa ?? catalogue.mfaOf(provider?.id ?? '') ?? 'code',
    answer: given.mfa ?? asked?.answer ?? '1234',
    attempts: 0,
    max_attempts: provider?.max_login_attempts ?? 3,
  };
}

function sourceOf(
  given: NewAccount,
  accountId: string,
  held: PayrollSubmission[] | undefined,
): PayrollSource {
  if (held) return { kind: 'arranged', submissions: held };
  const magic = magicOf(given.user_name ?? '')?.behaviour.kind;
  return magic === 'nothing' ? { kind: 'none' } : { kind: 'drawn', key: accountId };
}

/** A provider by its id or by its name, both as the catalogue lists them. */
function providerNamed(name: string): Provider | undefined {
  return catalogue.provider(name) ?? catalogue.listed.providers.find((one) => one.name === name);
}

/** Always the same one, so that what is left out changes nothing from run to run. */
function standardProvider(mfaEnabled: boolean): string {
  const wanted = mfaEnabled ? 'code' : null;
  const found = catalogue.listed.providers.find(({ id }) => catalogue.mfaOf(id) === wanted);
  return found?.id ?? 'payroll-provider';
}

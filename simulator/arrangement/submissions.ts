import { catalogue, type MagicBehaviour, magicOf } from '../../generators/catalogue/catalogue.ts';
import type { RequestBody } from '../../spec/operations.ts';
import type { PayrollSubmission } from '../../spec/types.ts';
import { shownAccount } from '../domain/account.ts';
import { isoInstant } from '../domain/instant.ts';
import { entryOf, submissionsOf } from '../domain/payslips.ts';
import { orNotFound, refusals } from '../domain/refusal.ts';
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
      const person = personOfUser(client.worldOf(around.client), record);
      const newId = () => services.ids.ofUser(user_id);
      const statement = fillStatement(given, { person, now, newId, held: Object.values(record.statements) });
      const statements = { ...record.statements, [statement.id]: statement };
      const events = [statementEvent(user_id, now, statement)];
      return { changedFields: { statements }, events, result: statement };
    });
    return created(orNotFound(added, 'User', path.user_id));
  },

  async createIncomeSubmission({ client, path, body, now, services }) {
    const given = readIncome(body ?? {});
    const { fillIncome } = await import('./fill/income-submission.ts');
    const names = services.profile.points['income.origin'] === 'newest-payslip';
    const added = await client.users.change(path.user_id, (record, around) => {
      checkFree(record.incomes, given.id);
      const { user_id } = record.user;
      const person = personOfUser(client.worldOf(around.client), record);
      const newId = () => services.ids.ofUser(user_id);
      const held = names ? submissionsOf(record) : [];
      const known = Object.values(record.incomes).map(({ submission }) => submission);
      const filling = { person, now, newId, held, incomes: known, isLive: record.live_income };
      const submission = fillIncome(given, filling);
      const event: DomainEvent = { kind: 'taxauth', user_id, at: now, income_submissions: [submission] };
      const incomes = { ...record.incomes, [submission.id]: { created_at: isoInstant(now), submission } };
      return { changedFields: { incomes }, events: [event], result: submission };
    });
    return created(orNotFound(added, 'User', path.user_id));
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
    return created({ payroll_submissions: orNotFound(held, 'User', path.user_id) });
  },

  async createEntry({ client, path, body, now, services }) {
    if (body.payroll_submissions.length === 0)
      throw refusals.invalid(['Field [payroll_submissions] must have at least 1 item']);
    const given = readPayroll(body.payroll_submissions, 'payroll_submissions');
    const { addedPayrolls } = await import('./filled-payrolls.ts');
    const accountId = body.account_id?.toLowerCase() ?? null;
    const entry = await client.users.change(path.user_id, (record, around) => {
      const { user } = record;
      const account = accountId === null ? undefined : record.accounts[accountId];
      if (accountId !== null) orNotFound(account, 'Account', body.account_id ?? '');
      const { payslipUploadEnabled } = settingsOf(user, around.client.configuration, services.profile.points);
      if (!account && !payslipUploadEnabled) throw refusals.payslipUploadDisabled();
      checkFreshIds(record, given, 'payroll_submissions');
      const world = client.worldOf(around.client);
      const entryId = services.ids.ofUser(user.user_id);
      const submissions = addedPayrolls(given, record, account, { world, services, now });
      const entry = entryOf(entryId, accountId, submissions, now);
      return { ...withEntry(record, entry, now), result: entry };
    });
    const { entry_id, account_id, submissions } = orNotFound(entry, 'User', path.user_id);
    return created({ entry_id, account_id, payroll_submissions: [...submissions] });
  },

  async linkAccount({ client, path, body, now, services }) {
    const given: NewAccount = body ?? {};
    const payroll = given.payroll && readPayroll(given.payroll, 'payroll');
    const { filledPayrolls } = await import('./filled-payrolls.ts');
    const { points } = services.profile;
    const linked = await client.users.change(path.user_id, (record, around) => {
      if (payroll) checkFreshIds(record, payroll, 'payroll');
      const accountId = services.ids.ofUser(record.user.user_id);
      const world = client.worldOf(around.client);
      const held = payroll && filledPayrolls(payroll, record, 'connection', { world, services, now });
      const { payrollPeriodMonths } = settingsOf(record.user, around.client.configuration, points);
      const account = newAccount(given, accountId, held, now, payrollPeriodMonths);
      const accounts = { ...record.accounts, [accountId]: account };
      return { changedFields: { accounts }, result: shownAccount(record, account, points) };
    });
    return created(orNotFound(linked, 'User', path.user_id));
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

function newAccount(
  given: NewAccount,
  id: string,
  held: PayrollSubmission[] | undefined,
  now: number,
  lookback_months: number,
): AccountRecord {
  const magic = magicOf(given.user_name ?? '');
  const behaviour = magic?.behaviour;
  const mfa_enabled = given.mfa_enabled ?? (given.mfa !== undefined || behaviour?.kind === 'mfa');
  const payroll_provider = given.payroll_provider ?? standardProvider(mfa_enabled);
  const own: PayrollSource = behaviour?.kind === 'nothing' ? { kind: 'none' } : { kind: 'drawn', key: id };
  return {
    account_id: id,
    payroll_provider,
    // An account always has a login: null counts as left out.
    user_name: given.user_name ?? `user-${id.slice(-8)}`,
    created_at: isoInstant(now),
    mfa_enabled,
    state: stateOf(behaviour, mfa_enabled),
    mfa: mfa_enabled ? mfaOf(given, payroll_provider, behaviour) : null,
    source: held ? { kind: 'arranged', submissions: held } : own,
    lookback_months,
    magic: magic?.userName ?? null,
    forgotten: [],
  };
}

function stateOf(magic: MagicBehaviour | undefined, mfaEnabled: boolean): AccountRecord['state'] {
  if (magic?.kind === 'lock') return 'locked';
  if (magic?.kind === 'fail') return 'failed';
  return mfaEnabled ? 'pending' : 'linked';
}

function mfaOf(given: NewAccount, named: string, magic: MagicBehaviour | undefined): MfaRecord {
  const { listed } = catalogue;
  const provider = catalogue.provider(named) ?? listed.providers.find(({ name }) => name === named);
  const asked = magic?.kind === 'mfa' ? magic : undefined;
  return {
    kind: asked?.mfa ?? catalogue.mfaOf(provider?.id ?? '') ?? 'code',
    answer: given.mfa ?? asked?.answer ?? '1234',
    attempts: 0,
    max_attempts: provider?.max_login_attempts ?? 3,
  };
}

/** Always the same one, so that what is left out changes nothing from run to run. */
function standardProvider(mfaEnabled: boolean): string {
  const wanted = mfaEnabled ? 'code' : null;
  const found = catalogue.listed.providers.find(({ id }) => catalogue.mfaOf(id) === wanted);
  return found?.id ?? 'payroll-provider';
}

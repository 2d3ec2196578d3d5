import { magicAnswerOf } from '../../generators/catalogue/catalogue.ts';
import type { Points } from '../../spec/profile.ts';
import { shownAccount } from '../domain/account.ts';
import { authorise } from '../domain/authorisation.ts';
import { isoInstant } from '../domain/instant.ts';
import { matchesUser, missingDetails, submissionsOf, unretrieved } from '../domain/payslips.ts';
import { orNotFound, type Refusal, refusals } from '../domain/refusal.ts';
import { sameSecret } from '../domain/same-secret.ts';
import { settingsOf } from '../domain/settings.ts';
import { type AccountRecord, type UserRecord, without } from '../domain/user-record.ts';
import type { Handlers } from '../http/context.ts';
import { ok } from '../http/outcome.ts';
import { deleteWithIncome } from '../retrieval/held-income.ts';
import {
  heldPayroll,
  lookbackOf,
  type Retrieval,
  retrieve,
  useAuthorisation,
} from '../retrieval/retrieval.ts';

/** Rules: conformance/checks/accounts.ts and direct-connections.ts; in process, arrangement/accounts.test.ts. */
export const accounts = {
  async createDirectConnection({ client, clientRecord, body, now, services, authorisationId }) {
    const { points } = services.profile;
    const record = await client.users.read(body.user_id ?? '', clientRecord);
    if (!record)
      throw refusals.notFound('User', body.user_id ?? '', points['direct-connections.unknown-user-status']);
    const { payrollConnectionsEnabled } = settingsOf(record.user, clientRecord.configuration, points);
    if (!payrollConnectionsEnabled && points['connections.disabled-direct'] === 'refused')
      throw refusals.connectionsDisabled(points['connections.disabled-status']);
    const unauthorised = points['direct-connections.unauthorised-status'];
    authorise(record, clientRecord, points, authorisationId, unauthorised);
    const missing = missingDetails(record.user);
    if (missing.length > 0 && points['direct-connections.missing-details'] === 'reject')
      throw refusals.missingDetails(missing);
    const searchable = missing.length === 0 || points['direct-connections.missing-details'] !== 'empty';
    const retrieval: Retrieval = { client, services, clientRecord, now };
    await useAuthorisation(record.user.user_id, authorisationId, retrieval);
    const found = searchable ? await directlyConnect(record.user.user_id, retrieval) : [];
    const count = found.length;
    const offset = points['direct-connections.pagination-offset'];
    const pagination = { offset, limit: Math.max(100, count), count, total_count: count };
    const status = points['direct-connections.success-status'];
    return { status, body: { pagination, payroll_submissions: found } };
  },

  async submitMfa({ client, clientRecord, path, body, services, authorisationId }) {
    const { points } = services.profile;
    const accountId = path.account_id.toLowerCase();
    const owner = await client.users.ownerOf(accountId);
    if (!owner?.accounts[accountId]) throw refusals.notFound('Account', path.account_id);
    authorise(owner, clientRecord, points, authorisationId, points['accounts.mfa.unauthorised-status']);
    const outcome = await client.users.change(owner.user.user_id, (record) => {
      const account = record.accounts[accountId];
      if (!account) return { result: undefined };
      const { account: after, refusal } = answerMfa(account, body.mfa ?? '', points);
      const accounts = { ...record.accounts, [accountId]: after };
      const result = refusal ?? shownAccount(record, after, points);
      return { changedFields: after === account ? undefined : { accounts }, result };
    });
    const answered = orNotFound(outcome, 'Account', path.account_id);
    if (answered instanceof Error) throw answered;
    return ok(answered);
  },

  async deleteAccount({ path, ...context }) {
    const accountId = path.account_id.toLowerCase();
    const keepsEntries = context.services.profile.points['accounts.delete.entries'] === 'kept';
    const isDeleted = await deleteWithIncome('account_id', accountId, context, (record) => {
      if (!record.accounts[accountId]) return undefined;
      const accounts = without(record.accounts, accountId);
      if (keepsEntries) return { accounts };
      const gone = Object.values(record.entries).filter((entry) => entry.account_id === accountId);
      return { accounts, entries: without(record.entries, ...gone.map((entry) => entry.entry_id)) };
    });
    orNotFound(isDeleted, 'Account', path.account_id);
    return ok({ message: `Account [${path.account_id}] and what was retrieved through it deleted` });
  },
} satisfies Partial<Handlers>;

/** Retrieves by the user's details, under an account that stands for the direct connection. */
async function directlyConnect(userId: string, retrieval: Retrieval) {
  const { client, services } = retrieval;
  const { points } = services.profile;
  const record = await client.users.read(userId);
  if (!record) throw refusals.notFound('User', userId, points['direct-connections.unknown-user-status']);
  const account = directAccountOf(record) ?? directAccount(record, retrieval);
  const held = await heldPayroll(account, record, retrieval);
  const fresh = unretrieved(record, account, held, lookbackOf(record, account, retrieval));
  const isUnemployed = held.length === 0 && record.direct.kind === 'direct';
  const isOther = fresh.length > 0 && !fresh.some((one) => matchesUser(one, record.user, points));
  if ((isUnemployed || isOther) && points['direct-connections.no-match'] !== 'empty')
    throw refusals.noMatch(points['direct-connections.no-match']);
  const accountId = fresh.length > 0 ? await ensureAccount(userId, account, retrieval) : account.account_id;
  const { entry } = (await retrieve(userId, accountId, retrieval)) ?? {};
  const found = [...(entry?.submissions ?? [])];
  if (points['direct-connections.repeat'] === 'new-only') return found;
  const after = await client.users.read(userId);
  return after ? submissionsOf(after).filter((one) => one.account_id === accountId) : found;
}

const directAccountOf = ({ accounts }: UserRecord): AccountRecord | undefined =>
  Object.values(accounts).find((one) => one.source.kind === 'direct');

/** Adds the account of the direct connection, unless another request has added one meanwhile; its id. */
async function ensureAccount(userId: string, account: AccountRecord, { client }: Retrieval): Promise<string> {
  const accountId = await client.users.change(userId, (record) => {
    const existing = directAccountOf(record);
    if (existing) return { result: existing.account_id };
    const accounts = { ...record.accounts, [account.account_id]: account };
    return { changedFields: { accounts }, result: account.account_id };
  });
  return accountId ?? account.account_id;
}

function directAccount({ user }: UserRecord, { clientRecord, services, now }: Retrieval): AccountRecord {
  const { points } = services.profile;
  return {
    account_id: services.ids.ofUser(user.user_id),
    payroll_provider: 'direct-connection',
    user_name: user.ni_number ?? user.user_id,
    created_at: isoInstant(now),
    mfa_enabled: false,
    state: 'linked',
    mfa: null,
    source: { kind: 'direct' },
    lookback_months: settingsOf(user, clientRecord.configuration, points).payrollPeriodMonths,
    magic: null,
    forgotten: [],
  };
}

type MfaOutcome = { account: AccountRecord; refusal?: Refusal };

/** Checks an answer to an account's second factor. A wrong answer counts as an attempt. */
function answerMfa(account: AccountRecord, answer: string, points: Points): MfaOutcome {
  const { account_id: id, mfa } = account;
  const locked = () => refusals.locked(points['accounts.mfa.locked-status'], id);
  const wrongStatus = points['accounts.mfa.wrong-answer-status'];
  if (account.state === 'locked') return { account, refusal: locked() };
  if (account.state !== 'pending' || !mfa) {
    const status = points['accounts.mfa.not-pending-status'];
    return status === 200 ? { account } : { account, refusal: refusals.notPending(status, id) };
  }
  if (sameSecret(answer, mfa.answer))
    return { account: { ...account, state: 'linked', mfa: { ...mfa, attempts: 0 } } };
  const magic = magicAnswerOf(answer)?.behaviour;
  if (magic === 'time-out') return { account, refusal: refusals.providerSilent(wrongStatus) };
  const attempts = magic === 'lock' ? mfa.max_attempts : mfa.attempts + 1;
  const tried: AccountRecord = { ...account, mfa: { ...mfa, attempts } };
  if (attempts >= mfa.max_attempts) return { account: { ...tried, state: 'locked' }, refusal: locked() };
  return { account: tried, refusal: refusals.wrongAnswer(wrongStatus, mfa.max_attempts - attempts) };
}

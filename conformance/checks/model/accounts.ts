import fc from 'fast-check';
import { expectRefusal, expectSuccess, expectThat } from '../../judgement/expect.ts';
import { payrollIn } from '../../predicates/payroll.ts';
import { isSuccess } from '../../target/exchange.ts';
import { fieldsOf } from '../../target/read-json.ts';
import {
  about,
  type Command,
  command,
  livingOf,
  type Model,
  type ModelAccount,
  type ModelAuthorisation,
  type ModelEntry,
  type ModelUser,
  pick,
  type Real,
  validOf,
} from './model.ts';
import { changeUser, lookAtUsers } from './users.ts';

const at = fc.nat({ max: 9 });
const livingUsers = ({ users }: Readonly<Model>): ModelUser[] => users.filter(({ alive }) => alive);
const hasLiving = (model: Readonly<Model>): boolean => livingUsers(model).length > 0;
const anyAccount = livingOf(({ accounts }) => accounts, 'accounts');

export async function addAccount(model: Model, { ctx, focus }: Real, owner: ModelUser, waits: boolean) {
  // A payslip is dear to make, and matters only where queries make entries of it.
  const withPayroll = focus === 'entries';
  const { account_id } = await ctx.arrange.linkAccount(owner.user_id, {
    mfa_enabled: waits,
    mfa: waits ? '1234' : undefined,
    payroll: withPayroll ? [{}] : [],
  });
  const made = { account_id, owner, alive: true, waits };
  model.accounts.push(made);
  return made;
}

async function answerMfa(model: Model, { ctx, focus }: Real, account: ModelAccount): Promise<void> {
  const { account_id } = account;
  const answer = await ctx.call('submitMfa', { path: { account_id }, body: { mfa: '1234' } });
  if (isSuccess(answer)) account.waits = false;
  if (focus !== 'accounts') return;
  if (!account.alive) expectRefusal(answer, { status: 404 }, 'for an account that is gone');
  else if (validOf(model, account.owner).length > 0)
    expectThat(answer.status !== 404, 'an account that was not deleted to be found', '404', answer);
}

async function removeAccount(model: Model, { ctx, focus }: Real, account: ModelAccount): Promise<void> {
  const { account_id, alive } = account;
  const answer = await ctx.call('deleteAccount', { path: { account_id } });
  if (focus === 'accounts') {
    if (alive) expectSuccess(answer, 200, 'for an account that was not deleted');
    else expectRefusal(answer, { status: 404 }, 'for an account that is gone');
  }
  if (!alive || !isSuccess(answer)) return;
  account.alive = false;
  const kept = ctx.known['accounts.delete.entries'];
  for (const entry of model.entries.filter((one) => one.account === account && one.alive))
    entry.alive = kept === 'kept' ? true : kept === 'deleted' ? false : undefined;
}

async function addAuthorisation(model: Model, { ctx }: Real, owner: ModelUser): Promise<void> {
  const { authorisation_id: id } = await ctx.arrange.accept(owner.user_id);
  model.authorisations.push({ id, owner, valid: true });
}

async function takeBack({ ctx }: Real, one: ModelAuthorisation): Promise<void> {
  await ctx.arrange.revoke(one.owner.user_id, one.id);
  one.valid = false;
}

/** Queries an account that can be queried; whether it may be depends on the authorisations of its user alone. */
async function query(model: Model, { ctx, focus }: Real, account: ModelAccount): Promise<void> {
  const { account_id, owner } = account;
  const valid = validOf(model, owner).map(({ id }) => id);
  const as = { bearer: await ctx.arrange.tokenFor(owner.user_id) };
  const answer = await ctx.call('queryPayrollConnection', { body: { account_id }, as });
  const had = model.authorisations.some((one) => one.owner === owner);
  const status = ctx.known['authorisations.missing-status'];
  if (focus === 'revoked-authorisation-refused' && valid.length === 0 && had)
    expectRefusal(answer, { status }, 'for a user whose every authorisation was revoked');
  if (focus === 'valid-authorisation-found' && valid.length > 0) {
    const { authorisation_id: named } = expectSuccess(answer, 201, 'for a user with a valid authorisation');
    expectThat(valid.includes(named), `one of the valid authorisations ${valid.join(', ')}`, named, answer);
  }
  const { entry_id } = fieldsOf(answer.body);
  if (isSuccess(answer) && typeof entry_id === 'string' && payrollIn(answer).length > 0)
    model.entries.push({ entry_id, owner, account, alive: true });
}

const isUsable = ({ alive, waits, owner }: ModelAccount): boolean =>
  alive && !waits && owner.fields.payroll_connections_enabled === true;

export async function addEntry(model: Model, { ctx }: Real, owner: ModelUser, account?: ModelAccount) {
  const { entry_id } = await ctx.arrange.createEntry(owner.user_id, [{}], account?.account_id ?? null);
  model.entries.push({ entry_id, owner, account, alive: true });
}

async function removeEntry({ ctx, focus }: Real, entry: ModelEntry): Promise<void> {
  const { entry_id, alive } = entry;
  const answer = await ctx.call('deleteEntry', { path: { entry_id } });
  if (focus === 'entries') {
    if (alive === true) expectSuccess(answer, 200, 'for an entry that was not deleted');
    if (alive === false) expectRefusal(answer, { status: 404 }, 'for an entry that is gone');
  }
  if (isSuccess(answer)) entry.alive = false;
}

export const accountCommands = {
  linkAccount: fc
    .tuple(at, fc.boolean())
    .map(([user, waits]) =>
      command(`linkAccount(${user}, mfa: ${waits})`, hasLiving, (model, real) =>
        addAccount(model, real, pick(livingUsers(model), user), waits),
      ),
    ),
  submitMfa: about('submitMfa', anyAccount, answerMfa),
  deleteAccount: about('deleteAccount', anyAccount, removeAccount),
  accept: about('accept', livingUsers, addAuthorisation),
  revoke: about(
    'revoke',
    ({ authorisations }) => authorisations.filter(({ valid }) => valid),
    (_, real, one) => takeBack(real, one),
  ),
  queryConnection: about('queryPayrollConnection', ({ accounts }) => accounts.filter(isUsable), query),
  createEntry: fc.tuple(at, fc.option(at)).map(([user, number]) =>
    command(`createEntry(${user}, account: ${number})`, hasLiving, async (model, real) => {
      const owner = pick(livingUsers(model), user);
      const own = model.accounts.filter((one) => one.owner === owner && one.alive);
      await addEntry(model, real, owner, number === null || own.length === 0 ? undefined : pick(own, number));
    }),
  ),
  deleteEntry: about(
    'deleteEntry',
    livingOf(({ entries }) => entries, 'entries'),
    (_, real, entry) => removeEntry(real, entry),
  ),
} as const satisfies Record<string, fc.Arbitrary<Command>>;

const entriesOf = ({ entries }: Model, owner: ModelUser): ModelEntry[] =>
  entries.filter((one) => one.owner === owner && one.alive);

/** What is left is deleted, and what was deleted is still gone, also when its user is updated afterwards. */
export async function sweepAccounts(model: Model, real: Real): Promise<void> {
  for (const account of model.accounts) await removeAccount(model, real, account);
  for (const owner of new Set(model.accounts.map((account) => account.owner)))
    if (owner.alive) await changeUser(real, owner, { forename: 'Ada' });
  for (const account of model.accounts) await removeAccount(model, real, account);
}

/** An entry comes, its user is updated, the entry goes, and the update is still there: an order that may not be drawn. */
export async function lookAfterEntries(model: Model, real: Real): Promise<void> {
  for (const owner of model.users.filter(({ alive }) => alive)) {
    // Of an account, since a user may have payslips of none switched off.
    await addEntry(model, real, owner, await addAccount(model, real, owner, false));
    await changeUser(real, owner, { forename: 'Ada' });
    for (const entry of entriesOf(model, owner)) await removeEntry(real, entry);
  }
  await lookAtUsers(model, real);
}

/**
 * Whatever else changes a user is done once, and asked after each, with a valid authorisation or with all of them taken
 * back: orders that are drawn may have none in which a query follows the one that matters.
 */
export async function sweepAuthorisations(model: Model, real: Real): Promise<void> {
  for (const account of model.accounts.filter(isUsable)) {
    const { owner } = account;
    const ask = (): Promise<void> => query(model, real, account);
    await addAuthorisation(model, real, owner);
    if (real.focus === 'revoked-authorisation-refused')
      for (const one of validOf(model, owner)) await takeBack(real, one);
    await addEntry(model, real, owner, account);
    await ask();
    await changeUser(real, owner, { forename: 'Ada' });
    await ask();
    for (const entry of entriesOf(model, owner)) await removeEntry(real, entry);
    await ask();
  }
}

/** The same of entries. */
export async function sweepEntries({ entries }: Model, real: Real): Promise<void> {
  for (const entry of entries) await removeEntry(real, entry);
  for (const owner of new Set(entries.map((entry) => entry.owner)))
    if (owner.alive) await changeUser(real, owner, { forename: 'Ada' });
  for (const entry of entries) await removeEntry(real, entry);
}

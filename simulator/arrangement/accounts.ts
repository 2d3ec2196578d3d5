import type { Provider } from '../../generators/catalogue/catalogue.ts';
import { catalogue, type MagicBehaviour, magicOf } from '../../generators/catalogue/catalogue.ts';
import type { RequestBody } from '../../spec/operations.ts';
import type { PayrollSubmission } from '../../spec/types.ts';
import { shownAccount } from '../domain/account.ts';
import { isoInstant } from '../domain/instant.ts';
import { refusals } from '../domain/refusal.ts';
import { settingsOf } from '../domain/settings.ts';
import type { AccountRecord, MfaRecord, PayrollSource } from '../domain/user-record.ts';
import type { ArrangementHandlers } from '../http/context.ts';
import { created } from '../http/outcome.ts';
import { readPayroll } from './fill/read-submissions.ts';
import { checkFreshIds } from './submissions.ts';

type NewAccount = NonNullable<RequestBody<'linkAccount'>>;

export const accounts = {
  async linkAccount({ client, path, body, now, services }) {
    const given: NewAccount = body ?? {};
    const payroll = given.payroll && readPayroll(given.payroll, 'payroll');
    // What fills gaps brings half of the generators along; a start does without.
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

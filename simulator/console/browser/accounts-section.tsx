import type { Caller } from '../../../spec/caller.ts';
import type { Account } from '../../../spec/types.ts';
import { type PersonProps, useAction, useRead } from './context.ts';
import { Act, CheckField, Form, SelectField, Submit, useFields } from './forms.tsx';
import { Badge, Outcome, Section } from './parts.tsx';
import { day, moment, plural, wordsFor } from './text.ts';

export function AccountsSection(props: PersonProps) {
  const { user, accounts } = props.dossier;
  const connect = useAction(async ({ call }) => {
    const body = { user_id: user.user_id };
    const { payroll_submissions: found } = await call('createDirectConnection', { body });
    if (found.length === 0) return 'The direct connection found nothing.';
    return `${plural(found.length, 'payslip')} found directly.`;
  }, props.onChange);
  return (
    <Section id="accounts" outcome={[connect]}>
      {accounts.length === 0 && <p class="note">Not linked to any payroll provider.</p>}
      <ul class="cards">
        {accounts.map((account) => (
          <AccountCard key={account.account_id} account={account} {...props} />
        ))}
      </ul>
      <LinkForm {...props} />
      <Act of={connect} with={[]} label="Connect directly" />
    </Section>
  );
}

function AccountCard({ account, dossier, onChange }: PersonProps & { account: Account }) {
  const { user_id } = dossier.user;
  const [{ mfa }, , texts] = useFields({ mfa: '' }, 'account');
  const path = { account_id: account.account_id };
  const answer = async ({ call }: Caller) => {
    const { status } = await call('submitMfa', { path, body: { mfa } });
    return `The account is ${status} now.`;
  };
  const lock = async ({ attempt, call }: Caller) => {
    let status = account.status;
    for (let tries = 0; status === 'PENDING' && tries < 20; tries += 1) {
      await attempt('submitMfa', { path, body: { mfa: 'not the answer' } });
      const now = await call('inspectUser', { path: { user_id } });
      status = now.accounts.find(({ account_id }) => account_id === account.account_id)?.status ?? 'gone';
    }
    return `After wrong answers the account is ${status}.`;
  };
  const query = async ({ call }: Caller) => {
    const input = { body: path, asUser: user_id };
    const { payroll_submissions: found } = await call('queryPayrollConnection', input);
    return found.length === 0 ? 'No new payroll was found.' : `${plural(found.length, 'new payslip')} found.`;
  };
  const unlink = ({ call }: Caller) => call('deleteAccount', { path });
  const act = useAction((api, step: (api: Caller) => Promise<unknown>) => step(api), onChange);
  return (
    <li class="card">
      <h3>
        {account.payroll_provider} <Badge kind={String(account.status).toLowerCase()}>{account.status}</Badge>
      </h3>
      <p>
        {account.user_name ?? 'no login'}, {wordsFor('accountStates', String(account.status)) ?? 'created'}{' '}
        {moment(account.created_at)}
        {account.latest_pay_date && <>, paid last {day(account.latest_pay_date)}</>}
      </p>
      {account.status === 'PENDING' && (
        <Form class="row" of={act} onSubmit={() => act.run(answer)}>
          {texts('mfa')}
          <Submit of={act} label="Answer" />
          <Act of={act} with={[lock]} label="Lock it with wrong answers" />
        </Form>
      )}
      <div class="buttons">
        <Act of={act} with={[query]} label="Query payroll" />
        <Act of={act} with={[unlink]} class="danger" label="Unlink" />
      </div>
      <Outcome of={[act]} />
    </li>
  );
}

function LinkForm({ dossier, onChange }: PersonProps) {
  const catalogue = useRead('listProviders');
  const listed = (catalogue.data?.providers ?? []).map(({ id, name }) => [id, name] as const);
  const providers = [['', 'the provider of their employer'] as const, ...listed];
  const usual = { provider: '', login: '', withMfa: false };
  const [{ provider, login, withMfa }, field, texts] = useFields(usual, 'account');
  const link = useAction((api) => {
    const body = {
      payroll_provider: provider || undefined,
      user_name: login || undefined,
      mfa_enabled: withMfa || undefined,
    };
    return api.call('linkAccount', { path: { user_id: dossier.user.user_id }, body });
  }, onChange);
  return (
    <Form class="row" of={link} onSubmit={link.run} label="Link an account">
      <SelectField label="Link an account at" {...field('provider')} options={providers} />
      {texts('login')}
      <CheckField label="Ask for MFA first" {...field('withMfa')} />
      <Submit of={link} label="Link" />
      <Outcome of={[link]} />
    </Form>
  );
}

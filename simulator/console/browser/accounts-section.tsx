import type { Caller } from '../../../spec/caller.ts';
import type { Account } from '../../../spec/types.ts';
import { type PersonProps, useAction, useRead } from './context.ts';
import { Act, CheckField, Form, SelectField, Submit, useFields } from './forms.tsx';
import { Badge, Outcome, Section } from './parts.tsx';
import { day, moment, plural, wordsFor } from './text.ts';

export function AccountsSection({ dossier, onChange }: PersonProps) {
  const { user, accounts } = dossier;
  const connect = useAction(async ({ call }) => {
    const { payroll_submissions: found } = await call('createDirectConnection', {
      body: { user_id: user.user_id },
    });
    return found.length === 0
      ? 'The direct connection found nothing.'
      : `${plural(found.length, 'payslip')} found directly.`;
  }, onChange);
  return (
    <Section id="accounts" outcome={[connect]}>
      {accounts.length === 0 && <p class="note">Not linked to any payroll provider.</p>}
      <ul class="cards">
        {accounts.map((account) => (
          <AccountCard key={account.account_id} account={account} userId={user.user_id} onChange={onChange} />
        ))}
      </ul>
      <LinkForm userId={user.user_id} onChange={onChange} />
      <Act of={connect} with={[]} label="Connect directly" />
    </Section>
  );
}

type CardProps = { account: Account; userId: string; onChange: () => void };

function AccountCard({ account, userId, onChange }: CardProps) {
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
      const now = await call('inspectUser', { path: { user_id: userId } });
      status = now.accounts.find(({ account_id }) => account_id === account.account_id)?.status ?? 'gone';
    }
    return `After wrong answers the account is ${status}.`;
  };
  const query = async ({ call }: Caller) => {
    const input = { body: path, asUser: userId };
    const { payroll_submissions: found } = await call('queryPayrollConnection', input);
    return found.length === 0 ? 'No new payroll was found.' : `${plural(found.length, 'new payslip')} found.`;
  };
  const unlink = ({ call }: Caller) => call('deleteAccount', { path });
  const act = useAction((api, step: (api: Caller) => Promise<unknown>) => step(api), onChange);
  const isPending = account.status === 'PENDING';
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
      {isPending && (
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

function LinkForm({ userId, onChange }: { userId: string; onChange: () => void }) {
  const catalogue = useRead('listProviders');
  const providers = (catalogue.data?.providers ?? []).map(({ id, name }) => [id, name] as const);
  const usual = { provider: '', login: '', withMfa: false };
  const [{ provider, login, withMfa }, field, texts] = useFields(usual, 'account');
  const link = useAction((api) => {
    const body = {
      payroll_provider: provider || undefined,
      user_name: login || undefined,
      mfa_enabled: withMfa || undefined,
    };
    return api.call('linkAccount', { path: { user_id: userId }, body });
  }, onChange);
  return (
    <Form class="row" of={link} onSubmit={link.run} label="Link an account">
      <SelectField
        label="Link an account at"
        {...field('provider')}
        options={[['', 'the provider of their employer'], ...providers]}
      />
      {texts('login')}
      <CheckField label="Ask for MFA first" {...field('withMfa')} />
      <Submit of={link} label="Link" />
      <Outcome of={[link]} />
    </Form>
  );
}

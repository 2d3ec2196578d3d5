import { useState } from 'preact/hooks';
import type { Account } from '../../../spec/types.ts';
import { type PersonProps, useAction, useRead } from './context.ts';
import {
  Badge,
  Button,
  CheckField,
  Field,
  Form,
  Outcome,
  Section,
  SelectField,
  Submit,
  TextField,
  useFields,
} from './parts.tsx';
import { day, moment, plural } from './text.ts';

export function AccountsSection({ dossier, onChange }: PersonProps) {
  const { user, accounts } = dossier;
  return (
    <Section id="accounts" title="Accounts">
      {accounts.length === 0 && <p class="note">Not linked to any payroll provider.</p>}
      <ul class="cards">
        {accounts.map((account) => (
          <AccountCard key={account.account_id} account={account} userId={user.user_id} onChange={onChange} />
        ))}
      </ul>
      <LinkForm userId={user.user_id} onChange={onChange} />
      <DirectConnection userId={user.user_id} onChange={onChange} />
    </Section>
  );
}

type CardProps = { account: Account; userId: string; onChange: () => void };

function AccountCard({ account, userId, onChange }: CardProps) {
  const [mfa, setMfa] = useState('');
  const [said, setSaid] = useState('');
  const path = { account_id: account.account_id };
  const answer = useAction(async (api) => {
    const { status } = await api.call('submitMfa', { path, body: { mfa } });
    setSaid(`The account is ${status} now.`);
  });
  const lock = useAction(async (api) => {
    let status = account.status;
    for (let tries = 0; status === 'PENDING' && tries < 20; tries += 1) {
      await api.attempt('submitMfa', { path, body: { mfa: 'not the answer' } });
      const now = await api.call('inspectUser', { path: { user_id: userId } });
      status = now.accounts.find(({ account_id }) => account_id === account.account_id)?.status ?? 'gone';
    }
    setSaid(`After wrong answers the account is ${status}.`);
  });
  const query = useAction(async (api) => {
    const { payroll_submissions: found } = await api.call('queryPayrollConnection', {
      body: path,
      asUser: userId,
    });
    setSaid(
      found.length === 0 ? 'No new payroll was found.' : `${plural(found.length, 'new payslip')} found.`,
    );
  });
  const unlink = useAction((api) => api.call('deleteAccount', { path }));
  const actions = [answer, lock, query, unlink];
  const isBusy = actions.some((one) => one.isBusy);
  const act = async (action: { run: () => Promise<boolean> }) => {
    setSaid('');
    await action.run();
    onChange();
  };
  const isPending = account.status === 'PENDING';
  return (
    <li class="card">
      <h3>
        {account.payroll_provider} <Badge kind={String(account.status).toLowerCase()}>{account.status}</Badge>
      </h3>
      <p>
        {account.user_name ?? 'no login'}, linked {moment(account.created_at)}, paid last{' '}
        {day(account.latest_pay_date)}
      </p>
      {isPending && (
        <Form class="row" onSubmit={() => act(answer)}>
          <TextField
            label="MFA answer"
            hint="1234 unless the account was linked with another one."
            required
            value={mfa}
            onValue={setMfa}
          />
          <Submit disabled={isBusy}>Answer</Submit>
          <Button disabled={isBusy} onClick={() => act(lock)}>
            Lock it with wrong answers
          </Button>
        </Form>
      )}
      <div class="buttons">
        <Button disabled={isBusy} onClick={() => act(query)}>
          Query payroll
        </Button>
        <Button class="danger" disabled={isBusy} onClick={() => act(unlink)}>
          Unlink
        </Button>
      </div>
      {said && <p role="status">{said}</p>}
      <Outcome actions={actions} />
    </li>
  );
}

const magicLogins = ['ok', 'mfa', 'mfa-date', 'mfa-password', 'fail', 'timeout', 'nothing', 'lock'];

function LinkForm({ userId, onChange }: { userId: string; onChange: () => void }) {
  const catalogue = useRead('listProviders');
  const providers = catalogue.data?.providers ?? [];
  const [{ provider, login, withMfa }, field] = useFields({ provider: '', login: '', withMfa: false });
  const link = useAction((api) =>
    api.call('linkAccount', {
      path: { user_id: userId },
      body: {
        payroll_provider: provider || undefined,
        user_name: login || undefined,
        mfa_enabled: withMfa || undefined,
      },
    }),
  );
  return (
    <Form class="row" onSubmit={async () => (await link.run()) && onChange()} label="Link an account">
      <SelectField
        label="Link an account at"
        {...field('provider')}
        options={[
          ['', 'the provider of their employer'],
          ...providers.map(({ id, name }) => [id, name] as const),
        ]}
      />
      <Field label="Login" hint="Magic ones, such as mfa, fail or lock, decide what becomes of it.">
        {(id) => (
          <>
            <input
              id={id}
              list={`${id}-magic`}
              autocomplete="off"
              spellcheck={false}
              placeholder="their own"
              value={login}
              onInput={(event) => field('login').onValue(event.currentTarget.value)}
            />
            <datalist id={`${id}-magic`}>
              {magicLogins.map((one) => (
                <option key={one} value={one} />
              ))}
            </datalist>
          </>
        )}
      </Field>
      <CheckField label="asks for MFA first" {...field('withMfa')} />
      <Submit disabled={link.isBusy}>Link</Submit>
      <Outcome actions={[link]} />
    </Form>
  );
}

function DirectConnection({ userId, onChange }: { userId: string; onChange: () => void }) {
  const [said, setSaid] = useState('');
  const connect = useAction(async (api) => {
    setSaid('');
    const { payroll_submissions: found } = await api.call('createDirectConnection', {
      body: { user_id: userId },
    });
    setSaid(
      found.length === 0
        ? 'The direct connection found nothing.'
        : `${plural(found.length, 'payslip')} found directly.`,
    );
    onChange();
  });
  return (
    <div>
      <Button disabled={connect.isBusy} onClick={() => connect.run()}>
        Connect directly
      </Button>
      {said && <p role="status">{said}</p>}
      <Outcome actions={[connect]} />
    </div>
  );
}

import { useState } from 'preact/hooks';
import type { Account } from '../../../spec/types.ts';
import { type PersonProps, useAction, useRead } from './context.ts';
import { Badge, Field, Made, Problem, Section } from './parts.tsx';
import { day, moment, plural } from './text.ts';

/** The provider accounts of a person, and what can be done with each. */
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
        <form
          class="row"
          onSubmit={(event) => {
            event.preventDefault();
            void act(answer);
          }}
        >
          <Field label="MFA answer" hint="1234 unless the account was linked with another one.">
            {(id) => (
              <input
                id={id}
                required
                autocomplete="off"
                value={mfa}
                onInput={(event) => setMfa(event.currentTarget.value)}
              />
            )}
          </Field>
          <button type="submit" disabled={isBusy}>
            Answer
          </button>
          <button type="button" disabled={isBusy} onClick={() => act(lock)}>
            Lock it with wrong answers
          </button>
        </form>
      )}
      <div class="buttons">
        <button type="button" disabled={isBusy} onClick={() => act(query)}>
          Query payroll
        </button>
        <button type="button" class="danger" disabled={isBusy} onClick={() => act(unlink)}>
          Unlink
        </button>
      </div>
      {said && <p role="status">{said}</p>}
      {actions.map((one, index) => (
        <div key={index}>
          <Problem error={one.error} />
          <Made requests={one.made} />
        </div>
      ))}
    </li>
  );
}

const magicLogins = ['ok', 'mfa', 'mfa-date', 'mfa-password', 'fail', 'timeout', 'nothing', 'lock'];

function LinkForm({ userId, onChange }: { userId: string; onChange: () => void }) {
  const catalogue = useRead('listProviders');
  const providers = catalogue.data?.providers ?? [];
  const [provider, setProvider] = useState('');
  const [login, setLogin] = useState('');
  const [withMfa, setWithMfa] = useState(false);
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
  const submit = async (event: Event) => {
    event.preventDefault();
    if (await link.run()) onChange();
  };
  return (
    <form class="row" onSubmit={submit} aria-label="Link an account">
      <Field label="Link an account at">
        {(id) => (
          <select id={id} value={provider} onChange={(event) => setProvider(event.currentTarget.value)}>
            <option value="">the provider of their employer</option>
            {providers.map((one) => (
              <option key={one.id} value={one.id}>
                {one.name}
              </option>
            ))}
          </select>
        )}
      </Field>
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
              onInput={(event) => setLogin(event.currentTarget.value)}
            />
            <datalist id={`${id}-magic`}>
              {magicLogins.map((one) => (
                <option key={one} value={one} />
              ))}
            </datalist>
          </>
        )}
      </Field>
      <label class="check">
        <input
          type="checkbox"
          checked={withMfa}
          onChange={(event) => setWithMfa(event.currentTarget.checked)}
        />{' '}
        asks for MFA first
      </label>
      <button type="submit" disabled={link.isBusy}>
        Link
      </button>
      <Problem error={link.error} />
      <Made requests={link.made} />
    </form>
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
      <button type="button" disabled={connect.isBusy} onClick={() => connect.run()}>
        Connect directly
      </button>
      {said && <p role="status">{said}</p>}
      <Problem error={connect.error} />
      <Made requests={connect.made} />
    </div>
  );
}

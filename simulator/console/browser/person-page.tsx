import { AccountsSection } from './accounts-section.tsx';
import { ConsentsSection } from './consents-section.tsx';
import { type PersonProps, useLive, useRead } from './context.ts';
import { DocumentsSection } from './documents-section.tsx';
import { EventsSection } from './events-section.tsx';
import { IncomeSection } from './income-section.tsx';
import { MoneySection } from './money-section.tsx';
import { CallOf, Crumbs, Facts, OnPage, Problem } from './parts.tsx';
import { PayslipsSection } from './payslips-section.tsx';
import { Link } from './route.tsx';
import { SettingsSection } from './settings-section.tsx';
import { StatementsSection } from './statements-section.tsx';
import { day, nameOf } from './text.ts';

const parts = [
  ['money', 'Money'],
  ['payslips', 'Payslips'],
  ['statements', 'Statements'],
  ['documents', 'Upload'],
  ['income', 'Tax authority'],
  ['accounts', 'Accounts'],
  ['consents', 'Consents'],
  ['settings', 'Settings'],
  ['events', 'Events'],
] as const;

export function PersonPage({ userId, query }: { userId: string; query: URLSearchParams }) {
  const read = useRead('inspectUser', { path: { user_id: userId } });
  const { data } = useRead('listScenarios');
  const scenario = data?.scenarios.find(({ user_id }) => user_id === userId.toLowerCase());
  // What a moved clock or a check brings is there as soon as it is told of.
  useLive('delivery', (delivery) => delivery.user_id === userId && read.reload());
  useLive('clock', read.reload);
  useLive('ready', read.reload);
  if (!read.data)
    return (
      <>
        <h1>{read.error ? 'No such person' : 'Person'}</h1>
        <Problem error={read.error} />
        <p>
          <Link href="/console/people">All people</Link>
        </p>
      </>
    );
  const { user } = read.data;
  const props: PersonProps = { dossier: read.data, onChange: read.reload };
  return (
    <>
      <Crumbs />
      <h1>{nameOf(user)}</h1>
      {scenario && (
        <p class="lead">
          <b>{scenario.key}</b>: {scenario.description} <span class="purpose">{scenario.purpose}</span>
        </p>
      )}
      <Facts
        class="facts wide"
        rows={[
          ['User id', user.user_id],
          ['Born', day(user.date_of_birth)],
          ['Post codes', user.post_codes?.join(', ') ?? '–'],
          ['NI number', user.ni_number ?? '–'],
          ['External id', user.ext_id ?? '–'],
          ['Created', day(user.created_at)],
        ]}
      />
      <CallOf request={read.request} label="All of this page:" />
      <OnPage parts={parts}>
        <Link href={`/console/deliveries?person=${user.user_id}`}>Deliveries</Link>
        <Link href={`/console/clock?person=${user.user_id}`}>Clock</Link>
      </OnPage>
      <MoneySection {...props} />
      <PayslipsSection {...props} shown={query.get('payslip') ?? ''} />
      <StatementsSection {...props} shown={query.get('statement') ?? ''} pdf={query.get('pdf') ?? ''} />
      <DocumentsSection {...props} />
      <IncomeSection {...props} />
      <AccountsSection {...props} />
      <ConsentsSection {...props} />
      <SettingsSection {...props} />
      <EventsSection {...props} />
    </>
  );
}

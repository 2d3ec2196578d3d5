import { requestFor } from '../../../spec/caller.ts';
import { type EventTrigger, eventTriggers } from '../../../spec/event-triggers.ts';
import type { Authorisation, ScenarioPerson } from '../../../spec/types.ts';
import { AccountsSection } from './accounts-section.tsx';
import { CallOf } from './code.tsx';
import { SettingInput, type SettingValues, settingsOf, shownValue } from './configuration-page.tsx';
import { type PersonProps, useAction, useConsole, useLive, useRead, useReloadOn } from './context.ts';
import { type Figure, incomeSource, ValueAndTruth } from './figures.tsx';
import { Act } from './forms.tsx';
import { MoneySection } from './money-section.tsx';
import { Badge, Crumbs, Facts, Head, NoSuch, OnPage, Outcome, Section, When } from './parts.tsx';
import { PayslipsSection } from './payslips-section.tsx';
import { RecordTable } from './record-table.tsx';
import { Link } from './route.tsx';
import { DocumentsSection, StatementsSection } from './statements-section.tsx';
import { day, nameOf, short } from './text.ts';
import { casesOf, rightField, TruthContext, TruthSection, useTruth } from './truth.tsx';
import words from './words.json' with { type: 'json' };

export function PersonPage({ userId, query }: { userId: string; query: URLSearchParams }) {
  const read = useRead('inspectUser', { path: { user_id: userId } });
  const truth = useRead('getTruth', { path: { user_id: userId } });
  useReloadOn(truth.reload, read.data);
  const { data } = useRead('listScenarios');
  const scenario = data?.scenarios.find(({ user_id }) => user_id === userId.toLowerCase());
  // What a moved clock or a check brings appears with the event that reports it.
  useLive('delivery', (delivery) => delivery.user_id === userId && read.reload());
  useLive('clock', read.reload);
  useLive('ready', read.reload);
  if (!read.data) return <NoSuch title={read.error ? 'No such person' : 'Person'} error={read.error} />;
  const { user } = read.data;
  const props: PersonProps = { dossier: read.data, onChange: read.reload };
  return (
    <TruthContext.Provider value={truth.data?.discrepancies.flatMap(({ values }) => values) ?? []}>
      <Crumbs />
      <Head title={nameOf(user)} lead={scenario && <About scenario={scenario} />}>
        <Link href={`/console/people/new?user=${user.user_id}`} class="button" label="Duplicate" />
      </Head>
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
      <OnPage of="person" without={casesOf(truth.data).length === 0 ? 'truth' : ''}>
        <Link href={`/console/deliveries?filter=${user.user_id}`}>Deliveries</Link>
        <Link href={`/console/clock?person=${user.user_id}`}>Clock</Link>
      </OnPage>
      <TruthSection dossier={read.data} read={truth} />
      <MoneySection {...props} />
      <PayslipsSection {...props} shown={query.get('payslip') ?? ''} />
      <StatementsSection {...props} shown={query.get('statement') ?? ''} pdf={query.get('pdf') ?? ''} />
      <DocumentsSection {...props} />
      <IncomeSection {...props} />
      <AccountsSection {...props} />
      <ConsentsSection {...props} />
      <SettingsSection {...props} />
      <EventsSection {...props} />
    </TruthContext.Provider>
  );
}

const About = ({ scenario: { key, description, purpose } }: { scenario: ScenarioPerson }) => (
  <>
    <code class="key">{key}</code> {description} {purpose}
  </>
);

function EventsSection({ dossier, onChange }: PersonProps) {
  const { naming, toast } = useConsole();
  const { user_id } = dossier.user;
  const trigger = useAction(async (api, { event, operation, body }: EventTrigger & { event: string }) => {
    await api.call(operation, { path: { user_id }, body });
    const link = { href: `/console/deliveries?filter=${user_id}`, name: 'See its deliveries' };
    toast({ text: `${event} happened.`, link });
  }, onChange);
  return (
    <Section id="events" outcome={[trigger]}>
      <div class="buttons">
        {eventTriggers(naming.authority).map((one) => (
          <Act key={one.event} of={trigger} with={[one]} label={one.name} />
        ))}
      </div>
    </Section>
  );
}

function stateOf({ revoked_at, used_at, authorisation_category }: Authorisation): string {
  if (revoked_at) return 'revoked';
  return used_at && authorisation_category === 'one_time' ? 'used' : 'active';
}

function ConsentsSection({ dossier, onChange }: PersonProps) {
  const { user, authorisations } = dossier;
  const path = { user_id: user.user_id };
  const accept = useAction(async (api, category: 'one_time' | 'recurring') => {
    const body = { authorisation_category: category };
    const term = category === 'recurring' ? await api.call('createTerm', { body }) : undefined;
    await api.call('acceptTerm', { path, body: { term_id: term?.id } });
  }, onChange);
  const revoke = useAction(
    (api, id: string) => api.call('revokeAuthorisation', { path: { ...path, authorisation_id: id } }),
    onChange,
  );
  return (
    <Section id="consents" outcome={[accept, revoke]}>
      <RecordTable
        label="Consents"
        records={authorisations}
        columns={[
          ['State', (one) => <Badge kind={stateOf(one)}>{stateOf(one)}</Badge>],
          ['Kind', (one) => one.authorisation_category.replace('_', ' ')],
          ['Accepted', (one) => <When at={one.accepted_at} />],
          ['Term', (one) => <code>{short(one.term_id)}</code>],
          ['Ended', (one) => <When at={one.revoked_at} />],
        ]}
        actions={({ revoked_at, authorisation_id }) =>
          !revoked_at && <Act of={revoke} with={[authorisation_id]} class="danger" label="Revoke" />
        }
      />
      <div class="buttons">
        <Act of={accept} with={['one_time']} label="Accept the service's term" />
        <Act of={accept} with={['recurring']} label="Accept a new recurring term" />
      </div>
    </Section>
  );
}

function SettingsSection({ dossier, onChange }: PersonProps) {
  const { naming } = useConsole();
  const client = useRead('getConfiguration');
  const own: SettingValues = { ...dossier.user };
  const common: SettingValues = { ...client.data };
  const path = { user_id: dossier.user.user_id };
  const change = useAction((api, body: object) => api.call('updateUser', { path, body }), onChange);
  const originOf = (field: string) => {
    if (own[field] != null) return { kind: 'own', children: 'the user' };
    return { kind: 'client', children: common[field] == null ? 'not set' : 'the client' };
  };
  return (
    <Section id="settings">
      <RecordTable
        label="Settings"
        records={settingsOf(naming.authority)}
        columns={[
          ['Setting', ({ field, name }) => <label for={`setting-${field}`}>{name}</label>, 'heading'],
          ['In force', ({ field }) => shownValue(own[field] ?? common[field])],
          ['From', ({ field }) => <Badge {...originOf(field)} />],
          [
            "This person's",
            (setting) => (
              <SettingInput
                id={`setting-${setting.field}`}
                setting={setting}
                value={own[setting.field]}
                fallback={`as the client: ${shownValue(common[setting.field])}`}
                onValue={(value) => change.run({ [setting.field]: value })}
              />
            ),
          ],
        ]}
      />
      <Outcome of={[change, client]} />
      <p>
        <Link href="/console/configuration">Change the client's own settings</Link>
      </p>
    </Section>
  );
}

function IncomeSection({ dossier }: PersonProps) {
  const { naming } = useConsole();
  const rightOf = useTruth();
  const { user, income_submissions: submissions } = dossier;
  const request = requestFor('getTaxauthIncome', { path: { user_id: user.user_id } }, naming);
  const rows = submissions.flatMap((submission) => {
    const { id, income_period, employment } = submission;
    const period = `${day(income_period?.start)} to ${day(income_period?.end)}`;
    const figure = (name: string, amount: string | null | undefined, place: string): Figure => ({
      name: `${name}, ${period}`,
      amount,
      right: rightOf(id, `employment.${place}`),
      source: incomeSource(user.user_id, naming.authority, submission, `employment?.${place}`),
    });
    const employers = employment?.employers ?? [];
    const total = figure('Total income', employment?.total_income, 'total_income');
    return [...employers, ...(employers.length === 0 ? [undefined] : [])].map((employer, index) => {
      const right = employer && rightOf(id, 'employment.employers', employer);
      const rightIn = (field: string) => employer && rightField(right, employer, field);
      const amount = (name: string, field: 'income' | 'tax_paid') =>
        employer && {
          ...figure(`${name} ${index + 1}`, employer[field], `employers?.[${index}]?.${field}`),
          right: rightIn(field),
        };
      return {
        employer: <ValueAndTruth value={employer?.employer_name} right={rightIn('employer_name')} />,
        income: amount('Income', 'income'),
        tax: amount('Tax paid', 'tax_paid'),
        ...(index === 0 ? { period, total } : { period: '', total: undefined }),
      };
    });
  });
  return (
    <Section id="income">
      <RecordTable
        {...words.tables.income}
        records={rows}
        columns={[
          ['Period', ({ period }) => period],
          ['Employer', ({ employer }) => employer],
          { name: 'Income', figure: ({ income }) => income },
          { name: 'Tax paid', figure: ({ tax }) => tax },
          { name: 'Total of the period', figure: ({ total }) => total },
        ]}
      />
      <CallOf label="Tax authority:" request={request} />
    </Section>
  );
}

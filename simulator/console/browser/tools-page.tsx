import { useState } from 'preact/hooks';
import type { RunOrder } from '../../../spec/types.ts';
import { keysOf, options, type Session } from './api.ts';
import { CallOf } from './code.tsx';
import { CompareSection } from './compare.tsx';
import { useConsole } from './context.ts';
import { Button, CheckField, Checks, JsonFileField, SelectField, TextField, useFields } from './forms.tsx';
import { Badge, Head, OnPage, Section, When } from './parts.tsx';
import { RecordTable } from './record-table.tsx';
import { Availability, type Runs, standardMember, ToolForm, useRuns } from './tool-form.tsx';
import words from './words.json' with { type: 'json' };

export function ToolsPage({ query }: { query: URLSearchParams }) {
  const runs = useRuns();
  return (
    <>
      <Head of="tools" />
      <OnPage of="tools" />
      <Availability runs={runs} />
      <CheckSection runs={runs} />
      <ExamSection runs={runs} />
      <ClientExamSection runs={runs} />
      <ContractSection runs={runs} />
      <HistorySection reports={runs.reports} query={query} />
      <CallOf request={runs.request} />
    </>
  );
}

const verdictKinds: Readonly<Record<string, string>> = { pass: 'active', fail: 'failed', warn: 'pending' };

function HistorySection({ reports, query }: Pick<Runs, 'reports'> & { query: URLSearchParams }) {
  const { all, remove } = reports;
  const verdictsOf = (id: string | null) => {
    const found = all.find((one) => one.id === id);
    return found && new Map(found.data.verdicts);
  };
  return (
    <>
      <Section id="history">
        <RecordTable
          {...words.tables.reports}
          records={all}
          columns={[
            ['Ended', ({ at }) => <When at={at} />, 'when'],
            ['Tool', ({ data }) => data.tool],
            ['Of', ({ data }) => <code>{data.target}</code>],
            ['Result', ({ data }) => data.summary],
          ]}
          actions={({ id, name }) => (
            <Button class="danger" onClick={() => void remove(id)} label="Remove" about={name} />
          )}
        />
      </Section>
      <CompareSection
        what="two reports"
        query={query}
        options={all.map(({ id, name }) => [id, name])}
        before={verdictsOf(query.get('a'))}
        after={verdictsOf(query.get('b'))}
        shown={(verdict) => verdict && <Badge kind={verdictKinds[verdict] ?? ''}>{verdict}</Badge>}
        note="The table lists the clauses whose verdict differs."
      />
    </>
  );
}

const receiver = { url: 'http://127.0.0.1:3000/webhooks', secret: '', key: '', only: '' };

function ExamSection({ runs }: { runs: Runs }) {
  const [{ url, secret, key, only }, , texts] = useFields(receiver, 'exam');
  const order: RunOrder = {
    tool: 'exam',
    url: url.trim(),
    secret: secret || undefined,
    encryption_key: key.trim() || undefined,
    only: patternsIn(only),
  };
  return (
    <ToolForm id="exam" runs={runs} order={order}>
      {texts('url', 'secret', 'key', 'only')}
    </ToolForm>
  );
}

type Journey = NonNullable<RunOrder['journeys']>[number];

const journeys = words.journeys as readonly Journey[];

function ClientExamSection({ runs }: { runs: Runs }) {
  const [{ url, only }, , texts] = useFields({ url: 'http://127.0.0.1:3000/start', only: '' }, 'exam-client');
  const [chosen, setChosen] = useState<Journey[]>(['list-users']);
  const starts = { url: url.trim(), journeys: chosen, only: patternsIn(only) };
  return (
    <ToolForm id="exam-client" runs={runs} order={{ tool: 'exam-client', ...starts }}>
      {texts('url', 'only')}
      <Checks label="Journeys" of={journeys} chosen={chosen} onChosen={setChosen} />
    </ToolForm>
  );
}

type Format = NonNullable<RunOrder['format']>;

const formats = Object.entries(words.formats) as [Format, string][];

function ContractSection({ runs }: { runs: Runs }) {
  const usual = { format: 'yaml' as Format, consumer: 'my-shop' };
  const [{ format, consumer }, field, texts] = useFields(usual, 'pact');
  const [profile, setProfile] = useState<RunOrder['profile']>();
  return (
    <>
      <ToolForm id="contract" runs={runs} order={{ tool: 'spec', format, profile }}>
        <SelectField label="Format" {...field('format')} options={formats} />
        <JsonFileField
          {...words.selects.profile}
          // The sandbox says what is wrong with one.
          onJson={(json) => setProfile(json as RunOrder['profile'])}
        />
      </ToolForm>
      <ToolForm id="pact" runs={runs} order={{ tool: 'pact', consumer: consumer.trim(), profile }}>
        {texts('consumer')}
      </ToolForm>
      <ToolForm id="clauses" runs={runs} order={{ tool: 'clauses' }} />
    </>
  );
}

type Arrangement = keyof typeof words.arrangements;

const arrangements = Object.entries(words.arrangements) as [Arrangement, string][];

const noCredentials = { apiKey: '', otherApiKey: '', username: '', password: '', sandboxKey: '' };
const empty = { ...noCredentials, arrange: '' as Arrangement, readOnly: true, only: '', inputs: '' };

/** What is filled in until the user changes it: all for this sandbox; another deployment begins empty and read-only. */
function initial(isOwn: boolean, session: Session): typeof empty {
  if (!isOwn) return empty;
  const { apiKey } = session;
  const member = apiKey === options.apiKeys[0] ? standardMember : undefined;
  const otherApiKey = keysOf(session).find((key) => key !== apiKey) ?? '';
  return { ...empty, ...member, apiKey, otherApiKey, arrange: 'sandbox', readOnly: false };
}

function CheckSection({ runs }: { runs: Runs }) {
  const { session } = useConsole();
  const [url, setUrl] = useState(location.origin);
  const isOwn = url.trim().replace(/\/$/, '') === location.origin;
  const [values, field, texts] = useFields(initial(isOwn, session), 'check');
  const { apiKey, otherApiKey, username, password, inputs } = values;
  const order: RunOrder = {
    tool: 'check',
    url: isOwn ? undefined : url.trim(),
    api_key: apiKey || undefined,
    other_api_key: otherApiKey || undefined,
    member: username ? { username, password } : undefined,
    sandbox_key: (isOwn ? session.sandboxKey : values.sandboxKey) || undefined,
    arrange: values.arrange || undefined,
    read_only: values.readOnly || undefined,
    only: patternsIn(values.only),
    runs: inputs ? Number(inputs) : undefined,
  };
  return (
    <ToolForm id="check" runs={runs} order={order}>
      <TextField {...words.targets[isOwn ? 'own' : 'other']} value={url} onValue={setUrl} required />
      {texts('apiKey', 'otherApiKey', 'username', 'password')}
      <SelectField {...words.selects.arrange} {...field('arrange')} options={arrangements} />
      {!isOwn && texts('sandboxKey')}
      {texts('only', 'inputs')}
      <CheckField label="read only: create, change and delete nothing" {...field('readOnly')} />
    </ToolForm>
  );
}

/** Patterns separated by commas or spaces; undefined for an empty text. */
function patternsIn(text: string): string[] | undefined {
  const patterns = text.split(/[\s,]+/).filter((pattern) => pattern !== '');
  return patterns.length > 0 ? patterns : undefined;
}

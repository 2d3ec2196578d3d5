import { useState } from 'preact/hooks';
import type { RunOrder } from '../../../spec/types.ts';
import { keysOf, options, type Session } from './api.ts';
import { standardMember } from './command-of.ts';
import { CompareSection } from './compare.tsx';
import { useConsole } from './context.ts';
import { Head } from './layout.tsx';
import {
  Badge,
  Button,
  CallOf,
  CheckField,
  Field,
  OnPage,
  type Options,
  Problem,
  Section,
  SelectField,
  TextField,
  useFields,
} from './parts.tsx';
import { RecordTable } from './record-table.tsx';
import { moment } from './text.ts';
import { type Runs, ToolForm, useRuns } from './tool-form.tsx';

const parts = [
  ['check', 'Check a deployment'],
  ['exam', 'Examine a receiver'],
  ['exam-client', 'Examine a client'],
  ['contract', 'The contract'],
  ['pact', 'A pact'],
  ['clauses', 'The clauses'],
  ['history', 'Earlier reports'],
] as const;

export function ToolsPage({ query }: { query: URLSearchParams }) {
  const runs = useRuns();
  return (
    <>
      <Head
        title="Tools"
        lead="Run the tools of the payrig command line here. The sandbox calls only where its webhooks may go."
        help="A check judges a deployment of the service clause by clause; an exam does so with your webhook receiver. Reports of earlier runs are kept in this browser, and can be compared."
      />
      <OnPage parts={parts} />
      {runs.areAvailable === false && (
        <p class="remark">
          This sandbox was made by a program, and runs no tools. Run the commands below, or start the sandbox
          with <code>npx payrig sandbox</code>.
        </p>
      )}
      <Problem error={runs.error} />
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

/** The reports that this browser keeps, and what differs between two of them. */
function HistorySection({ reports, query }: Pick<Runs, 'reports'> & { query: URLSearchParams }) {
  const { all, remove } = reports;
  const verdictsOf = (id: string | null) => {
    const found = all.find((one) => one.id === id);
    return found && new Map(found.data.verdicts);
  };
  return (
    <>
      <Section id="history" title="Earlier reports">
        <RecordTable
          label="Earlier reports"
          empty="No report is kept in this browser yet. Run a check or an exam."
          records={all}
          idOf={({ id }) => id}
          columns={[
            ['Ended', ({ at }) => moment(at), 'when'],
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

function ExamSection({ runs }: { runs: Runs }) {
  const [{ url, secret, key, only }, , text] = useFields({
    url: 'http://127.0.0.1:3000/webhooks',
    secret: '',
    key: '',
    only: '',
  });
  const order: RunOrder = {
    tool: 'exam',
    url: url.trim(),
    secret: secret || undefined,
    encryption_key: key.trim() || undefined,
    only: patternsIn(only),
  };
  return (
    <ToolForm
      id="exam"
      title="Examine a webhook receiver"
      note="Sends genuine deliveries, which a receiver must take, and forged ones, which it must refuse."
      runs={runs}
      order={order}
      label="Examine it"
    >
      {text('url', 'Receiver', 'Where it takes deliveries.', { required: true })}
      {text('secret', 'Signing secret', 'That it is configured with. Empty: it has none.', {
        type: 'password',
      })}
      {text('key', 'Encryption key', 'Base64 of 32 bytes. Empty: it has none.', { type: 'password' })}
      {text('only', 'Clauses', 'All when empty; or some: signature.*')}
    </ToolForm>
  );
}

type Journey = NonNullable<RunOrder['journeys']>[number];

const journeys: readonly Journey[] = [
  ...(['list-users', 'update-user', 'connect', 'direct-connection', 'upload-statement', 'income'] as const),
  ...(['affordability', 'subscribe', 'delete-user', 'delete-account', 'delete-entry'] as const),
  'invite-member',
];

function ClientExamSection({ runs }: { runs: Runs }) {
  const [{ url, only }, , text] = useFields({ url: 'http://127.0.0.1:3000/start', only: '' });
  const [chosen, setChosen] = useState<readonly Journey[]>(['list-users']);
  const choose = (journey: Journey, isChosen: boolean) =>
    setChosen(journeys.filter((one) => (one === journey ? isChosen : chosen.includes(one))));
  return (
    <ToolForm
      id="exam-client"
      title="Examine a client"
      note="Has your code do its journeys in sandboxes that behave, misbehave and differ. The address gets a POST with the values of a journey as JSON and answers when it is over. Your code has to run on this machine."
      runs={runs}
      order={{ tool: 'exam-client', url: url.trim(), journeys: [...chosen], only: patternsIn(only) }}
      label="Examine the client"
    >
      {text('url', 'Where a journey is started', 'It is sent a POST, and answers 2xx when the job is done.', {
        required: true,
      })}
      {text('only', 'Clauses of a client', 'All when empty; or some: money.*')}
      {journeys.map((journey) => (
        <CheckField
          key={journey}
          label={journey}
          value={chosen.includes(journey)}
          onValue={(isChosen) => choose(journey, isChosen)}
        />
      ))}
    </ToolForm>
  );
}

type Format = NonNullable<RunOrder['format']>;

const formats: Options<Format> = [
  ['yaml', 'OpenAPI, as YAML'],
  ['json', 'OpenAPI, as JSON'],
  ['asyncapi', 'AsyncAPI: the webhooks'],
  ['arazzo', 'Arazzo: whole journeys'],
  ['bruno', 'Bruno: a collection of requests'],
];

function ContractSection({ runs }: { runs: Runs }) {
  const [{ format, consumer }, field, text] = useFields<{ format: Format; consumer: string }>({
    format: 'yaml',
    consumer: 'my-shop',
  });
  const [profile, setProfile] = useState<RunOrder['profile']>();
  const [problem, setProblem] = useState('');
  const take = async (file: File | undefined) => {
    setProblem('');
    setProfile(undefined);
    if (!file) return;
    try {
      setProfile(JSON.parse(await file.text()));
    } catch (error) {
      setProblem(`${file.name} is not JSON: ${error instanceof Error ? error.message : error}`);
    }
  };
  return (
    <>
      <ToolForm
        id="contract"
        title="Export the contract"
        note="For code generators, editors and API clients. A format with many files is one archive."
        runs={runs}
        order={{ tool: 'spec', format, profile }}
        label="Make the contract"
      >
        <SelectField label="Format" {...field('format')} options={formats} />
        <Field
          label="Under a profile"
          hint="A JSON file: names, and values of open points. Without one it is this sandbox's own. For the pact below, too."
        >
          {(id) => (
            <input
              id={id}
              type="file"
              accept=".json,application/json"
              onChange={(event) => void take(event.currentTarget.files?.[0])}
            />
          )}
        </Field>
        {problem && (
          <p class="problem" role="alert">
            {problem}
          </p>
        )}
      </ToolForm>
      <ToolForm
        id="pact"
        title="Make a pact"
        note="What the typed client and the receiver kit need of a provider, as a Pact file."
        runs={runs}
        order={{ tool: 'pact', consumer: consumer.trim(), profile }}
        label="Make the pact"
      >
        {text('consumer', 'Consumer', 'Your name in the pact.', { required: true })}
      </ToolForm>
      <ToolForm
        id="clauses"
        title="List the clauses"
        note="What a check judges, and what each clause needs."
        runs={runs}
        order={{ tool: 'clauses' }}
        label="List them"
      />
    </>
  );
}

const arrangements = [
  ['', 'find out by itself'],
  ['sandbox', 'by the arrangement API'],
  ['none', 'not at all'],
] as const;

const empty = {
  apiKey: '',
  otherApiKey: '',
  username: '',
  password: '',
  arrange: '' as (typeof arrangements)[number][0],
  readOnly: true,
  sandboxKey: '',
  only: '',
  inputs: '',
};

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
  const [values, field, text] = useFields(initial(isOwn, session));
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
    <ToolForm
      id="check"
      title="Check a deployment"
      note="Judges a deployment of the service, in any language, clause by clause of the interface. It removes what it creates there. On a sandbox it moves the clock, and puts it back."
      runs={runs}
      order={order}
      label="Check it"
    >
      <TextField
        label="Address"
        value={url}
        onValue={setUrl}
        hint={
          isOwn
            ? 'This sandbox itself.'
            : 'Another deployment: fill in its keys. The check is read-only unless you change that.'
        }
        required
      />
      {text('apiKey', 'Its API key', 'Of the client that the check acts as.', { required: true })}
      {text('otherApiKey', "A second client's API key", 'To see that clients are kept apart.')}
      {text('username', 'A team member', 'Who can sign in.')}
      {text('password', "The member's password", 'Kept for this run alone.', {
        type: 'password',
        required: username !== '',
      })}
      <SelectField
        label="How state is set up"
        hint="Without, fewer clauses can be judged."
        {...field('arrange')}
        options={arrangements}
      />
      {!isOwn &&
        text('sandboxKey', 'Its sandbox key', 'If it is a sandbox that demands one.', { type: 'password' })}
      {text('only', 'Clauses', 'All when empty; or some: users.*')}
      {text('inputs', 'Inputs for each property', '12 when empty; fewer is quicker.', {
        type: 'number',
        min: '1',
        max: '1000',
      })}
      <CheckField label="read only: create, change and delete nothing" {...field('readOnly')} />
    </ToolForm>
  );
}

/** Patterns separated by commas or spaces; undefined when there are none. */
function patternsIn(text: string): string[] | undefined {
  const patterns = text.split(/[\s,]+/).filter((pattern) => pattern !== '');
  return patterns.length > 0 ? patterns : undefined;
}

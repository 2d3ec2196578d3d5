import { useState } from 'preact/hooks';
import type { RunOrder } from '../../../spec/types.ts';
import { CheckSection, patternsIn } from './check-section.tsx';
import { CallOf, Field, OnPage, type Options, Problem, SelectField, TextField, useFields } from './parts.tsx';
import { type Runs, ToolForm, useRuns } from './tool-form.tsx';

const parts = [
  ['check', 'Check a deployment'],
  ['exam', 'Examine a receiver'],
  ['contract', 'The contract'],
  ['pact', 'A pact'],
  ['clauses', 'The clauses'],
] as const;

export function ToolsPage() {
  const runs = useRuns();
  return (
    <>
      <h1>Tools</h1>
      <p class="lead">
        What <code>payrig</code> does on the command line. The sandbox runs it, and calls only where its
        webhooks may go.
      </p>
      <OnPage parts={parts} />
      <Problem error={runs.error} />
      <CheckSection runs={runs} />
      <ExamSection runs={runs} />
      <ContractSection runs={runs} />
      <CallOf request={runs.request} />
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

type Format = NonNullable<RunOrder['format']>;

const formats: Options<Format> = [
  ['yaml', 'OpenAPI, as YAML'],
  ['json', 'OpenAPI, as JSON'],
  ['asyncapi', 'AsyncAPI: the webhooks'],
  ['arazzo', 'Arazzo: whole journeys'],
  ['bruno', 'Bruno: a collection of requests'],
];

function ContractSection({ runs }: { runs: Runs }) {
  const [format, setFormat] = useState<Format>('yaml');
  const [consumer, setConsumer] = useState('my-shop');
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
        <SelectField label="Format" value={format} onValue={setFormat} options={formats} />
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
        <TextField
          label="Consumer"
          value={consumer}
          onValue={setConsumer}
          hint="Your name in the pact."
          required
        />
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

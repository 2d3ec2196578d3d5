import { useState } from 'preact/hooks';
import type { RunOrder } from '../../../spec/types.ts';
import { Field, type Options, SelectField, TextField } from './parts.tsx';
import type { Runs } from './runs.ts';
import { ToolForm } from './tool-form.tsx';

type Format = NonNullable<RunOrder['format']>;

const formats: Options<Format> = [
  ['yaml', 'OpenAPI, as YAML'],
  ['json', 'OpenAPI, as JSON'],
  ['asyncapi', 'AsyncAPI: the webhooks'],
  ['arazzo', 'Arazzo: whole journeys'],
  ['bruno', 'Bruno: a collection of requests'],
];

export function ContractSection({ runs }: { runs: Runs }) {
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

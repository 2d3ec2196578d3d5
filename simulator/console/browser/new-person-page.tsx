import { useEffect, useState } from 'preact/hooks';
import type { ScenarioPerson, User } from '../../../spec/types.ts';
import { asServiceError } from './api.ts';
import { useAction, useConsole, useRead } from './context.ts';
import {
  Crumbs,
  Field,
  Form,
  Lines,
  Made,
  Problem,
  Section,
  SelectField,
  Submit,
  sameText,
  TextField,
} from './parts.tsx';
import { Link, setQuery } from './route.tsx';
import { nameOf } from './text.ts';

const FIRST = 'steady-salary';
const CHECK_MS = 350;

/** Makes a person from a scenario, whose YAML is checked as it is written. */
export function NewPersonPage({ from }: { from: string }) {
  const key = from || FIRST;
  const list = useRead('listScenarios');
  const source = useRead('getScenario', { path: { scenario_key: key } });
  const [yaml, setYaml] = useState('');
  const problems = useCheck(yaml);
  const [made, setMade] = useState<ScenarioPerson>();
  const start = source.data?.yaml;
  useEffect(() => {
    if (start !== undefined) setYaml(start);
  }, [start]);
  const make = useAction(async (api) => {
    setMade(undefined);
    setMade(await api.call('createScenario', { yaml }));
  });
  const keys = [...new Set((list.data?.scenarios ?? []).map((one) => one.key))];
  return (
    <>
      <Crumbs />
      <h1>Make a person</h1>
      <p class="lead">
        A scenario describes a person, their jobs and the data that the service holds. The sandbox fills in
        what it leaves out, consistently.
      </p>
      <Form onSubmit={make.run}>
        <SelectField
          label="Begin with"
          value={key}
          onValue={(from) => setQuery({ from })}
          options={sameText(keys)}
        />
        <Problem error={source.error} />
        <Field label="Scenario, as YAML">
          {(id) => (
            <textarea
              id={id}
              class="yaml"
              rows={24}
              spellcheck={false}
              value={yaml}
              onInput={(event) => setYaml(event.currentTarget.value)}
            />
          )}
        </Field>
        <div role="status" class={problems?.length ? 'problem' : 'note'}>
          {problems === undefined && 'Checking the scenario…'}
          {problems?.length === 0 && 'Nothing is wrong with it.'}
          {problems && problems.length > 0 && <Lines of={problems} />}
        </div>
        <Submit class="main" disabled={make.isBusy || !problems || problems.length > 0}>
          Make the person
        </Submit>
      </Form>
      <Problem error={make.error} />
      {made && (
        <p role="status" class="result">
          {made.description} <Link href={`/console/people/${made.user_id}`}>Open {made.key}</Link>
        </p>
      )}
      <Made requests={make.made} />
      <Section
        id="user"
        title="Or create a user with details only"
        note="No account, consent or payroll yet. Fields left empty stay empty."
      >
        <NewUserForm />
      </Section>
    </>
  );
}

/** What is wrong with a scenario; undefined until it was checked. */
function useCheck(yaml: string): readonly string[] | undefined {
  const { api } = useConsole();
  const [checked, setChecked] = useState<{ yaml: string; problems: readonly string[] }>();
  useEffect(() => {
    if (yaml === '') return undefined;
    const check = async () => {
      const { errors } = await api.attempt('checkScenario', { yaml }).catch(asServiceError);
      setChecked({ yaml, problems: errors });
    };
    const timer = setTimeout(check, CHECK_MS);
    return () => clearTimeout(timer);
  }, [api, yaml]);
  return checked?.yaml === yaml ? checked.problems : undefined;
}

const fields = [
  ['forename', 'Forename'],
  ['surname', 'Surname'],
  ['date_of_birth', 'Date of birth', 'date'],
  ['post_code', 'Post code'],
  ['ni_number', 'NI number'],
  ['ext_id', 'External id'],
] as const satisfies readonly (readonly [field: string, label: string, type?: 'date'])[];

function NewUserForm() {
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [made, setMade] = useState<User>();
  const create = useAction(async (api) => {
    setMade(undefined);
    const { post_code, ...rest } = Object.fromEntries(
      Object.entries(values).filter(([, value]) => value !== ''),
    );
    const post_codes = post_code === undefined ? undefined : [post_code];
    setMade(await api.call('createUser', { body: { ...rest, post_codes } }));
  });
  return (
    <Form class="form" onSubmit={create.run} label="Create a user">
      {fields.map(([name, label, type]) => (
        <TextField
          key={name}
          label={label}
          type={type}
          value={values[name] ?? ''}
          onValue={(value) => setValues({ ...values, [name]: value })}
        />
      ))}
      <Submit disabled={create.isBusy}>Create the user</Submit>
      <Problem error={create.error} />
      {made && (
        <p role="status" class="result">
          <Link href={`/console/people/${made.user_id}`}>Open {nameOf(made)}</Link>
        </p>
      )}
      <Made requests={create.made} />
    </Form>
  );
}

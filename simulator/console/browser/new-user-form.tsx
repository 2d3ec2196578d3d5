import { useState } from 'preact/hooks';
import type { User } from '../../../spec/types.ts';
import { useAction } from './context.ts';
import { Field, Made, Problem } from './parts.tsx';
import { Link } from './route.tsx';
import { nameOf } from './text.ts';

const fields = [
  ['forename', 'Forename'],
  ['surname', 'Surname'],
  ['date_of_birth', 'Date of birth', true],
  ['post_code', 'Post code'],
  ['ni_number', 'NI number'],
  ['ext_id', 'External id'],
] as const satisfies readonly (readonly [field: string, label: string, isDay?: true])[];

/** Creates a user with details only; fields left empty stay empty. */
export function NewUserForm() {
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
  const submit = (event: Event) => {
    event.preventDefault();
    void create.run();
  };
  return (
    <form class="form" onSubmit={submit} aria-label="Create a user">
      {fields.map(([name, label, isDay]) => (
        <Field key={name} label={label}>
          {(id) => {
            const given = {
              id,
              value: values[name] ?? '',
              onInput: (event: { currentTarget: HTMLInputElement }) =>
                setValues({ ...values, [name]: event.currentTarget.value }),
            };
            return isDay ? <input type="date" {...given} /> : <input autocomplete="off" {...given} />;
          }}
        </Field>
      ))}
      <button type="submit" disabled={create.isBusy}>
        Create the user
      </button>
      <Problem error={create.error} />
      {made && (
        <p role="status" class="result">
          <Link href={`/console/people/${made.user_id}`}>Open {nameOf(made)}</Link>
        </p>
      )}
      <Made requests={create.made} />
    </form>
  );
}

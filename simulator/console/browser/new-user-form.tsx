import { useState } from 'preact/hooks';
import type { User } from '../../../spec/types.ts';
import { useAction } from './context.ts';
import { Form, Made, Problem, TextField } from './parts.tsx';
import { Link } from './route.tsx';
import { nameOf } from './text.ts';

const fields = [
  ['forename', 'Forename'],
  ['surname', 'Surname'],
  ['date_of_birth', 'Date of birth', 'date'],
  ['post_code', 'Post code'],
  ['ni_number', 'NI number'],
  ['ext_id', 'External id'],
] as const satisfies readonly (readonly [field: string, label: string, type?: 'date'])[];

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
    </Form>
  );
}

import { useState } from 'preact/hooks';
import type { RunOrder } from '../../../spec/types.ts';
import { keysOf, options, type Session } from './api.ts';
import { standardMember } from './command-of.ts';
import { useConsole } from './context.ts';
import { CheckField, SelectField, TextField, useFields } from './parts.tsx';
import { type Runs, ToolForm } from './tool-form.tsx';

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

export function CheckSection({ runs }: { runs: Runs }) {
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
      note="Judges a deployment of the service, in any language, clause by clause of the interface. It removes what it creates there. On a sandbox it moves the clock."
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
export function patternsIn(text: string): string[] | undefined {
  const patterns = text.split(/[\s,]+/).filter((pattern) => pattern !== '');
  return patterns.length > 0 ? patterns : undefined;
}

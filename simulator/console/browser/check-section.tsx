import { useState } from 'preact/hooks';
import type { RunOrder } from '../../../spec/types.ts';
import { standardMember } from './command-of.ts';
import { useConsole } from './context.ts';
import { Field, Section, TextField } from './parts.tsx';
import type { Runs } from './runs.ts';
import { keysOf, options, type Session } from './session.ts';
import { ToolForm } from './tool-form.tsx';

/** What is filled in until the user changes it. */
type Values = {
  apiKey: string;
  otherApiKey: string;
  username: string;
  password: string;
  arrange: '' | 'sandbox' | 'none';
  readOnly: boolean;
};

/** For this sandbox all is filled in; another deployment begins empty and read-only. */
function usual(isOwn: boolean, session: Session): Values {
  if (!isOwn) return { apiKey: '', otherApiKey: '', username: '', password: '', arrange: '', readOnly: true };
  const { apiKey } = session;
  const isFirst = apiKey === options.apiKeys[0];
  return {
    apiKey,
    otherApiKey: keysOf(session).find((key) => key !== apiKey) ?? '',
    username: isFirst ? standardMember.username : '',
    password: isFirst ? standardMember.password : '',
    arrange: 'sandbox',
    readOnly: false,
  };
}

/** Judges a deployment clause by clause. */
export function CheckSection({ runs }: { runs: Runs }) {
  const { session } = useConsole();
  const [url, setUrl] = useState(location.origin);
  const [given, setGiven] = useState<Partial<Values>>({});
  const [sandboxKey, setSandboxKey] = useState('');
  const [only, setOnly] = useState('');
  const [inputs, setInputs] = useState('');
  const isOwn = url.trim().replace(/\/$/, '') === location.origin;
  const values = { ...usual(isOwn, session), ...given };
  const set = (value: Partial<Values>) => setGiven({ ...given, ...value });
  const key = isOwn ? session.sandboxKey : sandboxKey;
  const order: RunOrder = {
    tool: 'check',
    url: isOwn ? undefined : url.trim(),
    api_key: values.apiKey || undefined,
    other_api_key: values.otherApiKey || undefined,
    member: values.username ? { username: values.username, password: values.password } : undefined,
    sandbox_key: key || undefined,
    arrange: values.arrange || undefined,
    read_only: values.readOnly || undefined,
    only: patternsIn(only),
    runs: inputs ? Number(inputs) : undefined,
  };
  return (
    <Section
      id="check"
      title="Check a deployment"
      note="Judges a deployment of the service, in any language, clause by clause of the interface. It removes what it creates there. On a sandbox it moves the clock."
    >
      <ToolForm runs={runs} order={order} label="Check it">
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
        <TextField
          label="Its API key"
          value={values.apiKey}
          onValue={(apiKey) => set({ apiKey })}
          hint="Of the client that the check acts as."
          required
        />
        <TextField
          label="A second client's API key"
          value={values.otherApiKey}
          onValue={(otherApiKey) => set({ otherApiKey })}
          hint="To see that clients are kept apart."
        />
        <TextField
          label="A team member"
          value={values.username}
          onValue={(username) => set({ username })}
          hint="Who can sign in."
        />
        <TextField
          label="The member's password"
          isSecret
          value={values.password}
          onValue={(password) => set({ password })}
          hint="Kept for this run alone."
          required={values.username !== ''}
        />
        <Field label="How state is set up" hint="Without, fewer clauses can be judged.">
          {(id) => (
            <select
              id={id}
              value={values.arrange}
              onChange={(event) => set({ arrange: event.currentTarget.value as Values['arrange'] })}
            >
              <option value="">find out by itself</option>
              <option value="sandbox">by the arrangement API</option>
              <option value="none">not at all</option>
            </select>
          )}
        </Field>
        {!isOwn && (
          <TextField
            label="Its sandbox key"
            isSecret
            value={sandboxKey}
            onValue={setSandboxKey}
            hint="If it is a sandbox that demands one."
          />
        )}
        <TextField label="Clauses" value={only} onValue={setOnly} hint="All when empty; or some: users.*" />
        <Field label="Inputs for each property" hint="12 when empty; fewer is quicker.">
          {(id) => (
            <input
              id={id}
              type="number"
              min="1"
              max="1000"
              value={inputs}
              onInput={(event) => setInputs(event.currentTarget.value)}
            />
          )}
        </Field>
        <label class="check">
          <input
            type="checkbox"
            checked={values.readOnly}
            onChange={(event) => set({ readOnly: event.currentTarget.checked })}
          />{' '}
          read only: create, change and delete nothing
        </label>
      </ToolForm>
    </Section>
  );
}

/** Patterns separated by commas or spaces; undefined when there are none. */
export function patternsIn(text: string): string[] | undefined {
  const patterns = text.split(/[\s,]+/).filter((pattern) => pattern !== '');
  return patterns.length > 0 ? patterns : undefined;
}

import { useState } from 'preact/hooks';
import { eventTriggers } from '../../../spec/event-triggers.ts';
import { redactUrls } from '../../../spec/redact-urls.ts';
import type { ScenarioPerson, Webhook } from '../../../spec/types.ts';
import type { ApiError, ApiRequest } from './api.ts';
import { useAction, useConsole } from './context.ts';
import { CallOf, Made, Problem, Section, TextField } from './parts.tsx';
import { RecordTable } from './record-table.tsx';

type Props = {
  list: readonly Webhook[];
  request: ApiRequest;
  problem: ApiError | undefined;
  onChange: () => void;
};

/** The subscriptions: made, tested and removed. */
export function Subscriptions({ list, request, problem, onChange }: Props) {
  const { naming } = useConsole();
  const [isMaking, setMaking] = useState(false);
  const remove = useAction(async (api, webhook_id: string) => {
    await api.call({ method: 'DELETE', path: '/webhooks/{webhook_id}', params: { webhook_id } });
    onChange();
  });
  const test = useAction(async (api, { events }: Webhook) => {
    const { scenarios } = await api.call<{ scenarios: ScenarioPerson[] }>({
      method: 'GET',
      path: '/_sandbox/scenarios',
    });
    const trigger = eventTriggers(naming.authority).find(({ event }) =>
      (events as readonly string[]).includes(event),
    );
    if (!trigger || !scenarios[0]) return;
    const params = { user_id: scenarios[0].user_id };
    await api.call({
      method: 'POST',
      path: `/_sandbox/users/{user_id}/${trigger.path}`,
      params,
      body: trigger.body,
    });
  });
  return (
    <Section id="subscriptions" title="Subscriptions">
      <Problem error={problem} />
      {list.length === 0 && <p class="note">There is none: nothing is sent to anybody.</p>}
      <RecordTable
        label="Subscriptions"
        records={list}
        idOf={({ webhook_id }) => webhook_id ?? ''}
        columns={[
          ['Name', ({ name }) => name],
          // Whoever looks over a shoulder, or at a picture of the page, needs no password of a receiver.
          ['Receiver', ({ url }) => url && redactUrls(url)],
          ['Events', ({ events }) => events?.join(', ')],
        ]}
        actions={(one) => (
          <>
            <button
              type="button"
              disabled={test.isBusy}
              title="Lets the event happen to the first person of the world; everybody who listens to it is told"
              onClick={() => test.run(one)}
            >
              Test<span class="unseen"> {one.name}</span>
            </button>
            <button
              type="button"
              class="danger"
              disabled={remove.isBusy}
              onClick={() => remove.run(one.webhook_id ?? '')}
            >
              Remove<span class="unseen"> {one.name}</span>
            </button>
          </>
        )}
      />
      <Problem error={remove.error ?? test.error} />
      <Made requests={[...remove.made, ...test.made]} />
      <button type="button" aria-expanded={isMaking} onClick={() => setMaking(!isMaking)}>
        {isMaking ? 'Make none' : 'Make a subscription'}
      </button>
      {isMaking && <NewSubscription taken={list.map(({ name }) => name ?? '')} onMade={onChange} />}
      <CallOf request={request} />
    </Section>
  );
}

const freshKey = (): string => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))));

function NewSubscription({ taken, onMade }: { taken: readonly string[]; onMade: () => void }) {
  const { naming } = useConsole();
  const kinds = eventTriggers(naming.authority).map(({ event }) => event);
  const [name, setName] = useState(`console-${taken.length + 1}`);
  const [url, setUrl] = useState('http://127.0.0.1:3000/webhooks');
  const [events, setEvents] = useState<readonly string[]>(kinds);
  const [secret, setSecret] = useState('');
  const [key, setKey] = useState('');
  const [withPayload, setWithPayload] = useState(true);
  const make = useAction(async (api) => {
    const body = {
      ...{ name, events, url, config: { include_payload: withPayload } },
      ...(secret && { signing_secret: secret }),
      ...(key && { encryption_key: key }),
    };
    await api.call({ method: 'POST', path: '/webhooks', body });
    onMade();
  });
  const submit = (event: Event) => {
    event.preventDefault();
    void make.run();
  };
  const toggle = (kind: string) =>
    setEvents(events.includes(kind) ? events.filter((one) => one !== kind) : [...events, kind]);
  return (
    <form class="form" onSubmit={submit} aria-label="Make a subscription">
      <TextField label="Name" value={name} onValue={setName} required />
      <TextField
        label="Receiver"
        value={url}
        onValue={setUrl}
        hint="Where deliveries are posted to."
        required
      />
      <TextField
        label="Signing secret"
        value={secret}
        onValue={setSecret}
        hint="Left out, deliveries are not signed."
      />
      <TextField
        label="Encryption key"
        value={key}
        onValue={setKey}
        hint="Base64 of 32 bytes. Left out, deliveries are not encrypted."
      />
      <button type="button" onClick={() => setKey(freshKey())}>
        Draw a key
      </button>
      <fieldset>
        <legend>Events</legend>
        {kinds.map((kind) => (
          <label key={kind} class="check">
            <input type="checkbox" checked={events.includes(kind)} onChange={() => toggle(kind)} /> {kind}
          </label>
        ))}
        <label class="check">
          <input type="checkbox" checked={withPayload} onChange={() => setWithPayload(!withPayload)} /> with
          payload
        </label>
      </fieldset>
      <button type="submit" class="main" disabled={make.isBusy}>
        Subscribe
      </button>
      <Problem error={make.error} />
      <Made requests={make.made} />
    </form>
  );
}

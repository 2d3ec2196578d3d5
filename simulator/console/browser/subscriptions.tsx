import { useState } from 'preact/hooks';
import type { HttpRequest } from '../../../spec/caller.ts';
import type { ServiceError } from '../../../spec/client.ts';
import { eventTriggers } from '../../../spec/event-triggers.ts';
import { redactUrls } from '../../../spec/redact-urls.ts';
import type { EventKind, Webhook } from '../../../spec/types.ts';
import { useAction, useConsole } from './context.ts';
import {
  Act,
  Button,
  CallOf,
  CheckField,
  Form,
  Outcome,
  Problem,
  Section,
  Submit,
  useFields,
} from './parts.tsx';
import { RecordTable } from './record-table.tsx';

type Props = {
  list: readonly Webhook[];
  request: HttpRequest;
  problem: ServiceError | undefined;
  onChange: () => void;
};

export function Subscriptions({ list, request, problem, onChange }: Props) {
  const { toast } = useConsole();
  const [isMaking, setMaking] = useState(false);
  const remove = useAction(
    (api, webhook_id: string) => api.call('deleteWebhook', { path: { webhook_id } }),
    onChange,
  );
  const test = useAction(async (api, { webhook_id = '', name }: Webhook) => {
    const { delivery_id } = await api.call('testSubscription', { body: { webhook_id } });
    const link = { href: `/console/deliveries?delivery=${delivery_id}`, name: 'See the delivery' };
    toast({ text: `A test was sent to ${name}.`, link });
  });
  return (
    <Section id="subscriptions" title="Subscriptions">
      <Problem error={problem} />
      <RecordTable
        label="Subscriptions"
        empty="There are no subscriptions, so nothing is sent."
        records={list}
        idOf={({ webhook_id }) => webhook_id ?? ''}
        columns={[
          ['Name', ({ name }) => name],
          // A URL can hold a password, which a screenshot must not show.
          ['Receiver', ({ url }) => url && redactUrls(url)],
          ['Events', ({ events }) => events?.join(', ')],
        ]}
        actions={(one) => (
          <>
            <Act of={test} with={[one]} title="Sends one delivery to this subscription alone">
              Test<span class="unseen"> {one.name}</span>
            </Act>
            <Act of={remove} with={[one.webhook_id ?? '']} class="danger">
              Remove<span class="unseen"> {one.name}</span>
            </Act>
          </>
        )}
      />
      <Outcome of={[remove, test]} />
      <Button aria-expanded={isMaking} onClick={() => setMaking(!isMaking)}>
        {isMaking ? 'Cancel' : 'Make a subscription'}
      </Button>
      {isMaking && (
        <NewSubscription
          taken={list.map(({ name }) => name ?? '')}
          onMade={() => {
            setMaking(false);
            onChange();
          }}
        />
      )}
      <CallOf request={request} />
    </Section>
  );
}

const freshKey = (): string => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))));

function NewSubscription({ taken, onMade }: { taken: readonly string[]; onMade: () => void }) {
  const { naming, toast } = useConsole();
  const kinds = eventTriggers(naming.authority).map(({ event }) => event);
  const [values, field, text] = useFields({
    name: `console-${taken.length + 1}`,
    url: 'http://127.0.0.1:3000/webhooks',
    events: kinds,
    secret: '',
    key: '',
    withPayload: true,
  });
  const { name, url, events, secret, key, withPayload } = values;
  const make = useAction(async (api) => {
    await api.call('createWebhook', {
      body: {
        name,
        // A deployment with other names has its own names of events, too.
        events: events as EventKind[],
        url,
        config: { include_payload: withPayload },
        signing_secret: secret || undefined,
        encryption_key: key || undefined,
      },
    });
    toast({ text: `The subscription ${name} is there.` });
    onMade();
  });
  const choose = (kind: string, isWanted: boolean) =>
    field('events').onValue(isWanted ? [...events, kind] : events.filter((other) => other !== kind));
  return (
    <Form class="form" of={make} onSubmit={make.run} label="Make a subscription">
      {text('name', 'Name', undefined, { required: true })}
      {text('url', 'Receiver', 'Where deliveries are posted to.', { required: true })}
      {text('secret', 'Signing secret', 'Left out, deliveries are not signed.')}
      {text('key', 'Encryption key', 'Base64 of 32 bytes. Left out, deliveries are not encrypted.')}
      <Button onClick={() => field('key').onValue(freshKey())}>Make a random key</Button>
      <fieldset>
        <legend>Events</legend>
        {kinds.map((kind) => (
          <CheckField
            key={kind}
            label={kind}
            value={events.includes(kind)}
            onValue={(isWanted) => choose(kind, isWanted)}
          />
        ))}
        <CheckField label="Include the payload" {...field('withPayload')} />
      </fieldset>
      <Submit class="main" of={make}>
        Subscribe
      </Submit>
      <Outcome of={[make]} />
    </Form>
  );
}

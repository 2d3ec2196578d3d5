import { useState } from 'preact/hooks';
import { eventTriggers } from '../../../spec/event-triggers.ts';
import { redactUrls } from '../../../spec/redact-urls.ts';
import type { Delivery, EventKind, Webhook } from '../../../spec/types.ts';
import { Code, Headers, Json, Unfold } from './code.tsx';
import { type Read, useAction, useConsole, useLiveList, useRead, useReadIf, useReloadOn } from './context.ts';
import { Act, Button, CheckField, Checks, FilterBar, Form, Submit, useFields } from './forms.tsx';
import { Badge, Detail, Head, Lines, Outcome, Section, When } from './parts.tsx';
import { matcherOf, PersonLink, useNames } from './person-names.tsx';
import { RecordTable } from './record-table.tsx';
import { isUuid, millis, moment, plural, short } from './text.ts';
import words from './words.json' with { type: 'json' };

const idOf = ({ delivery_id }: Delivery): string => delivery_id;

export function DeliveriesPage({ query }: { query: URLSearchParams }) {
  const read = useRead('listDeliveries');
  const deliveries = useLiveList('delivery', read, read.data?.deliveries ?? [], idOf);
  const names = useNames(deliveries.map(({ user_id }) => user_id));
  const webhooks = useRead('listWebhooks');
  const subscriptions = Array.isArray(webhooks.data) ? webhooks.data : (webhooks.data?.webhooks ?? []);
  const webhookName = (id: string) =>
    subscriptions.find(({ webhook_id }) => webhook_id === id)?.name ?? `${short(id)} (gone)`;
  const filter = query.get('filter') ?? '';
  const isMeant = matcherOf(filter);
  const found = deliveries.filter(({ webhook_id, event, user_id, state }) =>
    isMeant(event, state, webhookName(webhook_id), user_id, names(user_id).name, names(user_id).key),
  );
  const chosen = deliveries.find(({ delivery_id }) => delivery_id === query.get('delivery'));
  return (
    <>
      <Head of="deliveries" />
      <Subscriptions list={subscriptions} read={webhooks} />
      <Section id="list" outcome={[read]}>
        <FilterBar of="deliveries" query={query} name="filter">
          <p class="note" aria-live="polite">
            {deliveries.length > 0 && plural(found.length, 'delivery', 'deliveries')}
            {deliveries.length === 0 && words.noDeliveries[subscriptions.length === 0 ? 'none' : 'some']}
          </p>
        </FilterBar>
        <Unfold summary="Why no event?">
          <WhyNoEvent user={isUuid(filter) ? filter : undefined} />
        </Unfold>
        {query.get('delivery') && read.data && !chosen && <p class="remark">{words.gone.delivery}</p>}
        <RecordTable
          label="Deliveries"
          records={found}
          idOf={idOf}
          chosen={chosen?.delivery_id}
          choice={['delivery', 'Created']}
          columns={[
            ['Created', ({ created_at }) => <When at={created_at} />, 'when'],
            ['State', ({ state }) => <Badge kind={state}>{state}</Badge>],
            ['Event', ({ event }) => event],
            ['Person', ({ user_id }) => <PersonLink userId={user_id} names={names} />],
            ['Subscription', ({ webhook_id }) => webhookName(webhook_id), 'extra'],
            ['Attempts', ({ attempts }) => attempts.length, 'extra'],
            ['Last answer', ({ attempts }) => attempts.at(-1)?.status ?? attempts.at(-1)?.error, 'extra'],
            ['Next', ({ next_attempt_at }) => <When at={next_attempt_at} />, 'extra'],
          ]}
          detail={(one) => <DeliveryDetail key={one.delivery_id} delivery={one} names={names} />}
        />
      </Section>
    </>
  );
}

function WhyNoEvent({ user }: { user: string | undefined }) {
  const read = useRead('whyNoEvent', { query: { user_id: user } });
  return (
    <>
      <Lines class="remark" of={(read.data?.reasons ?? []).map(({ about, next }) => `${about} ${next}`)} />
      <Outcome of={[read]} />
    </>
  );
}

/** One delivery: its attempts, what was sent, and what a receiver with the right secrets finds in it. */
function DeliveryDetail({ delivery, names }: { delivery: Delivery; names: ReturnType<typeof useNames> }) {
  const { delivery_id, user_id, attempts, headers, body, state, next_attempt_at } = delivery;
  const path = { delivery_id };
  const opened = useReadIf(body !== null, 'openDelivery', { path });
  // Each attempt is sealed anew.
  useReloadOn(opened.reload, attempts.length);
  const again = useAction((api) => api.call('redeliver', { path }));
  return (
    <Detail query="delivery" label={`Delivery ${delivery_id}`}>
      <h3>
        {delivery.event} <Badge kind={state}>{state}</Badge>
      </h3>
      <p>
        About <PersonLink userId={user_id} names={names} /> · <code>{delivery_id}</code>
        {next_attempt_at && <> · next attempt {moment(next_attempt_at)} by the client's clock</>}
      </p>
      <div class="buttons">
        <Act of={again} with={[]} label="Deliver again" />
      </div>
      <Outcome of={[again]} />
      <RecordTable
        label="Attempts"
        records={attempts.map((attempt, index) => ({ ...attempt, number: index + 1 }))}
        columns={[
          ['Attempt', ({ number }) => number],
          ['At', ({ at }) => <When at={at} />, 'when'],
          ['Answer', ({ status, error }) => status ?? error],
          ['Took', ({ duration_ms }) => millis(duration_ms), 'number'],
        ]}
      />
      {body === null ? (
        <p class="note">Nothing was sent yet.</p>
      ) : (
        <div class="two">
          <div>
            <h4>As it was sent</h4>
            <Headers headers={headers} />
            <Code title="body" text={body} />
          </div>
          <div>
            <h4>Opened</h4>
            {opened.data && (
              <p class="remark">
                {words.signatures[opened.data.signature]} The body was{' '}
                {opened.data.encrypted ? 'encrypted.' : 'not encrypted.'} {opened.data.problem}
              </p>
            )}
            {opened.data?.body && <Json title="delivery body" value={opened.data.body} />}
            <Outcome of={[opened]} />
          </div>
        </div>
      )}
    </Detail>
  );
}

function Subscriptions({ list, read }: { list: readonly Webhook[]; read: Read<'listWebhooks'> }) {
  const { toast } = useConsole();
  const [isMaking, setMaking] = useState(false);
  const toggle = () => setMaking(!isMaking);
  const onMade = () => {
    setMaking(false);
    read.reload();
  };
  const remove = useAction(
    (api, webhook_id: string) => api.call('deleteWebhook', { path: { webhook_id } }),
    read.reload,
  );
  const test = useAction(async (api, { webhook_id = '', name }: Webhook) => {
    const { delivery_id } = await api.call('testSubscription', { body: { webhook_id } });
    const link = { href: `/console/deliveries?delivery=${delivery_id}`, name: 'See the delivery' };
    toast({ text: `A test was sent to ${name}.`, link });
  });
  return (
    <Section id="subscriptions" outcome={[remove, test, read]}>
      <RecordTable
        {...words.tables.subscriptions}
        records={list}
        columns={[
          ['Name', ({ name }) => name],
          // A URL can hold a password, which a screenshot must not show.
          ['Receiver', ({ url }) => url && redactUrls(url)],
          ['Events', ({ events }) => events?.join(', ')],
        ]}
        actions={(one) => (
          <>
            <Act of={test} with={[one]} title={words.testTitle} label="Test" about={one.name} />
            <Act of={remove} with={[one.webhook_id ?? '']} class="danger" label="Remove" about={one.name} />
          </>
        )}
      />
      <Button aria-expanded={isMaking} onClick={toggle} label={isMaking ? 'Cancel' : 'Make a subscription'} />
      {isMaking && <NewSubscription number={list.length + 1} onMade={onMade} />}
    </Section>
  );
}

const freshKey = (): string => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))));

function NewSubscription({ number, onMade }: { number: number; onMade: () => void }) {
  const { naming, toast } = useConsole();
  const kinds = eventTriggers(naming.authority).map(({ event }) => event);
  const usual = { url: 'http://127.0.0.1:3000/webhooks', secret: '', key: '', withPayload: true };
  const initial = { ...usual, name: `console-${number}`, events: kinds };
  const [values, field, texts] = useFields(initial, 'subscription');
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
  return (
    <Form class="form" of={make} onSubmit={make.run} label="Make a subscription">
      {texts('name', 'url', 'secret', 'key')}
      <Button onClick={() => field('key').onValue(freshKey())} label="Make a random key" />
      <Checks label="Events" of={kinds} chosen={events} onChosen={field('events').onValue}>
        <CheckField label="Include the payload" {...field('withPayload')} />
      </Checks>
      <Submit class="main" of={make} label="Subscribe" />
      <Outcome of={[make]} />
    </Form>
  );
}

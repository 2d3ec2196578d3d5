import { useEffect, useState } from 'preact/hooks';
import { useConsole, useLive, useRead, useReloadWith } from './context.ts';
import { type Delivery, DeliveryDetail } from './delivery-detail.tsx';
import { Badge, CallOf, Field, Problem, Section, Table } from './parts.tsx';
import { PersonLink, useNames } from './person-link.tsx';
import { setQuery } from './route.tsx';
import { Subscriptions } from './subscriptions.tsx';
import { moment, plural, short } from './text.ts';

/** So many are drawn at once. */
const SHOWN = 200;

/** Every delivery as it happens, and the subscriptions that they go to. */
export function DeliveriesPage({ query }: { query: URLSearchParams }) {
  const { deliveries, read } = useDeliveries();
  const nameOf = useNames();
  const webhooks = useRead('listWebhooks');
  const subscriptions = Array.isArray(webhooks.data) ? webhooks.data : (webhooks.data?.webhooks ?? []);
  const nameOfHook = (id: string) =>
    subscriptions.find(({ webhook_id }) => webhook_id === id)?.name ?? `${short(id)} (gone)`;
  const filter = (name: string) => query.get(name) ?? '';
  const found = deliveries.filter(
    (one) =>
      (!filter('webhook') || one.webhook_id === filter('webhook')) &&
      (!filter('event') || one.event === filter('event')) &&
      (!filter('person') || one.user_id === filter('person').trim().toLowerCase()) &&
      (!filter('state') || one.state === filter('state')),
  );
  const chosen = deliveries.find(({ delivery_id }) => delivery_id === filter('delivery'));
  const events = [...new Set(deliveries.map(({ event }) => event))].sort();
  const choices: [string, string, [string, string][]][] = [
    [
      'webhook',
      'Subscription',
      [...new Set(deliveries.map(({ webhook_id }) => webhook_id))].map((id) => [id, nameOfHook(id)]),
    ],
    ['event', 'Event', events.map((one) => [one, one])],
    ['state', 'State', ['pending', 'delivered', 'failed'].map((one) => [one, one])],
  ];
  return (
    <>
      <h1>Deliveries</h1>
      <Subscriptions
        list={subscriptions}
        request={webhooks.request}
        problem={webhooks.error}
        onChange={webhooks.reload}
      />
      <Section id="list" title="What was sent">
        <search class="row" aria-label="Filter deliveries">
          {choices.map(([name, label, values]) => (
            <Field key={name} label={label}>
              {(id) => (
                <select
                  id={id}
                  value={filter(name)}
                  onChange={(event) => setQuery({ [name]: event.currentTarget.value })}
                >
                  <option value="">all</option>
                  {values.map(([value, text]) => (
                    <option key={value} value={value}>
                      {text}
                    </option>
                  ))}
                </select>
              )}
            </Field>
          ))}
          <Field label="Person">
            {(id) => (
              <input
                id={id}
                placeholder="a user's id"
                value={filter('person')}
                onInput={(event) => setQuery({ person: event.currentTarget.value })}
              />
            )}
          </Field>
        </search>
        <Problem error={read.error} />
        <p class="note" aria-live="polite">
          {deliveries.length === 0
            ? 'Nothing was sent yet. Make a subscription, then trigger an event.'
            : `${plural(found.length, 'delivery', 'deliveries')}${found.length > SHOWN ? `, the newest ${SHOWN} shown` : ''}.`}
        </p>
        {found.length > 0 && (
          <Table label="Deliveries">
            <thead>
              <tr>
                <th>Created</th>
                <th>Event</th>
                <th>State</th>
                <th>Attempts</th>
                <th>Last answer</th>
                <th>Next</th>
                <th>Subscription</th>
                <th>Person</th>
              </tr>
            </thead>
            <tbody>
              {found.slice(0, SHOWN).map((one) => {
                const last = one.attempts.at(-1);
                const isChosen = one.delivery_id === chosen?.delivery_id;
                return (
                  <tr key={one.delivery_id} class={isChosen ? 'chosen' : ''}>
                    <td class="when">
                      <button
                        type="button"
                        class="link"
                        aria-expanded={isChosen}
                        onClick={() => setQuery({ delivery: isChosen ? '' : one.delivery_id })}
                      >
                        {moment(one.created_at)}
                      </button>
                    </td>
                    <td>{one.event}</td>
                    <td>
                      <Badge kind={one.state}>{one.state}</Badge>
                    </td>
                    <td>{one.attempts.length}</td>
                    <td>{last ? (last.status ?? last.error) : '–'}</td>
                    <td>{one.next_attempt_at ? moment(one.next_attempt_at) : '–'}</td>
                    <td>{nameOfHook(one.webhook_id)}</td>
                    <td>
                      <PersonLink userId={one.user_id} name={nameOf(one.user_id)} />
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </Table>
        )}
        {chosen && <DeliveryDetail key={chosen.delivery_id} delivery={chosen} />}
        <CallOf request={read.request} />
      </Section>
    </>
  );
}

/** All deliveries, newest first, kept up to date by what the sandbox tells. */
function useDeliveries() {
  const { epoch } = useConsole();
  const read = useRead('listDeliveries');
  const [changed, setChanged] = useState<ReadonlyMap<string, Delivery>>(new Map());
  const { data, reload } = read;
  // A connection that was lost may have missed some.
  useReloadWith(reload, epoch);
  // A newer list has what was told before it.
  useEffect(() => setChanged(new Map()), [data]);
  useLive('delivery', (delivery) =>
    setChanged((before) => new Map(before).set(delivery.delivery_id, delivery)),
  );
  const all = new Map((data?.deliveries ?? []).map((one) => [one.delivery_id, one]));
  for (const [id, one] of changed) all.set(id, one);
  return { deliveries: [...all.values()].reverse(), read };
}

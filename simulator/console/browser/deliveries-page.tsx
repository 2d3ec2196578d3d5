import type { Delivery } from '../../../spec/types.ts';
import { useAction, useLiveList, useRead, useReadIf, useReloadWith } from './context.ts';
import { Detail, Head, Split } from './layout.tsx';
import { Act, Badge, CallOf, Code, Headers, Json, Outcome, Problem, Section, TextField } from './parts.tsx';
import { matcherOf, PersonLink, useNames } from './people.tsx';
import { Choice, RecordTable } from './record-table.tsx';
import { setQuery } from './route.tsx';
import { Subscriptions } from './subscriptions.tsx';
import { moment, plural, short } from './text.ts';

const SHOWN = 200;

/** Every delivery as it happens, and the subscriptions that they go to. */
export function DeliveriesPage({ query }: { query: URLSearchParams }) {
  const read = useRead('listDeliveries');
  const deliveries = useLiveList(
    'delivery',
    read,
    (data) => data.deliveries,
    ({ delivery_id }) => delivery_id,
  );
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
      <Head
        title="Deliveries"
        lead="What the sandbox sends to webhook receivers, as it happens."
        help="A subscription names a receiver and the events that it is told of. A delivery that is not answered with a 2xx status is repeated later, by the client's clock: move the clock to see the next attempt."
      />
      <Subscriptions
        list={subscriptions}
        request={webhooks.request}
        problem={webhooks.error}
        onChange={webhooks.reload}
      />
      <Section id="list" title="What was sent">
        <TextField
          label="Filter"
          type="search"
          hint="A person's name, an event, a state or a subscription."
          value={filter}
          onValue={(value) => setQuery({ filter: value })}
        />
        <Problem error={read.error} />
        <p class="note" aria-live="polite">
          {deliveries.length === 0
            ? 'Nothing was sent yet. Make a subscription, then trigger an event.'
            : `${plural(found.length, 'delivery', 'deliveries')}${found.length > SHOWN ? `, the newest ${SHOWN} shown` : ''}.`}
        </p>
        {query.get('delivery') && read.data && !chosen && (
          <p class="remark">The delivery of this link is not there any more.</p>
        )}
        <Split detail={chosen && <DeliveryDetail key={chosen.delivery_id} delivery={chosen} names={names} />}>
          <RecordTable
            label="Deliveries"
            records={found.slice(0, SHOWN)}
            idOf={({ delivery_id }) => delivery_id}
            chosen={chosen?.delivery_id}
            columns={[
              [
                'Created',
                ({ delivery_id, created_at }) => (
                  <Choice query="delivery" id={delivery_id} chosen={chosen?.delivery_id}>
                    {moment(created_at)}
                  </Choice>
                ),
                'when',
              ],
              ['Event', ({ event }) => event],
              ['State', ({ state }) => <Badge kind={state}>{state}</Badge>],
              ['Person', ({ user_id }) => <PersonLink userId={user_id} names={names} />],
              ['Subscription', ({ webhook_id }) => webhookName(webhook_id)],
              ['Attempts', ({ attempts }) => attempts.length],
              ['Last answer', ({ attempts }) => attempts.at(-1)?.status ?? attempts.at(-1)?.error ?? '–'],
              ['Next', ({ next_attempt_at }) => moment(next_attempt_at)],
            ]}
          />
        </Split>
        <CallOf request={read.request} />
      </Section>
    </>
  );
}

const words = {
  valid: 'The signature is right.',
  wrong: 'The signature is wrong.',
  none: 'It is not signed: the subscription has no signing secret.',
};

/** One delivery: its attempts, what was sent, and what a receiver with the right secrets finds in it. */
function DeliveryDetail({ delivery, names }: { delivery: Delivery; names: ReturnType<typeof useNames> }) {
  const { delivery_id, user_id, attempts, headers, body, state, next_attempt_at } = delivery;
  const path = { delivery_id };
  const opened = useReadIf(body !== null, 'openDelivery', { path });
  // Each attempt is sealed anew.
  useReloadWith(opened.reload, attempts.length);
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
        <Act of={again} with={[]}>
          Deliver again
        </Act>
      </div>
      <Outcome of={[again]} />
      <RecordTable
        label="Attempts"
        records={attempts.map((attempt, index) => ({ ...attempt, number: index + 1 }))}
        idOf={({ number }) => String(number)}
        columns={[
          ['Attempt', ({ number }) => number],
          ['At', ({ at }) => moment(at)],
          ['Answer', ({ status, error }) => status ?? error],
          ['Took', ({ duration_ms }) => `${Math.round(duration_ms)} ms`, 'number'],
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
            <Problem error={opened.error} />
            {opened.data && (
              <>
                <p class="remark">
                  {words[opened.data.signature]}{' '}
                  {opened.data.encrypted ? 'The body was encrypted.' : 'The body was not encrypted.'}{' '}
                  {opened.data.problem}
                </p>
                {opened.data.body !== null && <Json title="delivery body" value={opened.data.body} />}
              </>
            )}
            <CallOf request={opened.request} />
          </div>
        </div>
      )}
    </Detail>
  );
}

import type { Delivery } from '../../../spec/types.ts';
import { useAction, useReadIf, useReloadWith } from './context.ts';
import { Badge, CallOf, Code, Headers, Json, Outcome, Problem } from './parts.tsx';
import { RecordTable } from './record-table.tsx';
import { moment } from './text.ts';

const words = {
  valid: 'The signature is right.',
  wrong: 'The signature is wrong.',
  none: 'It is not signed: the subscription has no signing secret.',
};

/** One delivery: its attempts, what was sent, and what a receiver with the right secrets finds in it. */
export function DeliveryDetail({ delivery }: { delivery: Delivery }) {
  const { delivery_id, attempts, headers, body, state, next_attempt_at } = delivery;
  const path = { delivery_id };
  const opened = useReadIf(body !== null, 'openDelivery', { path });
  const { reload } = opened;
  // Each attempt is sealed anew.
  useReloadWith(reload, attempts.length);
  const again = useAction((api) => api.call('redeliver', { path }));
  return (
    <article class="detail" aria-label={`Delivery ${delivery_id}`}>
      <h3>
        {delivery.event} <Badge kind={state}>{state}</Badge>
      </h3>
      <p>
        <code>{delivery_id}</code>
        {next_attempt_at && <> · next attempt {moment(next_attempt_at)} by the client's clock</>}
      </p>
      <div class="buttons">
        <button type="button" disabled={again.isBusy} onClick={() => again.run()}>
          Deliver again
        </button>
      </div>
      <Outcome actions={[again]} />
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
    </article>
  );
}

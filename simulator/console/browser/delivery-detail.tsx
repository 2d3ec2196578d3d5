import type { components } from '../../../spec/generated/sandbox.ts';
import { useAction, useReadIf, useReloadWith } from './context.ts';
import { Badge, CallOf, Code, Json, Made, Problem, Table } from './parts.tsx';
import { moment } from './text.ts';

export type Delivery = components['schemas']['Delivery'];

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
      <Problem error={again.error} />
      <Made requests={again.made} />
      {attempts.length > 0 && (
        <Table label="Attempts">
          <thead>
            <tr>
              <th>Attempt</th>
              <th>At</th>
              <th>Answer</th>
              <th class="number">Took</th>
            </tr>
          </thead>
          <tbody>
            {attempts.map((one, index) => (
              <tr key={`${index} ${one.at}`}>
                <td>{index + 1}</td>
                <td>{moment(one.at)}</td>
                <td>{one.status ?? one.error}</td>
                <td class="number">{Math.round(one.duration_ms)} ms</td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {body === null ? (
        <p class="note">Nothing was sent yet.</p>
      ) : (
        <div class="two">
          <div>
            <h4>As it was sent</h4>
            <Code
              title="headers"
              text={Object.entries(headers ?? {})
                .map(([name, value]) => `${name}: ${value}`)
                .join('\n')}
            />
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

import type { ComponentProps } from 'preact';
import type { SuccessBody } from '../../../spec/operations.ts';
import type { Fault } from '../../../spec/types.ts';
import { accepted } from './api.ts';
import { useAction, useConsole, useLive, useLoaded, useRead } from './context.ts';
import { Act, CallOf, LateInput, Outcome, Select, sameText } from './parts.tsx';
import { RecordTable } from './record-table.tsx';
import { plural } from './text.ts';

type Active = SuccessBody<'listFaults'>['faults'][number];
type Document = { paths: Record<string, Record<string, { operationId?: string; summary?: string }>> };

const statuses = [400, 401, 403, 404, 409, 422, 429, 500, 502, 503, 504];
const EVERY = '';

export function FaultsPage() {
  const { api } = useConsole();
  const contract = useLoaded(
    '/openapi.json',
    async (): Promise<Document> =>
      (await accepted(api.send({ method: 'GET', path: '/openapi.json' }))).json(),
  );
  const read = useRead('listFaults');
  const faults = read.data?.faults ?? [];
  useLive('request', read.reload);
  const set = useAction(
    (api, wanted: readonly Fault[]) => api.call('setFaults', { body: { faults: [...wanted] } }),
    read.reload,
  );
  const plain = faults.map(({ struck: _, ...fault }): Fault => fault);
  /** Puts a fault in the place of the first one of its operation. */
  const put = (operation: string, fault: Fault | undefined) => {
    const index = plain.findIndex((one) => (one.operation ?? EVERY) === operation);
    const next = [...plain];
    if (index < 0) next.push(...(fault ? [fault] : []));
    else next.splice(index, 1, ...(fault ? [fault] : []));
    void set.run(next);
  };
  const operations = Object.values(contract.data?.paths ?? {})
    .flatMap((item) => Object.values(item))
    .flatMap(({ operationId, summary }) =>
      operationId ? [{ operation: operationId, summary: summary ?? '' }] : [],
    )
    .sort((a, b) => (a.operation < b.operation ? -1 : 1));
  const rows = [{ operation: EVERY, summary: 'Every operation' }, ...operations].map((one) => {
    const fault = faults.find(({ operation }) => (operation ?? EVERY) === one.operation);
    const change = (values: Partial<Fault>) => put(one.operation, changed(one.operation, fault, values));
    return { ...one, name: one.operation || 'every operation', fault, change };
  });
  return (
    <>
      <h1>Faults</h1>
      <p class="lead">
        Make calls fail, wait or lose their connection, to test what your code does then. They apply to this
        console's own calls to the service, too.
      </p>
      <div class="buttons">
        <span class="note">
          {faults.length === 0
            ? 'No faults are on.'
            : `${plural(faults.length, 'fault')} on: ${faults.map(({ operation }) => operation ?? 'every operation').join(', ')}.`}
        </span>
        <Act of={set} with={[[]]} disabled={faults.length === 0}>
          Switch all off
        </Act>
      </div>
      <Outcome of={[set, contract, read]} />
      <RecordTable
        label="Faults by operation"
        records={rows}
        idOf={({ operation }) => operation}
        chosen={({ fault }) => fault !== undefined}
        columns={[
          [
            'Operation',
            ({ operation, summary }) => (
              <>
                {summary}
                {operation && <br />}
                {operation && <code>{operation}</code>}
              </>
            ),
            'heading',
          ],
          [
            'Answers',
            ({ name, fault, change }) => (
              <Select
                aria-label={`Status of ${name}`}
                value={String(fault?.status ?? '')}
                onValue={(status) => change({ status: Number(status) || undefined })}
                options={[['', 'normally'], ...sameText(statusesWith(fault))]}
              />
            ),
          ],
          [
            'Waits, ms',
            ({ name, fault, change }) => (
              <NumberInput
                {...{ 'aria-label': `Delay of ${name}`, min: 0, max: 60_000, placeholder: '0' }}
                value={fault?.latency_ms}
                onValue={(latency_ms) => change({ latency_ms })}
              />
            ),
          ],
          [
            'Drops connection',
            ({ name, fault, change }) => (
              <input
                type="checkbox"
                aria-label={`Drop the connection of ${name}`}
                checked={fault?.drop ?? false}
                onChange={(event) => change({ drop: event.currentTarget.checked })}
              />
            ),
          ],
          [
            'Times',
            ({ name, fault, change }) => (
              <NumberInput
                {...{ 'aria-label': `Times for ${name}`, min: 1, placeholder: 'always', disabled: !fault }}
                value={fault?.times}
                onValue={(times) => change({ times })}
              />
            ),
          ],
          ['Applied', ({ fault }) => fault?.struck, 'number'],
        ]}
      />
      <CallOf request={read.request} />
    </>
  );
}

const statusesWith = (fault: Fault | undefined): string[] =>
  [...new Set([...statuses, ...(fault?.status ? [fault.status] : [])])].map(String);

/** A fault with other values; undefined when it would do nothing: a number of times alone is not a fault. */
function changed(operation: string, fault: Active | undefined, values: Partial<Fault>): Fault | undefined {
  const { struck: _, ...before } = fault ?? { struck: 0 };
  const next: Fault = { operation: operation === EVERY ? undefined : operation, ...before, ...values };
  if (next.drop === false) delete next.drop;
  const does = next.status !== undefined || next.latency_ms !== undefined || next.drop;
  return does ? JSON.parse(JSON.stringify(next)) : undefined;
}

type NumberProps = Omit<ComponentProps<typeof LateInput>, 'type' | 'value' | 'onValue'> & {
  value: number | undefined;
  onValue: (value: number | undefined) => void;
};

const NumberInput = ({ value, onValue, ...rest }: NumberProps) => (
  <LateInput
    {...rest}
    type="number"
    value={value === undefined ? '' : String(value)}
    onValue={(text) => onValue(text === '' ? undefined : Number(text))}
  />
);

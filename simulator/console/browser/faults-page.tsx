import { useEffect, useState } from 'preact/hooks';
import type { SuccessBody } from '../../../spec/operations.ts';
import type { Fault } from '../../../spec/types.ts';
import { accepted } from './api.ts';
import { useAction, useConsole, useLive, useLoaded, useRead } from './context.ts';
import { Button, CallOf, Made, Problem, Table } from './parts.tsx';
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
  const set = useAction(async (api, wanted: readonly Fault[]) => {
    await api.call('setFaults', { body: { faults: [...wanted] } });
    read.reload();
  });
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
        <Button disabled={set.isBusy || faults.length === 0} onClick={() => set.run([])}>
          Switch all off
        </Button>
      </div>
      <Problem error={contract.error ?? read.error ?? set.error} />
      <Made requests={set.made} />
      <Table label="Faults by operation">
        <thead>
          <tr>
            <th>Operation</th>
            <th>Answers</th>
            <th>Waits, ms</th>
            <th>Drops connection</th>
            <th>Times</th>
            <th class="number">Applied</th>
          </tr>
        </thead>
        <tbody>
          {[{ operation: EVERY, summary: 'Every operation' }, ...operations].map((one) => (
            <FaultRow
              key={one.operation}
              {...one}
              fault={faults.find(({ operation }) => (operation ?? EVERY) === one.operation)}
              onFault={(fault) => put(one.operation, fault)}
            />
          ))}
        </tbody>
      </Table>
      <CallOf request={read.request} />
    </>
  );
}

type RowProps = {
  operation: string;
  summary: string;
  fault: Active | undefined;
  onFault: (fault: Fault | undefined) => void;
};

function FaultRow({ operation, summary, fault, onFault }: RowProps) {
  const change = (values: Partial<Fault>) => {
    const { struck: _, ...before } = fault ?? { struck: 0 };
    const next: Fault = { operation: operation === EVERY ? undefined : operation, ...before, ...values };
    if (next.drop === false) delete next.drop;
    const does = next.status !== undefined || next.latency_ms !== undefined || next.drop;
    // A number of times alone is not a fault.
    onFault(does ? (JSON.parse(JSON.stringify(next)) as Fault) : undefined);
  };
  const name = operation || 'every operation';
  return (
    <tr class={fault ? 'chosen' : ''}>
      <th scope="row">
        {summary}
        {operation && (
          <>
            <br />
            <code>{operation}</code>
          </>
        )}
      </th>
      <td>
        <select
          aria-label={`Status of ${name}`}
          value={String(fault?.status ?? '')}
          onChange={(event) => change({ status: Number(event.currentTarget.value) || undefined })}
        >
          <option value="">normally</option>
          {[...new Set([...statuses, ...(fault?.status ? [fault.status] : [])])].map((one) => (
            <option key={one} value={String(one)}>
              {one}
            </option>
          ))}
        </select>
      </td>
      <td>
        <NumberInput
          label={`Delay of ${name}`}
          max={60_000}
          value={fault?.latency_ms}
          onValue={(value) => change({ latency_ms: value })}
        />
      </td>
      <td>
        <input
          type="checkbox"
          aria-label={`Drop the connection of ${name}`}
          checked={fault?.drop ?? false}
          onChange={(event) => change({ drop: event.currentTarget.checked })}
        />
      </td>
      <td>
        <NumberInput
          label={`Times for ${name}`}
          min={1}
          placeholder="always"
          isDisabled={!fault}
          value={fault?.times}
          onValue={(value) => change({ times: value })}
        />
      </td>
      <td class="number">{fault ? fault.struck : ''}</td>
    </tr>
  );
}

type NumberProps = {
  label: string;
  value: number | undefined;
  onValue: (value: number | undefined) => void;
  min?: number;
  max?: number;
  placeholder?: string;
  isDisabled?: boolean;
};

/** A number that is taken when it is left or entered. */
function NumberInput({
  label,
  value,
  onValue,
  min = 0,
  max,
  placeholder = '0',
  isDisabled = false,
}: NumberProps) {
  const [text, setText] = useState('');
  useEffect(() => setText(value === undefined ? '' : String(value)), [value]);
  const commit = () => {
    const given = text === '' ? undefined : Number(text);
    if (given !== value) onValue(given);
  };
  return (
    <input
      type="number"
      aria-label={label}
      {...{ min, max, placeholder, disabled: isDisabled }}
      value={text}
      onInput={(event) => setText(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => event.key === 'Enter' && commit()}
    />
  );
}

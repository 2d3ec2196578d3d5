import { useEffect, useState } from 'preact/hooks';
import type { Fault } from '../../../spec/types.ts';
import { useAction, useLive, useRead } from './context.ts';
import { CallOf, Made, Problem, Table } from './parts.tsx';
import { plural } from './text.ts';

type Active = Fault & { struck: number };
type Document = { paths: Record<string, Record<string, { operationId?: string; summary?: string }>> };

const statuses = [400, 401, 403, 404, 409, 422, 429, 500, 502, 503, 504];
const EVERY = '';

/** Faults by operation: what goes wrong when somebody calls it. */
export function FaultsPage() {
  const contract = useRead<Document>({ method: 'GET', path: '/openapi.json' });
  const read = useRead<{ faults: Active[] }>({ method: 'GET', path: '/_sandbox/faults' });
  const faults = read.data?.faults ?? [];
  useLive('request', read.reload);
  const set = useAction(async (api, wanted: readonly Fault[]) => {
    await api.call({ method: 'PUT', path: '/_sandbox/faults', body: { faults: wanted } });
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
        Let calls fail, wait or break off, to see what your code does then. This console's own calls to the
        service are struck as well.
      </p>
      <div class="buttons">
        <span class="note">
          {faults.length === 0
            ? 'No fault is on.'
            : `${plural(faults.length, 'fault')} on: ${faults.map(({ operation }) => operation ?? 'every operation').join(', ')}.`}
        </span>
        <button type="button" disabled={set.isBusy || faults.length === 0} onClick={() => set.run([])}>
          Switch all off
        </button>
      </div>
      <Problem error={contract.error ?? read.error ?? set.error} />
      <Made requests={set.made} />
      <Table label="Faults by operation">
        <thead>
          <tr>
            <th>Operation</th>
            <th>Answers</th>
            <th>Waits, ms</th>
            <th>Breaks off</th>
            <th>Times</th>
            <th class="number">Struck</th>
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
    const next: Fault = { ...(operation !== EVERY && { operation }), ...before, ...values };
    if (next.drop === false) delete next.drop;
    const does = next.status !== undefined || next.latency_ms !== undefined || next.drop;
    // A number of times alone is no fault.
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
          <option value="">as ever</option>
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
          aria-label={`Break off ${name}`}
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

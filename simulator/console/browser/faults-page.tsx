import { routes } from '../../../spec/generated/routes.ts';
import type { Fault } from '../../../spec/types.ts';
import { useAction, useConsole, useLive, useRead } from './context.ts';
import { Act, CheckField, Form, SelectField, Submit, sameText, useFields } from './forms.tsx';
import { Head, Section } from './parts.tsx';
import { RecordTable } from './record-table.tsx';
import { moment, plural } from './text.ts';
import words from './words.json' with { type: 'json' };

/** Faults belong to the service's own operations. */
const operations = Object.entries(routes)
  .filter(([, { path }]) => !path.startsWith('/_sandbox'))
  .map(([operation, { method, path }]) => [operation, `${operation}: ${method} ${path}`] as const)
  .sort(([a], [b]) => (a < b ? -1 : 1));
const anyOperation = [['', 'every operation'] as const, ...operations];
const statuses = [400, 401, 403, 404, 409, 422, 429, 500, 502, 503, 504].map(String);

export function FaultsPage() {
  const { clock } = useConsole();
  const read = useRead('listFaults');
  const faults = read.data?.faults ?? [];
  useLive('request', read.reload);
  const set = useAction((api, faults: Fault[]) => api.call('setFaults', { body: { faults } }), read.reload);
  const plain = faults.map(({ struck: _, ...fault }): Fault => fault);
  return (
    <>
      <Head of="faults" />
      <Section id="presets">
        <ul class="cards">
          {Object.entries(presetsAt(Date.parse(clock?.now ?? '') || 0)).map(([key, made]) => {
            const [name, about] = words.presets[key as keyof typeof words.presets];
            return (
              <li class="card" key={key}>
                <h3>{name}</h3>
                <p>{about}</p>
                <Act of={set} with={[[...made, ...plain]]} label="Switch on" about={name} />
              </li>
            );
          })}
        </ul>
      </Section>
      <Section id="new">
        <FaultForm isBusy={set.isBusy} onFault={(fault) => set.run([fault, ...plain])} />
      </Section>
      <Section id="on" outcome={[set, read]}>
        <p class="note" role="status">
          {faults.length === 0
            ? 'No faults are on.'
            : `${plural(faults.length, 'fault')} on: ${faults.map(subjectOf).join(', ')}.`}
        </p>
        <RecordTable
          label="Faults that are on"
          records={faults.map((fault, index) => ({ fault, index }))}
          columns={[
            ['Concerns', ({ fault }) => subjectOf(fault), 'heading'],
            ['Does', ({ fault }) => effectOf(fault)],
            ['When', ({ fault }) => timeOf(fault)],
            ['Applied', ({ fault }) => plural(fault.struck, 'time')],
          ]}
          actions={({ fault, index }) => (
            <Act of={set} with={[plain.toSpliced(index, 1)]} label="Switch off" about={subjectOf(fault)} />
          )}
        />
        <Act of={set} with={[[]]} disabled={faults.length === 0} label="Switch all off" />
      </Section>
    </>
  );
}

const none = { operation: '', status: '', wait: '', times: '', drop: false };

function FaultForm({ isBusy, onFault }: { isBusy: boolean; onFault: (fault: Fault) => void }) {
  const [values, field, texts] = useFields(none, 'fault');
  const { operation, status, wait, times, drop } = values;
  const fault: Fault = {
    operation: operation || undefined,
    status: Number(status) || undefined,
    latency_ms: Number(wait) || undefined,
    drop: drop || undefined,
    times: Number(times) || undefined,
  };
  return (
    <Form class="row" of={{ isBusy }} onSubmit={() => onFault(fault)} label="A fault of your own">
      <SelectField label="Operation" {...field('operation')} options={anyOperation} />
      <SelectField label="Answers" {...field('status')} options={[['', 'normally'], ...sameText(statuses)]} />
      {texts('wait', 'times')}
      <CheckField label="Drop the connection" {...field('drop')} />
      <Submit class="main" of={{ isBusy }} disabled={effectOf(fault) === ''} label="Switch it on" />
    </Form>
  );
}

const HOUR = 3_600_000;
const instant = (time: number): string => new Date(time).toISOString();

/** Situations that a client of the service has to live through, from the client's time on. */
function presetsAt(now: number): Record<keyof typeof words.presets, Fault[]> {
  const today = Math.floor(now / (24 * HOUR)) * 24 * HOUR;
  const monday = today + ((8 - new Date(now).getUTCDay()) % 7) * 24 * HOUR;
  const calls = ['queryPayrollConnection', 'createDirectConnection', 'submitMfa'];
  return {
    provider: calls.map((operation) => ({ operation, status: 503, until: instant(now + HOUR) })),
    monday: [{ latency_ms: 3000, from: instant(monday), until: instant(monday + 24 * HOUR) }],
    twice: [{ duplicate: true }],
  };
}

const subjectOf = ({ operation, duplicate }: Fault): string =>
  duplicate ? 'webhook deliveries' : (operation ?? 'every operation');

const effectOf = ({ status, latency_ms, drop, duplicate, probability }: Fault): string =>
  [
    latency_ms && `waits ${latency_ms} ms`,
    drop && 'drops the connection',
    status && `answers ${status}`,
    duplicate && 'arrive twice',
    probability !== undefined && `in ${Math.round(probability * 100)}% of cases`,
  ]
    .filter(Boolean)
    .join(', ');

const timeOf = ({ from, until, times }: Fault): string =>
  [from && `from ${moment(from)}`, until && `until ${moment(until)}`, times && plural(times, 'time')]
    .filter(Boolean)
    .join(' ') || 'always';

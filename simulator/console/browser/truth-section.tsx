import { useRead } from './context.ts';
import { Badge, CallOf, Section } from './parts.tsx';
import { RecordTable } from './record-table.tsx';

const text = (value: unknown): string =>
  value === null ? 'nothing' : typeof value === 'string' ? value : JSON.stringify(value);

/** What is not true in what a person handed in, and what is odd and lawful; nothing for most people. */
export function TruthSection({ userId }: { userId: string }) {
  const { data, request } = useRead('getTruth', { path: { user_id: userId } });
  const cases = [...(data?.discrepancies ?? []), ...(data?.lawful ?? [])];
  if (!data || cases.length === 0) return null;
  const values = data.discrepancies.flatMap(({ values }) => values);
  return (
    <Section id="truth" title="The truth">
      {cases.map(({ kind, month, about }) => (
        <p key={kind}>
          <Badge kind={data.is_honest ? 'linked' : 'failed'}>
            {data.is_honest ? `lawful: ${kind}` : kind}
          </Badge>{' '}
          {month}: the person {about}.
        </p>
      ))}
      {data.discrepancies.map(({ relation, rule }) => (
        <p class="note" key={relation}>
          Broken: <code>{relation}</code>. {rule}
        </p>
      ))}
      <RecordTable
        label="Values that are not true"
        records={values.map((value, index) => ({ ...value, row: String(index) }))}
        idOf={({ row }) => row}
        columns={[
          ['Source', ({ source }) => source],
          ['Where', ({ path }) => path],
          ['Shown', ({ shown }) => text(shown)],
          ['True', ({ right }) => text(right)],
        ]}
      />
      <CallOf label="The truth:" request={request} />
    </Section>
  );
}

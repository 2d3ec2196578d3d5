import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { SuccessBody } from '../../../spec/operations.ts';
import { CallOf } from './code.tsx';
import type { PersonProps, Read } from './context.ts';
import { Badge, Section } from './parts.tsx';
import { RecordTable } from './record-table.tsx';
import { Link } from './route.tsx';
import { day } from './text.ts';

export type WrongValue = SuccessBody<'getTruth'>['discrepancies'][number]['values'][number];

export const TruthContext = createContext<readonly WrongValue[]>([]);

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> => Object(value);

const isSame = (shown: unknown, element: object): boolean =>
  Object.entries(element).every(([name, value]) => fieldsOf(shown)[name] === value);

/** What is true in place of a record's value or an element of its lists: null for nothing, undefined where the shown is true. */
export function useTruth(): (id: string, path: string, element?: object) => unknown {
  const wrong = useContext(TruthContext);
  return (id, path, element) =>
    wrong.find((one) => one.id === id && one.path === path && (!element || isSame(one.shown, element)))
      ?.right;
}

/** A field of what is true in an element's place, where it differs. */
export function rightField(right: unknown, element: object, name: string): unknown {
  if (right === undefined || right === null) return right;
  const value = fieldsOf(right)[name];
  return value === fieldsOf(element)[name] ? undefined : value;
}

function textOf(value: unknown, path: string): string {
  if (value === null) return 'nothing';
  if (typeof value !== 'object') return String(value);
  if (path === '') return 'all of it';
  const parts = Object.values(fieldsOf(value)).filter((part) => part && typeof part === 'string');
  return parts.join(', ');
}

function RecordOf({ dossier, of: { source, id } }: { dossier: PersonProps['dossier']; of: WrongValue }) {
  const found = <T extends { id: string }>(list: readonly T[]) => list.find((one) => one.id === id);
  const slip = found(dossier.payroll_submissions)?.income_information;
  if (slip) return <Link href={`?payslip=${id}`}>payslip of {day(slip.pay_date)}</Link>;
  const statement = found(dossier.bank_statement_submissions)?.statement_period;
  if (statement) return <Link href={`?statement=${id}`}>statement from {day(statement.start_date)}</Link>;
  const income = found(dossier.income_submissions);
  return <>{income ? `tax record from ${day(income.income_period?.start)}` : `${source}, not handed in`}</>;
}

export const casesOf = (data: SuccessBody<'getTruth'> | undefined) => [
  ...(data?.discrepancies ?? []).map((one) => ({ ...one, isLawful: false })),
  ...(data?.lawful ?? []).map((one) => ({ ...one, isLawful: true })),
];

/** What is not true in what a person handed in, and what is odd and lawful; nothing for most people. */
export function TruthSection({ dossier, read }: { dossier: PersonProps['dossier']; read: Read<'getTruth'> }) {
  const { data, request } = read;
  const cases = casesOf(data);
  if (!data || cases.length === 0) return null;
  return (
    <Section id="truth">
      {cases.map(({ kind, month, about, isLawful }) => (
        <p key={kind}>
          <Badge kind={isLawful ? 'linked' : 'failed'}>{isLawful ? `lawful: ${kind}` : kind}</Badge> {month}:
          the person {about}.
        </p>
      ))}
      {data.discrepancies.map(({ relation, also, rule }) => (
        <p class="note" key={relation}>
          Broken: <code>{[relation, also].filter(Boolean).join(' and ')}</code>. {rule}
        </p>
      ))}
      <RecordTable
        label="Values that are not true"
        records={data.discrepancies.flatMap(({ values }) => values)}
        columns={[
          ['In', (one) => <RecordOf dossier={dossier} of={one} />, 'when'],
          ['Where', ({ path }) => path],
          ['Shown', ({ shown, path }) => textOf(shown, path)],
          ['True', ({ right, path }) => textOf(right, path)],
        ]}
      />
      <CallOf label="The truth:" request={request} />
    </Section>
  );
}

import { requestFor } from '../../../spec/caller.ts';
import type { PayrollSubmission } from '../../../spec/types.ts';
import { CallOf, Json } from './code.tsx';
import type { PersonProps } from './context.ts';
import { Amount, type Figure, payslipSource, SourceOf, True, useAsked, ValueAndTruth } from './figures.tsx';
import { Badge, Detail, Facts, Section } from './parts.tsx';
import { RecordTable } from './record-table.tsx';
import { day, pounds } from './text.ts';
import { rightField, useTruth } from './truth.tsx';
import words from './words.json' with { type: 'json' };

const payDateOf = (one: PayrollSubmission): string => one.income_information?.pay_date ?? '';

/** Every payslip that the service holds, newest first; the one that is chosen is shown as a document. */
export function PayslipsSection({ dossier, shown }: PersonProps & { shown: string }) {
  const { user_id } = dossier.user;
  const rightOf = useTruth();
  const slips = [...dossier.payroll_submissions].sort((a, b) => (payDateOf(a) < payDateOf(b) ? 1 : -1));
  const pay = (name: string, field: 'gross_pay' | 'net_pay') => ({
    name,
    figure: (slip: PayrollSubmission): Figure => ({
      name: `${name} pay of ${day(payDateOf(slip))}, ${slip.id.slice(0, 8)}`,
      amount: slip.income_information?.earnings?.[field],
      right: rightOf(slip.id, `income_information.earnings.${field}`),
      source: payslipSource(user_id, [slip.id], `earnings?.${field}`),
    }),
  });
  const employer = ({ id, employment_information: work }: PayrollSubmission) => (
    <>
      {work?.employer_name ?? '–'} <True of={rightOf(id, 'employment_information.employer_name')} />
      <True of={rightOf(id, '')} />
    </>
  );
  const trust = ({ trust_score }: PayrollSubmission) => (
    <Badge kind={`trust-${trust_score}`.toLowerCase()}>{trust_score ?? '–'}</Badge>
  );
  return (
    <Section id="payslips">
      <RecordTable
        {...words.tables.payslips}
        records={slips}
        idOf={({ id }) => id}
        chosen={shown}
        choice={['payslip', 'Pay day']}
        columns={[
          ['Pay day', (slip) => day(payDateOf(slip)), 'when'],
          ['Employer', employer],
          pay('Gross', 'gross_pay'),
          pay('Net', 'net_pay'),
          ['Trust', trust],
          ['Source', ({ source }) => source ?? '–', 'extra'],
        ]}
        detail={(slip) => <Payslip key={slip.id} userId={user_id} slip={slip} />}
      />
      <CallOf label="Payslips:" request={requestFor('inspectUser', { path: { user_id } })} />
    </Section>
  );
}

type Line = { what: string; figure: Figure; note?: string | null | undefined; right?: unknown };

type Element = Partial<
  Record<'description' | 'type' | 'amount' | 'quantity' | 'rate' | 'unit', string | null | undefined>
>;

/** 37.5 hours, 1 hour. */
const plural = (unit: string | null | undefined, quantity: string): string =>
  !unit || Number(quantity) === 1 || unit.endsWith('s') ? (unit ?? '') : `${unit}s`;

/** A tax year by both of its calendar years, 2026/27. */
const taxYear = (begins: number | null | undefined): string =>
  begins == null ? '' : `${begins}/${String(begins + 1).slice(-2)}`;

type LinesProps = { title: string; of: readonly Line[]; total: Line; asked: ReturnType<typeof useAsked> };

function Lines({ title, of, total, asked }: LinesProps) {
  const row = ({ what, figure, note, right }: Line) => (
    <tr key={figure.name}>
      <td>
        {what}
        {note && <small> {note}</small>} <True of={right ?? undefined} />
      </td>
      <td class="number">
        <Amount figure={figure} asked={asked} />
      </td>
    </tr>
  );
  return (
    <table>
      <caption>{title}</caption>
      <tbody>{of.map(row)}</tbody>
      <tfoot>{row(total)}</tfoot>
    </table>
  );
}

const yearToDate = Object.entries(words.yearToDate) as [keyof typeof words.yearToDate, string][];

function Payslip({ userId, slip }: { userId: string; slip: PayrollSubmission }) {
  const asked = useAsked();
  const rightOf = useTruth();
  const rightIn = (path: string) => <True of={rightOf(slip.id, path)} />;
  const valueIn = (value: string | null | undefined, path: string) => (
    <ValueAndTruth value={value} right={rightOf(slip.id, path)} />
  );
  const { identity_information: who, employment_information: work, income_information: income } = slip;
  const { earnings, deductions } = income ?? {};
  const { address } = who ?? {};
  const year = earnings?.year_to_date;
  const period = `${day(income?.pay_interval_start)} to ${day(income?.pay_interval_end)}`;
  const figures: Figure[] = [];
  const line = (what: string, amount: Element['amount'], place: string): Line => {
    const dotted = place.replaceAll('?.[', '[').replaceAll('?.', '.');
    const right = rightOf(slip.id, `income_information.${dotted}`);
    const source = payslipSource(userId, [slip.id], place);
    const figure: Figure = { name: `${what} (${dotted})`, amount, right, source };
    figures.push(figure);
    return { what, figure };
  };
  const elements = (list: string, of: readonly Element[] | null | undefined): Line[] =>
    (of ?? []).map((one, index) => {
      const { amount, description, type, quantity, rate, unit } = one;
      const right = rightOf(slip.id, `income_information.${list.replace('?.', '.')}`, one);
      const made = line(description ?? type ?? 'Pay', amount, `${list}?.[${index}]?.amount`);
      made.figure.right = rightField(right, one, 'amount');
      const note = quantity && rate && `${quantity} ${plural(unit, quantity)} at ${pounds(rate)}`;
      return { ...made, note, right: right && rightField(right, one, 'description') };
    });
  const paid = elements('earnings?.earning_elements', earnings?.earning_elements);
  const taken = elements('deductions?.deductions_elements', deductions?.deductions_elements);
  const gross = line('Gross pay', earnings?.gross_pay, 'earnings?.gross_pay');
  const deducted = line('Total deductions', deductions?.total_deductions, 'deductions?.total_deductions');
  const net = line('Net pay', earnings?.net_pay, 'earnings?.net_pay');
  const toDate = yearToDate.map(([field, what]) =>
    line(what, year?.[field], `earnings?.year_to_date?.${field}`),
  );
  return (
    <Detail class="payslip" query="payslip" label={`Payslip of ${day(income?.pay_date)}`}>
      <header>
        <div>
          <b>{work?.employer_name ?? 'Employer unknown'}</b>
          {rightIn('employment_information.employer_name')}
          <small>PAYE reference {work?.employer_tax_reference ?? '–'}</small>
          {rightIn('employment_information.employer_tax_reference')}
        </div>
        <div>
          <b>Payslip</b>
          <small>Paid on {day(income?.pay_date)}</small>
          {rightIn('')}
        </div>
      </header>
      <div class="who">
        <p>
          <b>{who?.name ?? 'Name unknown'}</b> {rightIn('identity_information.name')}
          <br />
          {[address?.street, address?.city, address?.county, address?.post_code, address?.country]
            .filter((line, index, lines) => line && line !== lines[index - 1])
            .map((line) => [line, <br key={line} />])}
        </p>
        <Facts
          rows={[
            ['Role', work?.role ?? '–'],
            ['Period', `${period}, ${income?.pay_frequency?.replace('_', '-') ?? '–'}`],
            ['Tax code', valueIn(income?.tax_code, 'income_information.tax_code')],
            ['NI number', valueIn(who?.NI_number, 'identity_information.NI_number')],
          ]}
        />
      </div>
      <div class="columns">
        <Lines title="Payments" of={paid} total={gross} asked={asked} />
        <Lines title="Deductions" of={taken} total={deducted} asked={asked} />
      </div>
      <p class="net">
        Net pay{' '}
        <b>
          <Amount figure={net.figure} asked={asked} />
        </b>
      </p>
      {year && (
        <p class="year">
          Tax year {taxYear(year.tax_year)} to date:{' '}
          {toDate.map(({ what, figure }, index) => (
            <span key={what}>
              {index > 0 && ', '}
              {what} <Amount figure={figure} asked={asked} />
            </span>
          ))}
          .
        </p>
      )}
      <SourceOf figures={figures} asked={asked} />
      <details>
        <summary>As the service returns it</summary>
        <Json title="Payroll submission" value={slip} />
      </details>
    </Detail>
  );
}

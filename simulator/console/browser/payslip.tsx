import type { PayrollSubmission } from '../../../spec/types.ts';
import { Json } from './parts.tsx';
import { day, pounds } from './text.ts';

type Line = readonly [what: string, amount: string | null | undefined, note?: string];

/** 37.5 hours, 1 hour. */
const plural = (unit: string | null | undefined, quantity: string): string =>
  !unit || Number(quantity) === 1 || unit.endsWith('s') ? (unit ?? '') : `${unit}s`;

/** A tax year by both of its calendar years, 2026/27. */
const taxYear = (begins: number | null | undefined): string =>
  begins == null ? '' : `${begins}/${String(begins + 1).slice(-2)}`;

const Lines = ({ title, lines, total }: { title: string; lines: readonly Line[]; total: Line }) => (
  <table>
    <caption>{title}</caption>
    <tbody>
      {lines.map(([what, amount, note], index) => (
        <tr key={`${index} ${what}`}>
          <td>
            {what}
            {note && <small> {note}</small>}
          </td>
          <td class="number">{pounds(amount)}</td>
        </tr>
      ))}
    </tbody>
    <tfoot>
      <tr>
        <td>{total[0]}</td>
        <td class="number">{pounds(total[1])}</td>
      </tr>
    </tfoot>
  </table>
);

/** A payslip as a document that a person can read. */
export function Payslip({ slip }: { slip: PayrollSubmission }) {
  const { identity_information: who, employment_information: work, income_information: income } = slip;
  const { earnings, deductions } = income ?? {};
  const { address } = who ?? {};
  const year = earnings?.year_to_date;
  const paid = (earnings?.earning_elements ?? []).map(
    ({ description, type, amount, quantity, rate, unit }): Line => [
      description ?? type ?? 'Pay',
      amount,
      quantity && rate ? `${quantity} ${plural(unit, quantity)} at ${pounds(rate)}` : undefined,
    ],
  );
  const taken = (deductions?.deductions_elements ?? []).map(
    ({ description, type, amount }): Line => [description ?? type ?? 'Deduction', amount],
  );
  return (
    <article class="payslip" aria-label={`Payslip of ${day(income?.pay_date)}`}>
      <header>
        <div>
          <b>{work?.employer_name ?? 'Employer unknown'}</b>
          <small>PAYE reference {work?.employer_tax_reference ?? '–'}</small>
        </div>
        <div>
          <b>Payslip</b>
          <small>Paid on {day(income?.pay_date)}</small>
        </div>
      </header>
      <div class="who">
        <p>
          <b>{who?.name ?? 'Name unknown'}</b>
          <br />
          {[address?.street, address?.city, address?.county, address?.post_code, address?.country]
            .filter((line, index, lines) => line && line !== lines[index - 1])
            .map((line, index) => (
              <span key={`${index} ${line}`}>
                {line}
                <br />
              </span>
            ))}
        </p>
        <dl>
          <dt>Role</dt>
          <dd>{work?.role ?? '–'}</dd>
          <dt>Period</dt>
          <dd>
            {day(income?.pay_interval_start)} to {day(income?.pay_interval_end)},{' '}
            {income?.pay_frequency?.replace('_', '-') ?? '–'}
          </dd>
          <dt>Tax code</dt>
          <dd>{income?.tax_code ?? '–'}</dd>
          <dt>NI number</dt>
          <dd>{who?.NI_number ?? '–'}</dd>
        </dl>
      </div>
      <div class="columns">
        <Lines title="Payments" lines={paid} total={['Gross pay', earnings?.gross_pay]} />
        <Lines title="Deductions" lines={taken} total={['Total deductions', deductions?.total_deductions]} />
      </div>
      <p class="net">
        Net pay <b>{pounds(earnings?.net_pay)}</b>
      </p>
      {year && (
        <p class="year">
          Tax year {taxYear(year.tax_year)} to date: gross {pounds(year.gross_pay)}, taxable{' '}
          {pounds(year.total_taxable_earnings)}, tax {pounds(year.total_tax_paid)}, national insurance{' '}
          {pounds(year.total_ni_paid)}, net {pounds(year.net_pay)}.
        </p>
      )}
      <details>
        <summary>As the service returns it</summary>
        <Json title="Payroll submission" value={slip} />
      </details>
    </article>
  );
}

import type { PayrollSubmission } from '../../../spec/types.ts';
import { Badge, CallOf, Section, Table } from './parts.tsx';
import { Payslip } from './payslip.tsx';
import type { PersonProps } from './person-props.ts';
import { setQuery } from './route.tsx';
import { day, pounds } from './text.ts';

const payDateOf = (one: PayrollSubmission): string => one.income_information?.pay_date ?? '';

/** Every payslip that the service holds, newest first; the one that is chosen is shown as a document. */
export function PayslipsSection({ dossier, shown }: PersonProps & { shown: string }) {
  const slips = [...dossier.payroll_submissions].sort((a, b) => (payDateOf(a) < payDateOf(b) ? 1 : -1));
  const chosen = slips.find(({ id }) => id === shown);
  return (
    <Section id="payslips" title="Payslips">
      {slips.length === 0 && (
        <p class="note">The service holds none. Query a linked account to retrieve some.</p>
      )}
      {slips.length > 0 && (
        <Table label="Payslips">
          <thead>
            <tr>
              <th>Pay day</th>
              <th>Employer</th>
              <th class="number">Gross</th>
              <th class="number">Net</th>
              <th>Trust</th>
              <th>Source</th>
            </tr>
          </thead>
          <tbody>
            {slips.map((slip) => (
              <tr key={slip.id} class={slip.id === shown ? 'chosen' : ''}>
                <td>
                  <button
                    type="button"
                    class="link"
                    aria-expanded={slip.id === shown}
                    onClick={() => setQuery({ payslip: slip.id === shown ? '' : (slip.id ?? '') })}
                  >
                    {day(payDateOf(slip))}
                  </button>
                </td>
                <td>{slip.employment_information?.employer_name ?? '–'}</td>
                <td class="number">{pounds(slip.income_information?.earnings?.gross_pay)}</td>
                <td class="number">{pounds(slip.income_information?.earnings?.net_pay)}</td>
                <td>
                  <Badge kind={`trust-${slip.trust_score}`.toLowerCase()}>{slip.trust_score ?? '–'}</Badge>
                </td>
                <td>{slip.source ?? '–'}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {chosen && <Payslip slip={chosen} />}
      <CallOf
        label="Payslips:"
        request={{
          method: 'GET',
          path: '/_sandbox/users/{user_id}',
          params: { user_id: dossier.user.user_id },
        }}
      />
    </Section>
  );
}

import type { PayrollSubmission } from '../../../spec/types.ts';
import { payslipSource } from './figure-sources.ts';
import { Amount, type Figure, SourceRow, useAsked } from './figures.tsx';
import { Badge, CallOf, Section, Table } from './parts.tsx';
import { Payslip } from './payslip.tsx';
import type { PersonProps } from './person-props.ts';
import { setQuery } from './route.tsx';
import { day } from './text.ts';

const payDateOf = (one: PayrollSubmission): string => one.income_information?.pay_date ?? '';

/** Every payslip that the service holds, newest first; the one that is chosen is shown as a document. */
export function PayslipsSection({ dossier, shown }: PersonProps & { shown: string }) {
  const slips = [...dossier.payroll_submissions].sort((a, b) => (payDateOf(a) < payDateOf(b) ? 1 : -1));
  const asked = useAsked();
  const figureOf = (slip: PayrollSubmission, kind: 'gross' | 'net'): Figure => ({
    name: `${kind === 'gross' ? 'Gross' : 'Net'} pay of ${day(payDateOf(slip))}, ${slip.id.slice(0, 8)}`,
    amount: slip.income_information?.earnings?.[`${kind}_pay`],
    source: payslipSource(dossier.user.user_id, [slip.id], `earnings?.${kind}_pay`),
  });
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
            {slips.map((slip) => {
              const figures = [figureOf(slip, 'gross'), figureOf(slip, 'net')];
              return [
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
                  {figures.map((figure) => (
                    <td key={figure.name} class="number">
                      <Amount figure={figure} asked={asked} />
                    </td>
                  ))}
                  <td>
                    <Badge kind={`trust-${slip.trust_score}`.toLowerCase()}>{slip.trust_score ?? '–'}</Badge>
                  </td>
                  <td>{slip.source ?? '–'}</td>
                </tr>,
                <SourceRow key={`${slip.id} source`} figures={figures} asked={asked} columns={6} />,
              ];
            })}
          </tbody>
        </Table>
      )}
      {chosen && <Payslip key={chosen.id} userId={dossier.user.user_id} slip={chosen} />}
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

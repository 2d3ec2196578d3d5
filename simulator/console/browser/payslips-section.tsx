import { requestFor } from '../../../spec/caller.ts';
import type { PayrollSubmission } from '../../../spec/types.ts';
import type { PersonProps } from './context.ts';
import { payslipSource } from './figure-sources.ts';
import type { Figure } from './figures.tsx';
import { Badge, CallOf, Section } from './parts.tsx';
import { Payslip } from './payslip.tsx';
import { Choice, RecordTable } from './record-table.tsx';
import { day } from './text.ts';

const payDateOf = (one: PayrollSubmission): string => one.income_information?.pay_date ?? '';

/** Every payslip that the service holds, newest first; the one that is chosen is shown as a document. */
export function PayslipsSection({ dossier, shown }: PersonProps & { shown: string }) {
  const { user_id } = dossier.user;
  const slips = [...dossier.payroll_submissions].sort((a, b) => (payDateOf(a) < payDateOf(b) ? 1 : -1));
  const pay = (kind: 'gross' | 'net') => ({
    name: kind === 'gross' ? 'Gross' : 'Net',
    figure: (slip: PayrollSubmission): Figure => ({
      name: `${kind === 'gross' ? 'Gross' : 'Net'} pay of ${day(payDateOf(slip))}, ${slip.id.slice(0, 8)}`,
      amount: slip.income_information?.earnings?.[`${kind}_pay`],
      source: payslipSource(user_id, [slip.id], `earnings?.${kind}_pay`),
    }),
  });
  const chosen = slips.find(({ id }) => id === shown);
  return (
    <Section id="payslips" title="Payslips">
      {slips.length === 0 && (
        <p class="note">The service holds none. Query a linked account to retrieve some.</p>
      )}
      <RecordTable
        label="Payslips"
        records={slips}
        idOf={({ id }) => id}
        chosen={shown}
        columns={[
          [
            'Pay day',
            (slip) => (
              <Choice query="payslip" id={slip.id} chosen={shown}>
                {day(payDateOf(slip))}
              </Choice>
            ),
          ],
          ['Employer', (slip) => slip.employment_information?.employer_name ?? '–'],
          pay('gross'),
          pay('net'),
          [
            'Trust',
            ({ trust_score }) => (
              <Badge kind={`trust-${trust_score}`.toLowerCase()}>{trust_score ?? '–'}</Badge>
            ),
          ],
          ['Source', ({ source }) => source ?? '–'],
        ]}
      />
      {chosen && <Payslip key={chosen.id} userId={user_id} slip={chosen} />}
      <CallOf label="Payslips:" request={requestFor('inspectUser', { path: { user_id } })} />
    </Section>
  );
}

import { requestFor } from '../../../spec/caller.ts';
import { type PersonProps, useConsole } from './context.ts';
import { type Figure, incomeSource } from './figures.tsx';
import { CallOf, Section } from './parts.tsx';
import { RecordTable } from './record-table.tsx';
import { day } from './text.ts';

/** What the tax authority reported: the total of each period, and who paid it. */
export function IncomeSection({ dossier }: PersonProps) {
  const { naming } = useConsole();
  const { user, income_submissions: submissions } = dossier;
  const rows = submissions.flatMap((submission) => {
    const { id, income_period, employment } = submission;
    const period = `${day(income_period?.start)} to ${day(income_period?.end)}`;
    const figure = (name: string, amount: string | null | undefined, place: string): Figure => ({
      name: `${name}, ${period}`,
      amount,
      source: incomeSource(user.user_id, naming.authority, submission, `employment?.${place}`),
    });
    const employers = (employment?.employers ?? []).map((employer, index) => ({
      employer: employer.employer_name ?? '–',
      income: figure(`Income ${index + 1}`, employer.income, `employers?.[${index}]?.income`),
      tax: figure(`Tax paid ${index + 1}`, employer.tax_paid, `employers?.[${index}]?.tax_paid`),
    }));
    const [first = { employer: '–', income: undefined, tax: undefined }, ...others] = employers;
    const total = figure('Total income', employment?.total_income, 'total_income');
    return [
      { ...first, id, period, total },
      ...others.map((other, index) => ({ ...other, id: `${id} ${index}`, period: '', total: undefined })),
    ];
  });
  return (
    <Section id="income" title="Tax authority">
      {submissions.length === 0 && (
        <p class="note">No income reported. Trigger an event below to add some.</p>
      )}
      <RecordTable
        label="Tax-authority income"
        records={rows}
        idOf={({ id }) => id}
        columns={[
          ['Period', ({ period }) => period],
          ['Employer', ({ employer }) => employer],
          { name: 'Income', figure: ({ income }) => income },
          { name: 'Tax paid', figure: ({ tax }) => tax },
          { name: 'Total of the period', figure: ({ total }) => total },
        ]}
      />
      <CallOf
        label="Tax authority:"
        request={requestFor('getTaxauthIncome', { path: { user_id: user.user_id } }, naming)}
      />
    </Section>
  );
}

import { requestFor } from '../../../spec/caller.ts';
import { type PersonProps, useConsole } from './context.ts';
import { incomeSource } from './figure-sources.ts';
import { Amount, type Figure, SourceRow, useAsked } from './figures.tsx';
import { CallOf, Section, Table } from './parts.tsx';
import { day } from './text.ts';

/** What the tax authority reported: the total of each period, and who paid it. */
export function IncomeSection({ dossier }: PersonProps) {
  const { naming } = useConsole();
  const asked = useAsked();
  const { user, income_submissions: submissions } = dossier;
  return (
    <Section id="income" title="Tax authority">
      {submissions.length === 0 && (
        <p class="note">No income reported. Trigger an event below to add some.</p>
      )}
      {submissions.length > 0 && (
        <Table label="Tax-authority income">
          <thead>
            <tr>
              <th>Period</th>
              <th>Employer</th>
              <th class="number">Income</th>
              <th class="number">Tax paid</th>
              <th class="number">Total of the period</th>
            </tr>
          </thead>
          <tbody>
            {submissions.map((one) => {
              const period = `${day(one.income_period?.start)} to ${day(one.income_period?.end)}`;
              const figure = (name: string, amount: string | null | undefined, place: string): Figure => ({
                name: `${name}, ${period}`,
                amount,
                source: incomeSource(user.user_id, naming.authority, one, `employment?.${place}`),
              });
              const total = figure('Total income', one.employment?.total_income, 'total_income');
              const employers = (one.employment?.employers ?? []).map((employer, index) => ({
                name: employer.employer_name ?? '–',
                income: figure(`Income ${index + 1}`, employer.income, `employers?.[${index}]?.income`),
                tax: figure(`Tax paid ${index + 1}`, employer.tax_paid, `employers?.[${index}]?.tax_paid`),
              }));
              const rows = employers.length === 0 ? [undefined] : employers;
              return [
                ...rows.map((employer, index) => (
                  <tr key={`${one.id} ${index}`}>
                    <td>{index === 0 && period}</td>
                    <td>{employer?.name ?? '–'}</td>
                    <td class="number">{employer && <Amount figure={employer.income} asked={asked} />}</td>
                    <td class="number">{employer && <Amount figure={employer.tax} asked={asked} />}</td>
                    <td class="number">{index === 0 && <Amount figure={total} asked={asked} />}</td>
                  </tr>
                )),
                <SourceRow
                  key={`${one.id} source`}
                  figures={[total, ...employers.flatMap(({ income, tax }) => [income, tax])]}
                  asked={asked}
                  columns={5}
                />,
              ];
            })}
          </tbody>
        </Table>
      )}
      <CallOf
        label="Tax authority:"
        request={requestFor('getTaxauthIncome', { path: { user_id: user.user_id } }, naming)}
      />
    </Section>
  );
}

import { useMemo, useState } from 'preact/hooks';
import type { ExpenditureEstimate } from '../../../spec/types.ts';
import type { ApiRequest } from './api.ts';
import { useConsole, useRead, useReloadWith } from './context.ts';
import { firstShown, type Month, moneyByMonth } from './money-by-month.ts';
import { MoneyChart, wordsOf } from './money-chart.tsx';
import { CallOf, Section, Table } from './parts.tsx';
import type { PersonProps } from './person-props.ts';
import { monthName, pounds } from './text.ts';

const legend = [
  ['gross', 'Gross pay'],
  ['net', 'Net pay'],
  ['living', 'Cost of living'],
  ['housing', 'Housing'],
  ['credits', 'Bank credits'],
  ['taxed', 'Tax authority, monthly share'],
] as const;

/** One timeline of all that is known of a person's money. */
export function MoneySection({ dossier }: PersonProps) {
  const { naming } = useConsole();
  const params = { user_id: dossier.user.user_id };
  const estimate = useRead<{ expenditures: ExpenditureEstimate[] }>({
    method: 'GET',
    path: '/expenditure/{user_id}/ons',
    params,
  });
  useReloadWith(estimate.reload, dossier);
  const months = useMemo(
    () => moneyByMonth(dossier, estimate.data?.expenditures ?? []),
    [dossier, estimate.data],
  );
  const [chosen, setChosen] = useState<number>();
  const [isTable, setTable] = useState(false);
  const at = Math.min(chosen ?? firstShown(months), months.length - 1);
  const calls: [string, ApiRequest][] = [
    ['Payslips and all that is held:', { method: 'GET', path: '/_sandbox/users/{user_id}', params }],
    ['Expenditure:', estimate.request],
    ['Bank statements:', { method: 'GET', path: '/bankstatements/{user_id}', params }],
    ['Tax authority:', { method: 'GET', path: `/${naming.authority}/{user_id}`, params }],
  ];
  return (
    <Section id="money" title="Money">
      {months.length === 0 ? (
        <p class="note">
          Nothing is known of this person's money yet. Link an account and query it, upload a statement or
          trigger an event below.
        </p>
      ) : (
        <>
          <MoneyChart months={months} at={at} onAt={setChosen} />
          <p class="readout" aria-live="polite">
            {wordsOf(months[at]!)}
          </p>
          <ul class="legend">
            {legend.map(([kind, name]) => (
              <li key={kind}>
                <i class={kind} /> {name}
              </li>
            ))}
          </ul>
          <button type="button" aria-expanded={isTable} onClick={() => setTable(!isTable)}>
            {isTable ? 'Hide the table' : 'Show as a table'}
          </button>
          {isTable && <MonthTable months={months} />}
        </>
      )}
      {estimate.error && (
        <div class="remark">
          <b>No expenditure estimate</b> ({estimate.error.status}): {estimate.error.errors.join('; ')}
        </div>
      )}
      <h3>Where each figure comes from</h3>
      {calls.map(([label, request]) => (
        <CallOf key={label} label={label} request={request} />
      ))}
    </Section>
  );
}

const MonthTable = ({ months }: { months: readonly Month[] }) => (
  <Table label="Money by month">
    <thead>
      <tr>
        <th>Month</th>
        <th class="number">Gross</th>
        <th class="number">Net</th>
        <th class="number">Cost of living</th>
        <th class="number">Housing</th>
        <th class="number">Bank credits</th>
        <th class="number">Tax authority's period</th>
      </tr>
    </thead>
    <tbody>
      {[...months].reverse().map((one) => (
        <tr key={one.month}>
          <td>{monthName(one.month)}</td>
          <td class="number">{pounds(one.gross)}</td>
          <td class="number">{pounds(one.net)}</td>
          <td class="number">{pounds(one.living)}</td>
          <td class="number">{pounds(one.housing)}</td>
          <td class="number">{pounds(one.credits)}</td>
          <td class="number">{pounds(one.taxedTotal?.amount)}</td>
        </tr>
      ))}
    </tbody>
  </Table>
);

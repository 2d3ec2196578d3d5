import { useMemo, useState } from 'preact/hooks';
import type { UserDossier } from '../../../spec/types.ts';
import { type PersonProps, useConsole, useRead, useReloadWith } from './context.ts';
import { monthSources } from './figure-sources.ts';
import { Amount, type Figure, SourceOf, useAsked } from './figures.tsx';
import { firstShown, type Month, moneyByMonth } from './money-by-month.ts';
import { MoneyChart } from './money-chart.tsx';
import { Button, CallOf, Section } from './parts.tsx';
import { RecordTable } from './record-table.tsx';
import { monthName } from './text.ts';

export function MoneySection({ dossier }: PersonProps) {
  const path = { user_id: dossier.user.user_id };
  const estimate = useRead('getOnsExpenditure', { path });
  useReloadWith(estimate.reload, dossier);
  const months = useMemo(
    () => moneyByMonth(dossier, estimate.data?.expenditures ?? []),
    [dossier, estimate.data],
  );
  const [chosen, setChosen] = useState<number>();
  const [isTable, setTable] = useState(false);
  const at = Math.min(chosen ?? firstShown(months), months.length - 1);
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
          <MonthFigures dossier={dossier} month={months[at]!} />
          <Button aria-expanded={isTable} onClick={() => setTable(!isTable)}>
            {isTable ? 'Hide the table' : 'Show as a table'}
          </Button>
          {isTable && <MonthTable dossier={dossier} months={months} />}
        </>
      )}
      {estimate.error && (
        <div class="remark">
          <b>No expenditure estimate</b> ({estimate.error.status}): {estimate.error.errors.join('; ')}
        </div>
      )}
      <CallOf label="Expenditure:" request={estimate.request} />
    </Section>
  );
}

/** What the drawing's colours stand for, with the numbers of the month that it points at. */
function MonthFigures({ dossier, month }: { dossier: UserDossier; month: Month }) {
  const { naming } = useConsole();
  const asked = useAsked();
  const figures = monthFigures(dossier, naming.authority, month);
  const { taxedTotal: period } = month;
  return (
    <>
      <section class="legend" aria-label={`Figures of ${monthName(month.month)}`}>
        <b>{monthName(month.month)}</b>
        <dl>
          {figureKinds.map(([kind, name], index) => (
            <div key={kind}>
              <dt>
                <i class={kind} /> {name}
                {kind === 'taxed' && period && (
                  <small>
                    {' '}
                    {monthName(period.from)} to {monthName(period.to)}; drawn by month
                  </small>
                )}
              </dt>
              <dd>
                <Amount figure={figures[index]!} asked={asked} />
              </dd>
            </div>
          ))}
        </dl>
      </section>
      <SourceOf figures={figures} asked={asked} />
    </>
  );
}

/** The kinds of figures that a month has, in the order in which they are told. */
const figureKinds = [
  ['gross', 'Gross pay'],
  ['net', 'Net pay'],
  ['living', 'Cost of living'],
  ['housing', 'Housing'],
  ['credits', 'Bank credits'],
  ['taxed', 'Tax authority'],
] as const;

/** A month's figures, each with the call that returns it; the tax authority's is that of its whole period. */
function monthFigures(dossier: UserDossier, authority: string, one: Month): Figure[] {
  const sources = monthSources(dossier, authority, one);
  return figureKinds.map(([kind, name]) => ({
    name: `${name}, ${monthName(one.month)}`,
    amount: kind === 'taxed' ? one.taxedTotal?.amount : one[kind],
    source: sources[kind],
  }));
}

/** Each month of a person's money in numbers; a number tells which call returns it. */
function MonthTable({ dossier, months }: { dossier: UserDossier; months: readonly Month[] }) {
  const { naming } = useConsole();
  const rows = [...months]
    .reverse()
    .map((one) => ({ month: one.month, figures: monthFigures(dossier, naming.authority, one) }));
  return (
    <RecordTable
      label="Money by month"
      records={rows}
      idOf={({ month }) => month}
      columns={[
        ['Month', ({ month }) => monthName(month)],
        ...figureKinds.map(([kind, name], index) => ({
          name: kind === 'taxed' ? `${name}, its period` : name,
          figure: ({ figures }: (typeof rows)[number]) => figures[index],
        })),
      ]}
    />
  );
}

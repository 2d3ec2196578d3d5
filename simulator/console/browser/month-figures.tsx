import type { UserDossier } from '../../../spec/types.ts';
import { useConsole } from './context.ts';
import { monthSources } from './figure-sources.ts';
import type { Figure } from './figures.tsx';
import type { Month } from './money-by-month.ts';
import { RecordTable } from './record-table.tsx';
import { monthName } from './text.ts';

/** The kinds of figures that a month has, in the order in which they are told. */
export const figureKinds = [
  ['gross', 'Gross pay'],
  ['net', 'Net pay'],
  ['living', 'Cost of living'],
  ['housing', 'Housing'],
  ['credits', 'Bank credits'],
  ['taxed', 'Tax authority'],
] as const;

/** A month's figures, each with the call that returns it; the tax authority's is that of its whole period. */
export function monthFigures(dossier: UserDossier, authority: string, one: Month): Figure[] {
  const sources = monthSources(dossier, authority, one);
  return figureKinds.map(([kind, name]) => ({
    name: `${name}, ${monthName(one.month)}`,
    amount: kind === 'taxed' ? one.taxedTotal?.amount : one[kind],
    source: sources[kind],
  }));
}

/** Each month of a person's money in numbers; a number tells which call returns it. */
export function MonthTable({ dossier, months }: { dossier: UserDossier; months: readonly Month[] }) {
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

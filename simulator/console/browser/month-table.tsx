import type { UserDossier } from '../../../spec/types.ts';
import { useConsole } from './context.ts';
import { FigureTable } from './figure-table.tsx';
import type { Month } from './money-by-month.ts';
import { figureKinds, monthFigures } from './month-figures.ts';
import { monthName } from './text.ts';

/** Each month of a person's money in numbers; a number tells which call returns it. */
export function MonthTable({ dossier, months }: { dossier: UserDossier; months: readonly Month[] }) {
  const { naming } = useConsole();
  const rows = [...months]
    .reverse()
    .map((one) => ({ month: one.month, figures: monthFigures(dossier, naming.authority, one) }));
  return (
    <FigureTable
      label="Money by month"
      records={rows}
      idOf={({ month }) => month}
      columns={[
        { name: 'Month', text: ({ month }) => monthName(month) },
        ...figureKinds.map(([kind, name], index) => ({
          name: kind === 'taxed' ? `${name}, its period` : name,
          figure: ({ figures }: (typeof rows)[number]) => figures[index],
        })),
      ]}
    />
  );
}

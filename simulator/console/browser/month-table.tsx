import type { UserDossier } from '../../../spec/types.ts';
import { useConsole } from './context.ts';
import { Amount, SourceRow, useAsked } from './figures.tsx';
import type { Month } from './money-by-month.ts';
import { figureKinds, monthFigures } from './month-figures.ts';
import { Table } from './parts.tsx';
import { monthName } from './text.ts';

/** Each month of a person's money in numbers; a number tells which call returns it. */
export function MonthTable({ dossier, months }: { dossier: UserDossier; months: readonly Month[] }) {
  const { naming } = useConsole();
  const asked = useAsked();
  return (
    <Table label="Money by month">
      <thead>
        <tr>
          <th>Month</th>
          {figureKinds.map(([kind, name]) => (
            <th key={kind} class="number">
              {kind === 'taxed' ? `${name}, its period` : name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {[...months].reverse().map((one) => {
          const figures = monthFigures(dossier, naming.authority, one);
          return [
            <tr key={one.month}>
              <td>{monthName(one.month)}</td>
              {figures.map((figure) => (
                <td key={figure.name} class="number">
                  <Amount figure={figure} asked={asked} />
                </td>
              ))}
            </tr>,
            <SourceRow
              key={`${one.month} source`}
              figures={figures}
              asked={asked}
              columns={figureKinds.length + 1}
            />,
          ];
        })}
      </tbody>
    </Table>
  );
}

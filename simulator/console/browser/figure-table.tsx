import type { ComponentChildren } from 'preact';
import { Amount, type Figure, SourceRow, useAsked } from './figures.tsx';
import { Table } from './parts.tsx';

/** A column of texts, or of amounts that tell which call returns them. */
type Column<T> = { name: string } & (
  | { text: (record: T) => ComponentChildren }
  | { figure: (record: T) => Figure | undefined }
);

type Props<T> = {
  label: string;
  caption?: ComponentChildren;
  records: readonly T[];
  idOf: (record: T) => string;
  columns: readonly Column<T>[];
  /** The id of the record that is shown in full. */
  chosen?: string;
};

/** Records with amounts, a row each; the call that returns an amount is shown under its row. */
export function FigureTable<T>({ label, caption, records, idOf, columns, chosen = '' }: Props<T>) {
  const asked = useAsked();
  return (
    <Table label={label}>
      {caption && <caption>{caption}</caption>}
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.name} class={'figure' in column ? 'number' : ''}>
              {column.name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {records.map((record) => {
          const id = idOf(record);
          const cells = columns.map((column) =>
            'figure' in column ? { figure: column.figure(record) } : { text: column.text(record) },
          );
          const figures = cells.flatMap(({ figure }) => figure ?? []);
          return [
            <tr key={id} class={id === chosen ? 'chosen' : ''}>
              {cells.map(({ figure, text }, index) => (
                <td key={columns[index]?.name} class={'figure' in columns[index]! ? 'number' : ''}>
                  {figure ? <Amount figure={figure} asked={asked} /> : text}
                </td>
              ))}
            </tr>,
            <SourceRow key={`${id} source`} figures={figures} asked={asked} columns={columns.length} />,
          ];
        })}
      </tbody>
    </Table>
  );
}

type ChoiceProps = { isChosen: boolean; onChoice: () => void; children: ComponentChildren };

/** What a record is called, which shows it in full and puts it away again. */
export const Choice = ({ isChosen, onChoice, children }: ChoiceProps) => (
  <button type="button" class="link" aria-expanded={isChosen} onClick={onChoice}>
    {children}
  </button>
);

import type { ComponentChildren } from 'preact';
import { Table } from './parts.tsx';

type Props<T> = {
  label: string;
  records: readonly T[];
  idOf: (record: T) => string;
  /** What each column is called, and what it says of a record. */
  columns: readonly (readonly [name: string, cell: (record: T) => ComponentChildren])[];
  /** Buttons for what can be done with a record. */
  actions?: (record: T) => ComponentChildren;
};

/** Records of one kind, a row each, with what can be done with them at its end; nothing where there are none. */
export function RecordTable<T>({ label, records, idOf, columns, actions }: Props<T>) {
  if (records.length === 0) return null;
  return (
    <Table label={label}>
      <thead>
        <tr>
          {columns.map(([name]) => (
            <th key={name}>{name}</th>
          ))}
          {actions && (
            <th>
              <span class="unseen">Actions</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {records.map((record) => (
          <tr key={idOf(record)}>
            {columns.map(([name, cell]) => (
              <td key={name}>{cell(record)}</td>
            ))}
            {actions && <td class="buttons">{actions(record)}</td>}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

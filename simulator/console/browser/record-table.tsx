import type { ComponentChildren } from 'preact';
import { Amount, type Figure, SourceOf, useAsked } from './figures.tsx';
import { setQuery } from './route.tsx';

/** A column of texts and controls, or of amounts that tell which call returns them. */
export type Column<T> =
  | readonly [name: string, cell: (record: T) => ComponentChildren, look?: 'number' | 'when' | 'heading']
  | { name: string; figure: (record: T) => Figure | undefined };

type Props<T> = {
  label: string;
  caption?: ComponentChildren;
  records: readonly T[];
  idOf: (record: T) => string;
  columns: readonly Column<T>[];
  /** The id of the record that is shown in full, or which records stand out. */
  chosen?: string | undefined | ((record: T) => boolean);
  /** What is said when there are no records. */
  empty?: string;
  /** Buttons for what can be done with a record. */
  actions?: (record: T) => ComponentChildren;
};

/**
 * Records of one kind, a row each, in a table that scrolls by itself on a narrow screen. The call that returns an amount is
 * shown under its row.
 */
export function RecordTable<T>(props: Props<T>) {
  const { label, caption, records, idOf, columns, chosen, empty, actions } = props;
  const asked = useAsked();
  if (records.length === 0) return empty ? <p class="note">{empty}</p> : null;
  const heads = columns.map((column) =>
    'figure' in column ? { name: column.name, look: 'number' } : { name: column[0], look: column[2] },
  );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section class="table" aria-label={label} tabIndex={0}>
      <table>
        {caption && <caption>{caption}</caption>}
        <thead>
          <tr>
            {heads.map(({ name, look }) => (
              <th key={name} class={look === 'number' ? look : ''}>
                {name}
              </th>
            ))}
            {actions && (
              <th>
                <span class="unseen">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {records.map((record) => {
            const id = idOf(record);
            const isChosen = typeof chosen === 'function' ? chosen(record) : id === chosen;
            const figures = columns.map((column) => ('figure' in column ? column.figure(record) : undefined));
            const source = figures.find((figure) => figure?.name === asked.name);
            return [
              <tr key={id} class={isChosen ? 'chosen' : ''}>
                {columns.map((column, index) => {
                  const { name, look } = heads[index]!;
                  const figure = figures[index];
                  const content =
                    'figure' in column
                      ? figure && <Amount figure={figure} asked={asked} />
                      : column[1](record);
                  return look === 'heading' ? (
                    <th key={name} scope="row">
                      {content}
                    </th>
                  ) : (
                    <td key={name} class={look}>
                      {content}
                    </td>
                  );
                })}
                {actions && <td class="buttons">{actions(record)}</td>}
              </tr>,
              source && (
                <tr key={`${id} source`} class="source-row">
                  <td colSpan={columns.length}>
                    <SourceOf figures={[source]} asked={asked} />
                  </td>
                </tr>
              ),
            ];
          })}
        </tbody>
      </table>
    </section>
  );
}

type ChoiceProps = { query: string; id: string; chosen: string | undefined; children: ComponentChildren };

/** What a record is called. Pressing it shows the record in full, or puts it away; the page's address says which. */
export const Choice = ({ query, id, chosen, children }: ChoiceProps) => (
  <button
    type="button"
    class="link"
    aria-expanded={id === chosen}
    data-choice={query}
    onClick={() => setQuery({ [query]: id === chosen ? '' : id })}
  >
    {children}
  </button>
);

import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Amount, type Asked, type Figure, SourceOf, useAsked } from './figures.tsx';
import { Button } from './forms.tsx';
import { Split } from './parts.tsx';
import { setQuery } from './route.tsx';

type Look = 'number' | 'when' | 'heading' | 'extra';
type FigureColumn<T> = { name: string; figure: (record: T) => Figure | undefined };

/** A column of texts and controls, or of amounts that tell which call returns them. */
export type Column<T> =
  | readonly [name: string, cell: (record: T) => ComponentChildren, look?: Look]
  | FigureColumn<T>;

function shownAs<T>(column: Column<T>, asked: Asked) {
  if (!('figure' in column)) return { name: column[0], cell: column[1], look: column[2], figure: undefined };
  const cell = (record: T) => {
    const figure = column.figure(record);
    return figure && <Amount figure={figure} asked={asked} />;
  };
  return { ...column, cell, look: 'number' as const };
}

type Props<T> = {
  label: string;
  caption?: ComponentChildren;
  records: readonly T[];
  /** What a row is known by; its place when left out. */
  idOf?: (record: T) => string;
  columns: readonly Column<T>[];
  chosen?: string | undefined;
  /** Where the page's address holds that id, and the name of the column that is pressed to choose a record. */
  choice?: readonly [query: string, column: string];
  /** What is shown of the chosen record, beside the table. */
  detail?: (record: T) => ComponentChildren;
  empty?: string;
  /** How many rows the table shows until the user asks for more: the page has one scrollbar. */
  most?: number;
  actions?: (record: T) => ComponentChildren;
};

/** Records of one kind, a row each; the call that returns an amount is shown under its row. */
export function RecordTable<T>(props: Props<T>) {
  const { label, caption, records, idOf, columns, chosen, choice, detail, empty, actions, most = 25 } = props;
  const asked = useAsked();
  const [pages, setPages] = useState(1);
  if (records.length === 0) return empty ? <p class="note">{empty}</p> : null;
  const shownColumns = columns.map((column) => shownAs(column, asked));
  const chosenRow = idOf && chosen ? records.findIndex((one) => idOf(one) === chosen) : -1;
  const shown = records.slice(0, Math.max(pages * most, chosenRow + 1));
  const more = Math.min(most, records.length - shown.length);
  const showMore = () => setPages(pages + 1);
  const rowOf = (record: T, row: number) => {
    const id = idOf?.(record) ?? String(row);
    const isChosen = id === chosen;
    const source = shownColumns
      .map(({ figure }) => figure?.(record))
      .find((figure) => figure?.name === asked.name);
    return [
      <tr key={id} class={isChosen ? 'chosen' : ''}>
        {shownColumns.map(({ name, look, cell }) => {
          const Cell = look === 'heading' ? 'th' : 'td';
          return (
            <Cell key={name} class={look} data-label={name} scope={look === 'heading' ? 'row' : undefined}>
              {choice?.[1] === name ? (
                // Pressing it shows the record in full, or puts it away; the page's address says which.
                <Button
                  class="link"
                  aria-expanded={isChosen}
                  data-choice={choice[0]}
                  onClick={() => setQuery(choice[0], isChosen ? '' : id)}
                  label={cell(record)}
                />
              ) : (
                cell(record)
              )}
            </Cell>
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
  };
  const table = (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section class="table" aria-label={label} tabIndex={0}>
      <table>
        {caption && <caption>{caption}</caption>}
        <thead>
          <tr>
            {shownColumns.map(({ name, look }) => (
              <th key={name} class={look === 'number' || look === 'extra' ? look : ''}>
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
        <tbody>{shown.map(rowOf)}</tbody>
      </table>
      {more > 0 && (
        <Button class="link more" onClick={showMore} label={`Show ${more} more of ${records.length}`} />
      )}
    </section>
  );
  return detail ? <Split detail={chosenRow < 0 ? null : detail(records[chosenRow]!)}>{table}</Split> : table;
}

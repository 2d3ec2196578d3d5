import { useState } from 'preact/hooks';
import type { UserDossier } from '../../../spec/types.ts';
import { useConsole } from './context.ts';
import { statementSource } from './figure-sources.ts';
import { Amount, type Figure, SourceRow, useAsked } from './figures.tsx';
import { CallOf, Field, Section, Table } from './parts.tsx';
import type { PersonProps } from './person-props.ts';
import { setQuery } from './route.tsx';
import { StatementPdf } from './statement-pdf.tsx';
import { day, monthName } from './text.ts';
import { Transactions } from './transactions.tsx';

type Statement = UserDossier['bank_statement_submissions'][number];

const monthOf = ({ statement_period }: Statement): string => statement_period?.start_date?.slice(0, 7) ?? '';

/** The bank statements that were read, and any month's statement as a PDF. */
export function StatementsSection({ dossier, shown, pdf }: PersonProps & { shown: string; pdf: string }) {
  const { clock } = useConsole();
  const { user, bank_statement_submissions: statements } = dossier;
  const [month, setMonth] = useState('');
  const wanted = month || lastMonth(clock?.now ?? '');
  const asked = useAsked();
  const balance = (one: Statement, kind: 'opening' | 'closing'): Figure => ({
    name: `${kind === 'opening' ? 'Opening' : 'Closing'} balance of ${one.statement_period?.start_date}, ${one.id.slice(0, 8)}`,
    amount: one.balance_information?.[`${kind}_balance`],
    source: statementSource(user.user_id, one, `balance_information?.${kind}_balance`),
  });
  const chosen = statements.find(({ id }) => id === shown);
  return (
    <Section id="statements" title="Bank statements">
      {statements.length === 0 && <p class="note">None was read yet: upload one below.</p>}
      {statements.length > 0 && (
        <Table label="Bank statements">
          <thead>
            <tr>
              <th>Period</th>
              <th>Bank</th>
              <th>Holder</th>
              <th class="number">Opening</th>
              <th class="number">Closing</th>
              <th>Transactions</th>
              <th>PDF</th>
            </tr>
          </thead>
          <tbody>
            {statements.map((one) => {
              const figures = [balance(one, 'opening'), balance(one, 'closing')];
              return [
                <tr key={one.id} class={one.id === shown ? 'chosen' : ''}>
                  <td>
                    <button
                      type="button"
                      class="link"
                      aria-expanded={one.id === shown}
                      onClick={() => setQuery({ statement: one.id === shown ? '' : (one.id ?? '') })}
                    >
                      {day(one.statement_period?.start_date)} to {day(one.statement_period?.end_date)}
                    </button>
                  </td>
                  <td>{one.account_information?.bank_name ?? '–'}</td>
                  <td>{one.account_information?.account_holder_name ?? '–'}</td>
                  {figures.map((figure) => (
                    <td key={figure.name} class="number">
                      <Amount figure={figure} asked={asked} />
                    </td>
                  ))}
                  <td>{one.transactions?.length ?? 0}</td>
                  <td>
                    <button
                      type="button"
                      aria-expanded={pdf === monthOf(one)}
                      onClick={() => setQuery({ pdf: pdf === monthOf(one) ? '' : monthOf(one) })}
                    >
                      PDF<span class="unseen"> of {day(one.statement_period?.start_date)}</span>
                    </button>
                  </td>
                </tr>,
                <SourceRow key={`${one.id} source`} figures={figures} asked={asked} columns={7} />,
              ];
            })}
          </tbody>
        </Table>
      )}
      {chosen && <Transactions key={chosen.id} userId={user.user_id} statement={chosen} />}
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          setQuery({ pdf: wanted });
        }}
      >
        <Field label="Statement of">
          {(id) => (
            <input
              id={id}
              type="month"
              required
              value={wanted}
              onInput={(event) => setMonth(event.currentTarget.value)}
            />
          )}
        </Field>
        <button type="submit">Show the PDF of {monthName(wanted)}</button>
        {pdf && (
          <button type="button" onClick={() => setQuery({ pdf: '' })}>
            Put it away
          </button>
        )}
      </form>
      {pdf && <StatementPdf userId={user.user_id} month={pdf} />}
      <CallOf
        label="What was read:"
        request={{ method: 'GET', path: '/bankstatements/{user_id}', params: { user_id: user.user_id } }}
      />
    </Section>
  );
}

export function lastMonth(now: string): string {
  const date = new Date(now);
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - 1, 1)).toISOString().slice(0, 7);
}

import { useState } from 'preact/hooks';
import type { BankStatementSubmission } from '../../../spec/types.ts';
import type { ApiRequest } from './api.ts';
import { useAction, useConsole } from './context.ts';
import { CallOf, Field, Problem, Section, Table } from './parts.tsx';
import type { PersonProps } from './person-props.ts';
import { setQuery } from './route.tsx';
import { day, monthName, plural, pounds } from './text.ts';

/** The request for a person's statement of a month as their bank prints it. */
export const pdfRequest = (userId: string, month: string): ApiRequest => ({
  method: 'GET',
  path: '/_sandbox/users/{user_id}/statements/{month}',
  params: { user_id: userId, month: `${month}.pdf` },
});

/** The bank statements that were read, and any month's statement as a PDF. */
export function StatementsSection({ dossier, shown }: PersonProps & { shown: string }) {
  const { clock } = useConsole();
  const { user, bank_statement_submissions: statements } = dossier;
  const [month, setMonth] = useState('');
  const wanted = month || lastMonth(clock?.now ?? '');
  const download = useAction(async (api, of: string) => {
    save(await api.bytes(pdfRequest(user.user_id, of)), `statement-${of}.pdf`);
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
            {statements.map((one) => (
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
                <td class="number">{pounds(one.balance_information?.opening_balance)}</td>
                <td class="number">{pounds(one.balance_information?.closing_balance)}</td>
                <td>{one.transactions?.length ?? 0}</td>
                <td>
                  <button
                    type="button"
                    disabled={download.isBusy}
                    onClick={() => download.run(one.statement_period?.start_date?.slice(0, 7) ?? '')}
                  >
                    PDF<span class="unseen"> of {day(one.statement_period?.start_date)}</span>
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {chosen && <Transactions statement={chosen} />}
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          void download.run(wanted);
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
        <button type="submit" disabled={download.isBusy}>
          Get the PDF of {monthName(wanted)}
        </button>
      </form>
      <Problem error={download.error} />
      <CallOf label="The PDF:" request={pdfRequest(user.user_id, wanted)} />
      <CallOf
        label="What was read:"
        request={{ method: 'GET', path: '/bankstatements/{user_id}', params: { user_id: user.user_id } }}
      />
    </Section>
  );
}

export const Transactions = ({ statement }: { statement: BankStatementSubmission }) => (
  <Table label="Transactions">
    <caption>
      {plural(statement.transactions?.length ?? 0, 'transaction')}, account{' '}
      {statement.account_information?.sort_code} {statement.account_information?.account_number}, likelihood
      of a bank statement {statement.bank_statement_probability}
    </caption>
    <thead>
      <tr>
        <th>Date</th>
        <th>Description</th>
        <th class="number">In</th>
        <th class="number">Out</th>
      </tr>
    </thead>
    <tbody>
      {(statement.transactions ?? []).map(({ date, description, amount, type }, index) => (
        <tr key={`${index} ${date}`}>
          <td>{day(date)}</td>
          <td>{description}</td>
          <td class="number">{type === 'credit' ? pounds(amount) : ''}</td>
          <td class="number">{type === 'credit' ? '' : pounds(amount)}</td>
        </tr>
      ))}
    </tbody>
  </Table>
);

export function lastMonth(now: string): string {
  const date = new Date(now);
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - 1, 1)).toISOString().slice(0, 7);
}

/** Hands bytes to the browser to keep. */
function save(bytes: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(bytes);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

import { useState } from 'preact/hooks';
import { requestFor } from '../../../spec/caller.ts';
import type { UserDossier } from '../../../spec/types.ts';
import { type PersonProps, useConsole } from './context.ts';
import { statementSource } from './figure-sources.ts';
import type { Figure } from './figures.tsx';
import { Button, CallOf, Form, Section, Submit, TextField } from './parts.tsx';
import { Choice, RecordTable } from './record-table.tsx';
import { setQuery } from './route.tsx';
import { StatementPdf } from './statement-pdf.tsx';
import { day, monthName } from './text.ts';
import { Transactions } from './transactions.tsx';

type Statement = UserDossier['bank_statement_submissions'][number];

const startOf = ({ statement_period }: Statement): string => statement_period?.start_date ?? '';
const monthOf = (statement: Statement): string => startOf(statement).slice(0, 7);

/** The bank statements that were read, and any month's statement as a PDF. */
export function StatementsSection({ dossier, shown, pdf }: PersonProps & { shown: string; pdf: string }) {
  const { clock } = useConsole();
  const { user, bank_statement_submissions } = dossier;
  // The newest first, as payslips are.
  const statements = [...bank_statement_submissions].sort((a, b) => (startOf(a) < startOf(b) ? 1 : -1));
  const [month, setMonth] = useState('');
  const wanted = month || lastMonth(clock?.now ?? '');
  const balance = (kind: 'opening' | 'closing') => ({
    name: kind === 'opening' ? 'Opening' : 'Closing',
    figure: (one: Statement): Figure => ({
      name: `${kind === 'opening' ? 'Opening' : 'Closing'} balance of ${one.statement_period?.start_date}, ${one.id.slice(0, 8)}`,
      amount: one.balance_information?.[`${kind}_balance`],
      source: statementSource(user.user_id, one, `balance_information?.${kind}_balance`),
    }),
  });
  const chosen = statements.find(({ id }) => id === shown);
  return (
    <Section id="statements" title="Bank statements">
      {statements.length === 0 && <p class="note">None was read yet: upload one below.</p>}
      <RecordTable
        label="Bank statements"
        records={statements}
        idOf={({ id }) => id}
        chosen={shown}
        columns={[
          [
            'Period',
            ({ id, statement_period }) => (
              <Choice query="statement" id={id} chosen={shown}>
                {day(statement_period?.start_date)} to {day(statement_period?.end_date)}
              </Choice>
            ),
          ],
          ['Bank', (one) => one.account_information?.bank_name ?? '–'],
          ['Holder', (one) => one.account_information?.account_holder_name ?? '–'],
          balance('opening'),
          balance('closing'),
          ['Transactions', ({ transactions }) => transactions?.length ?? 0],
          [
            'PDF',
            (one) => (
              <Button
                aria-expanded={pdf === monthOf(one)}
                onClick={() => setQuery({ pdf: pdf === monthOf(one) ? '' : monthOf(one) })}
              >
                PDF<span class="unseen"> of {day(one.statement_period?.start_date)}</span>
              </Button>
            ),
          ],
        ]}
      />
      {chosen && <Transactions key={chosen.id} userId={user.user_id} statement={chosen} />}
      <Form class="row" onSubmit={() => setQuery({ pdf: wanted })}>
        <TextField label="Statement of" type="month" required value={wanted} onValue={setMonth} />
        <Submit>Show the PDF of {monthName(wanted)}</Submit>
        {pdf && <Button onClick={() => setQuery({ pdf: '' })}>Close the PDF</Button>}
      </Form>
      {pdf && <StatementPdf userId={user.user_id} month={pdf} />}
      <CallOf
        label="What was read:"
        request={requestFor('listBankStatements', { path: { user_id: user.user_id } })}
      />
    </Section>
  );
}

export function lastMonth(now: string): string {
  const date = new Date(now);
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - 1, 1)).toISOString().slice(0, 7);
}

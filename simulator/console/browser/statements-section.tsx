import { useEffect, useMemo, useState } from 'preact/hooks';
import { type Caller, requestFor } from '../../../spec/caller.ts';
import type { UserDossier } from '../../../spec/types.ts';
import { type PersonProps, useConsole, useLoaded } from './context.ts';
import { type Figure, statementSource } from './figures.tsx';
import { Detail, Split } from './layout.tsx';
import { Button, CallOf, Form, Problem, Section, Submit, TextField } from './parts.tsx';
import { Choice, RecordTable } from './record-table.tsx';
import { setQuery } from './route.tsx';
import { day, monthName, plural } from './text.ts';

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
  const balance = (name: string, field: 'opening_balance' | 'closing_balance') => ({
    name,
    figure: (one: Statement): Figure => ({
      name: `${name} balance of ${one.statement_period?.start_date}, ${one.id.slice(0, 8)}`,
      amount: one.balance_information?.[field],
      source: statementSource(user.user_id, one, `balance_information?.${field}`),
    }),
  });
  const chosen = statements.find(({ id }) => id === shown);
  return (
    <Section id="statements" title="Bank statements">
      <Split
        detail={
          chosen && (
            <Detail
              key={chosen.id}
              query="statement"
              label={`Statement from ${day(chosen.statement_period?.start_date)}`}
            >
              <Transactions userId={user.user_id} statement={chosen} />
            </Detail>
          )
        }
      >
        <RecordTable
          label="Bank statements"
          empty="None was read yet: upload one below."
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
            balance('Opening', 'opening_balance'),
            balance('Closing', 'closing_balance'),
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
      </Split>
      <Form class="row" onSubmit={() => setQuery({ pdf: wanted })}>
        <TextField label="Statement of" type="month" required value={wanted} onValue={setMonth} />
        <Submit>Show the PDF of {monthName(wanted)}</Submit>
      </Form>
      {pdf && <StatementPdf key={pdf} userId={user.user_id} month={pdf} />}
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

/** A person's statement of a month as their bank prints it. */
export async function statementPdf({ call }: Caller, userId: string, month: string): Promise<Blob> {
  const bytes = await call('getStatement', { path: { user_id: userId, month: `${month}.pdf` } });
  return new Blob([new Uint8Array(bytes)], { type: 'application/pdf' });
}

function StatementPdf({ userId, month }: { userId: string; month: string }) {
  const { api } = useConsole();
  const request = requestFor('getStatement', { path: { user_id: userId, month: `${month}.pdf` } });
  const { data, error } = useLoaded(`${userId} ${month}`, () => statementPdf(api, userId, month));
  const address = useMemo(() => data && URL.createObjectURL(data), [data]);
  useEffect(() => () => address && URL.revokeObjectURL(address), [address]);
  const title = `Bank statement of ${monthName(month)}`;
  return (
    <Detail class="statement-pdf" query="pdf" label={title}>
      <Problem error={error} />
      {!address && !error && <p class="note">Loading the statement…</p>}
      {address && (
        <>
          {navigator.pdfViewerEnabled ? (
            <iframe src={`${address}#view=FitH&navpanes=0`} title={title} />
          ) : (
            <p class="note">This browser has no PDF viewer.</p>
          )}
          <p class="buttons">
            <a class="button" href={address} target="_blank" rel="noreferrer">
              Open in a tab
            </a>
            <a class="button" href={address} download={`statement-${month}.pdf`}>
              Save
            </a>
          </p>
        </>
      )}
      <CallOf label="The PDF:" request={request} />
    </Detail>
  );
}

type Props = { userId: string; statement: UserDossier['bank_statement_submissions'][number] };

export function Transactions({ userId, statement }: Props) {
  const { transactions, account_information: account } = statement;
  const lines = (transactions ?? []).map((one, index) => {
    const figure: Figure = {
      name: `Transaction ${index + 1}, ${one.description}`,
      amount: one.amount,
      source: statementSource(userId, statement, `transactions?.[${index}]?.amount`),
    };
    const isIn = one.type === 'credit';
    return { ...one, index, paidIn: isIn ? figure : undefined, paidOut: isIn ? undefined : figure };
  });
  return (
    <RecordTable
      label="Transactions"
      caption={
        <>
          {plural(lines.length, 'transaction')}, account {account?.sort_code} {account?.account_number},
          likelihood of a bank statement {statement.bank_statement_probability}
        </>
      }
      records={lines}
      idOf={({ index }) => String(index)}
      columns={[
        ['Date', ({ date }) => day(date)],
        ['Description', ({ description }) => description],
        { name: 'In', figure: ({ paidIn }) => paidIn },
        { name: 'Out', figure: ({ paidOut }) => paidOut },
      ]}
    />
  );
}

import { useEffect, useMemo, useState } from 'preact/hooks';
import { monthFrom } from '../../../generators/calendar.ts';
import { type Caller, requestFor } from '../../../spec/caller.ts';
import { accepted } from './api.ts';
import { CallOf } from './code.tsx';
import { type PersonProps, useAction, useConsole, useRead } from './context.ts';
import { type Figure, type Statement, statementSource, True, ValueAndTruth } from './figures.tsx';
import { Act, Button, Form, Submit, TextField } from './forms.tsx';
import { Badge, Detail, Outcome, Problem, Section, When } from './parts.tsx';
import { RecordTable } from './record-table.tsx';
import { setQuery } from './route.tsx';
import { day, monthName, plural } from './text.ts';
import { rightField, useTruth } from './truth.tsx';
import words from './words.json' with { type: 'json' };

const startOf = ({ statement_period }: Statement): string => statement_period?.start_date ?? '';
const monthOf = (statement: Statement): string => startOf(statement).slice(0, 7);

export function StatementsSection({ dossier, shown, pdf }: PersonProps & { shown: string; pdf: string }) {
  const { clock } = useConsole();
  const rightOf = useTruth();
  const { bank_statement_submissions } = dossier;
  const { user_id } = dossier.user;
  // The newest first, as payslips are.
  const statements = [...bank_statement_submissions].sort((a, b) => (startOf(a) < startOf(b) ? 1 : -1));
  const [month, setMonth] = useState('');
  const wanted = month || lastMonth(clock?.now);
  const balance = (name: string, field: 'opening_balance' | 'closing_balance') => ({
    name,
    figure: (one: Statement): Figure => ({
      name: `${name} balance of ${one.statement_period?.start_date}, ${one.id.slice(0, 8)}`,
      amount: one.balance_information?.[field],
      right: rightOf(one.id, `balance_information.${field}`),
      source: statementSource(user_id, one, `balance_information?.${field}`),
    }),
  });
  const holder = ({ id, account_information: account }: Statement) => {
    const right = rightOf(id, 'account_information.account_holder_name');
    return <ValueAndTruth value={account?.account_holder_name} right={right} />;
  };
  const toggle = (one: Statement) => {
    const isOpen = pdf === monthOf(one);
    const press = () => setQuery('pdf', isOpen ? '' : monthOf(one));
    const about = `the PDF of ${day(startOf(one))}`;
    return <Button aria-expanded={isOpen} onClick={press} label="Show" about={about} />;
  };
  return (
    <Section id="statements">
      <RecordTable
        {...words.tables.statements}
        records={statements}
        idOf={({ id }) => id}
        chosen={shown}
        choice={['statement', 'Period']}
        columns={[
          ['Period', ({ statement_period: of }) => `${day(of?.start_date)} to ${day(of?.end_date)}`],
          ['Bank', (one) => one.account_information?.bank_name ?? '–'],
          ['Holder', holder],
          balance('Opening', 'opening_balance'),
          balance('Closing', 'closing_balance'),
          ['Transactions', ({ transactions }) => transactions?.length ?? 0, 'number'],
          ['PDF', toggle],
        ]}
        detail={(one) => (
          <Detail key={one.id} query="statement" label={`Statement from ${day(startOf(one))}`}>
            <Transactions userId={user_id} statement={one} />
          </Detail>
        )}
      />
      <Form class="row" onSubmit={() => setQuery('pdf', wanted)}>
        <TextField label="Statement of" type="month" required value={wanted} onValue={setMonth} />
        <Submit label={`Show the PDF of ${monthName(wanted)}`} />
      </Form>
      {pdf && <StatementPdf key={pdf} userId={user_id} month={pdf} />}
      <CallOf label="What was read:" request={requestFor('listBankStatements', { path: { user_id } })} />
    </Section>
  );
}

const lastMonth = (now = ''): string => monthFrom(now.slice(0, 10), -1);

const asPdf = (user_id: string, month: string) => ({ path: { user_id, month: `${month}.pdf` } });
const pdfOf = (bytes: Uint8Array) => new Blob([new Uint8Array(bytes)], { type: 'application/pdf' });

function StatementPdf({ userId, month }: { userId: string; month: string }) {
  const { data, error, request } = useRead('getStatement', asPdf(userId, month));
  const address = useMemo(() => data && URL.createObjectURL(pdfOf(data)), [data]);
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

function Transactions({ userId, statement }: { userId: string; statement: Statement }) {
  const { id, transactions, account_information: account } = statement;
  const rightOf = useTruth();
  const lines = (transactions ?? []).map((one, index) => {
    const right = rightField(rightOf(id, 'transactions', one), one, 'amount');
    const figure: Figure = {
      name: `Transaction ${index + 1}, ${one.description}`,
      amount: one.amount,
      right,
      source: statementSource(userId, statement, `transactions?.[${index}]?.amount`),
    };
    return { ...one, figure };
  });
  return (
    <RecordTable
      label="Transactions"
      most={Number.POSITIVE_INFINITY}
      caption={
        <>
          {plural(lines.length, 'transaction')}, account {account?.sort_code}{' '}
          <True of={rightOf(id, 'account_information.sort_code')} /> {account?.account_number}{' '}
          <True of={rightOf(id, 'account_information.account_number')} />, likelihood of a bank statement{' '}
          {statement.bank_statement_probability}
        </>
      }
      records={lines}
      columns={[
        ['Date', ({ date }) => day(date)],
        ['Description', ({ description }) => description],
        { name: 'In', figure: ({ type, figure }) => (type === 'credit' ? figure : undefined) },
        { name: 'Out', figure: ({ type, figure }) => (type === 'credit' ? undefined : figure) },
      ]}
    />
  );
}

type Result = { state: string; reason?: string | null; statement: Statement | undefined };

/** Uploads of bank statements: by dropping a PDF, or with the very statement that the person's bank prints. */
export function DocumentsSection({ dossier, onChange }: PersonProps) {
  const { clock } = useConsole();
  const { documents } = dossier;
  const { user_id } = dossier.user;
  const [result, setResult] = useState<Result>();
  const month = lastMonth(clock?.now);
  const upload = useAction(async (api, file: File) => {
    setResult(undefined);
    setResult(await uploaded(api, user_id, file));
  }, onChange);
  const sample = useAction(async (api) => {
    const pdf = pdfOf(await api.call('getStatement', asPdf(user_id, month)));
    await upload.run(new File([pdf], `statement-${month}.pdf`));
  });
  const sampleLabel = `Upload their own statement of ${monthName(month)}`;
  const isBusy = upload.isBusy || sample.isBusy;
  return (
    <Section id="documents">
      <div class="drop">
        <label>
          Choose a PDF, or drop one here:
          <input
            type="file"
            accept="application/pdf,.pdf"
            disabled={isBusy}
            onChange={({ currentTarget: { files } }) => files?.[0] && upload.run(files[0])}
          />
        </label>
        <Act of={sample} with={[]} disabled={isBusy} label={sampleLabel} />
      </div>
      {isBusy && <p class="note">The document is read…</p>}
      <Outcome of={[upload, sample]} />
      {result && (
        <div class="result" role="status">
          <Badge kind={result.state}>{result.state}</Badge> {result.reason}
          {result.statement && <Transactions userId={user_id} statement={result.statement} />}
        </div>
      )}
      {documents.length > 0 && (
        <details>
          <summary>Documents ({documents.length})</summary>
          <RecordTable
            label="Documents"
            records={documents}
            columns={[
              ['File', ({ file_name }) => file_name],
              ['State', ({ state }) => <Badge kind={state}>{state.replace('_', ' ')}</Badge>],
              ['Created', ({ created_at }) => <When at={created_at} />],
              ['Why not', ({ reason }) => reason],
            ]}
          />
        </details>
      )}
    </Section>
  );
}

async function uploaded(api: Caller, userId: string, file: File): Promise<Result> {
  const path = { user_id: userId };
  const before = await api.call('inspectUser', { path });
  const known = new Set(before.documents.map(({ document_id }) => document_id));
  const { presigned_urls } = await api.call('presignBankStatements', {
    body: { files: [{ file_name: file.name, external_id: `console-${file.name}` }] },
    asUser: userId,
  });
  const { pathname, search } = new URL(presigned_urls[0]!.presigned_url!);
  // The presigned address may have another host name of this sandbox.
  const headers = { 'Content-Type': 'application/pdf' };
  await accepted(fetch(pathname + search, { method: 'PUT', headers, body: file }));
  for (;;) {
    const dossier = await api.call('inspectUser', { path });
    const document = dossier.documents.find(({ document_id }) => !known.has(document_id));
    if (document && !['awaiting_upload', 'processing'].includes(document.state)) {
      const { state, reason, document_id } = document;
      const statement = dossier.bank_statement_submissions.find((one) => one.document_id === document_id);
      return { state, reason, statement };
    }
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

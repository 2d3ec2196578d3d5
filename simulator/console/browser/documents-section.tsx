import { useState } from 'preact/hooks';
import type { Caller } from '../../../spec/caller.ts';
import type { UserDossier } from '../../../spec/types.ts';
import { accepted } from './api.ts';
import { type PersonProps, useAction, useConsole } from './context.ts';
import { Act, Badge, Made, Problem, Section } from './parts.tsx';
import { RecordTable } from './record-table.tsx';
import { lastMonth, statementPdf, Transactions } from './statements-section.tsx';
import { moment, monthName } from './text.ts';

type Result = {
  state: string;
  reason?: string | null;
  statement: UserDossier['bank_statement_submissions'][number] | undefined;
};

/** Uploads of bank statements: by dropping a PDF, or with the very statement that the person's bank prints. */
export function DocumentsSection({ dossier, onChange }: PersonProps) {
  const { clock } = useConsole();
  const { user, documents } = dossier;
  const [isOver, setOver] = useState(false);
  const [result, setResult] = useState<Result>();
  const month = lastMonth(clock?.now ?? '');
  const upload = useAction(async (api, name: string, bytes: Blob) => {
    setResult(undefined);
    setResult(await uploaded(api, user.user_id, name, bytes));
  }, onChange);
  const sample = useAction(async (api) => {
    await upload.run(`statement-${month}.pdf`, await statementPdf(api, user.user_id, month));
  });
  const take = (files: FileList | null | undefined) => {
    const [file] = files ?? [];
    if (file) void upload.run(file.name, file);
  };
  const isBusy = upload.isBusy || sample.isBusy;
  return (
    <Section
      id="documents"
      title="Upload a statement"
      note="A PDF of a bank statement goes to a presigned address, and what can be read from it is shown here."
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the input inside does the same by keyboard */}
      <div
        class={isOver ? 'drop over' : 'drop'}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          take(event.dataTransfer?.files);
        }}
      >
        <label>
          Drop a PDF here, or choose one:{' '}
          <input
            type="file"
            accept="application/pdf,.pdf"
            disabled={isBusy}
            onChange={(event) => take(event.currentTarget.files)}
          />
        </label>
        <Act of={sample} with={[]} disabled={isBusy}>
          Upload their own statement of {monthName(month)}
        </Act>
      </div>
      {isBusy && <p class="note">The document is read…</p>}
      <Problem error={upload.error ?? sample.error} />
      {result && (
        <div class="result" role="status">
          <Badge kind={result.state}>{result.state}</Badge> {result.reason}
          {result.statement && <Transactions userId={user.user_id} statement={result.statement} />}
        </div>
      )}
      <Made requests={upload.made} />
      {documents.length > 0 && (
        <details>
          <summary>Documents ({documents.length})</summary>
          <RecordTable
            label="Documents"
            records={documents}
            idOf={({ document_id }) => document_id}
            columns={[
              ['File', ({ file_name }) => file_name],
              ['State', ({ state }) => <Badge kind={state}>{state.replace('_', ' ')}</Badge>],
              ['Created', ({ created_at }) => moment(created_at)],
              ['Why not', ({ reason }) => reason],
            ]}
          />
        </details>
      )}
    </Section>
  );
}

async function uploaded(api: Caller, userId: string, name: string, bytes: Blob): Promise<Result> {
  const path = { user_id: userId };
  const before = await api.call('inspectUser', { path });
  const known = new Set(before.documents.map(({ document_id }) => document_id));
  const { presigned_urls } = await api.call('presignBankStatements', {
    body: { files: [{ file_name: name, external_id: `console-${name}` }] },
    asUser: userId,
  });
  const { pathname, search } = new URL(presigned_urls[0]!.presigned_url!);
  // The presigned address may have another host name of this sandbox.
  const headers = { 'Content-Type': 'application/pdf' };
  await accepted(fetch(pathname + search, { method: 'PUT', headers, body: bytes }));
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

import { useState } from 'preact/hooks';
import type { PresignedUpload, UserDossier } from '../../../spec/types.ts';
import { type Api, ApiError, type ApiRequest } from './api.ts';
import { useAction, useConsole } from './context.ts';
import { Badge, Made, Problem, Section } from './parts.tsx';
import type { PersonProps } from './person-props.ts';
import { RecordTable } from './record-table.tsx';
import { pdfRequest } from './statement-pdf.tsx';
import { lastMonth } from './statements-section.tsx';
import { moment, monthName } from './text.ts';
import { Transactions } from './transactions.tsx';

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
    onChange();
  });
  const sample = useAction(async (api) => {
    const bytes = await api.bytes(pdfRequest(user.user_id, month));
    await upload.run(`statement-${month}.pdf`, bytes);
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
        <button type="button" disabled={isBusy} onClick={() => sample.run()}>
          Upload their own statement of {monthName(month)}
        </button>
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

async function uploaded(api: Api, userId: string, name: string, bytes: Blob): Promise<Result> {
  const before = await dossierOf(api, userId);
  const known = new Set(before.documents.map(({ document_id }) => document_id));
  const request: ApiRequest = {
    method: 'PUT',
    path: '/documents/bank-statements/presign',
    body: { files: [{ file_name: name, external_id: `console-${name}` }] },
    asUser: userId,
  };
  const { presigned_urls } = await api.call<{ presigned_urls: PresignedUpload[] }>(request);
  const { pathname, search } = new URL(presigned_urls[0]!.presigned_url!);
  // The address may bear another name of this very sandbox.
  const answer = await fetch(pathname + search, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/pdf' },
    body: bytes,
  });
  if (!answer.ok) throw new ApiError(answer.status, ((await answer.json()) as { errors: string[] }).errors);
  for (;;) {
    const dossier = await dossierOf(api, userId);
    const document = dossier.documents.find(({ document_id }) => !known.has(document_id));
    if (document && !['awaiting_upload', 'processing'].includes(document.state)) {
      const { state, reason, document_id } = document;
      const statement = dossier.bank_statement_submissions.find((one) => one.document_id === document_id);
      return { state, reason, statement };
    }
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

const dossierOf = (api: Api, userId: string): Promise<UserDossier> =>
  api.call({ method: 'GET', path: '/_sandbox/users/{user_id}', params: { user_id: userId } });

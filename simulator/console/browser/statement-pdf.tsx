import { useEffect, useMemo } from 'preact/hooks';
import { type Caller, requestFor } from '../../../spec/caller.ts';
import { useConsole, useLoaded } from './context.ts';
import { CallOf, Problem } from './parts.tsx';
import { monthName } from './text.ts';

/** A person's statement of a month as their bank prints it. */
export async function statementPdf({ call }: Caller, userId: string, month: string): Promise<Blob> {
  const bytes = await call('getStatement', { path: { user_id: userId, month: `${month}.pdf` } });
  return new Blob([new Uint8Array(bytes)], { type: 'application/pdf' });
}

export function StatementPdf({ userId, month }: { userId: string; month: string }) {
  const { api } = useConsole();
  const request = requestFor('getStatement', { path: { user_id: userId, month: `${month}.pdf` } });
  const { data, error } = useLoaded(`${userId} ${month}`, () => statementPdf(api, userId, month));
  const address = useMemo(() => data && URL.createObjectURL(data), [data]);
  useEffect(() => () => address && URL.revokeObjectURL(address), [address]);
  const title = `Bank statement of ${monthName(month)}`;
  return (
    <article class="statement-pdf" aria-label={title}>
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
    </article>
  );
}

import { useEffect, useState } from 'preact/hooks';
import type { ApiError, ApiRequest } from './api.ts';
import { asApiError, useConsole } from './context.ts';
import { CallOf, Problem } from './parts.tsx';
import { monthName } from './text.ts';

/** The request for a person's statement of a month as their bank prints it. */
export const pdfRequest = (userId: string, month: string): ApiRequest => ({
  method: 'GET',
  path: '/_sandbox/users/{user_id}/statements/{month}',
  params: { user_id: userId, month: `${month}.pdf` },
});

/** A person's statement of a month, in the browser's own reader of PDFs. */
export function StatementPdf({ userId, month }: { userId: string; month: string }) {
  const { api } = useConsole();
  const [address, setAddress] = useState<string>();
  const [error, setError] = useState<ApiError>();
  const request = pdfRequest(userId, month);
  useEffect(() => {
    let made = '';
    let isCurrent = true;
    setAddress(undefined);
    setError(undefined);
    api.bytes(pdfRequest(userId, month)).then(
      (bytes) => {
        if (!isCurrent) return;
        made = URL.createObjectURL(bytes);
        setAddress(made);
      },
      (reason: unknown) => isCurrent && setError(asApiError(reason)),
    );
    return () => {
      isCurrent = false;
      if (made) URL.revokeObjectURL(made);
    };
  }, [api, userId, month]);
  const title = `Bank statement of ${monthName(month)}`;
  return (
    <article class="statement-pdf" aria-label={title}>
      <Problem error={error} />
      {!address && !error && <p class="note">The statement is fetched…</p>}
      {address && (
        <>
          {navigator.pdfViewerEnabled ? (
            <iframe src={`${address}#view=FitH&navpanes=0`} title={title} />
          ) : (
            <p class="note">This browser has no reader of PDFs on board.</p>
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

import { useState } from 'preact/hooks';
import type { HttpRequest } from '../../../spec/caller.ts';
import type { JournalEntry } from '../../../spec/types.ts';
import { accepted } from './api.ts';
import { useAction, useConsole } from './context.ts';
import { CallOf, Headers, Json, Problem } from './parts.tsx';
import { refusalSentence } from './refusal-sentence.ts';
import { moment } from './text.ts';

const userOnly = new Set(['queryPayrollConnection', 'presignBankStatements']);
const hasBody = (body: unknown): boolean => body !== undefined && body !== null;

/** Why a request cannot be made again from here; undefined when it can. */
function hindrance({ operation, request_body, query }: JournalEntry): string | undefined {
  if (userOnly.has(operation ?? ''))
    return "It takes a user's token, which the journal does not keep: do it from the person's page.";
  if (/\[redacted\]/.test(JSON.stringify([request_body ?? '', query])))
    return 'It holds a secret that the journal does not keep.';
  return undefined;
}

export const StatusCode = ({ status }: { status: number | null }) => (
  <span class={`status-code s${String(status ?? 0)[0]}`}>{status ?? 'cut'}</span>
);

export function RequestDetail({ entry }: { entry: JournalEntry }) {
  const { api } = useConsole();
  const [answer, setAnswer] = useState<unknown>();
  const request: HttpRequest = {
    method: entry.method,
    path: decodeURI(entry.path) + (entry.query ? `?${entry.query}` : ''),
    body: hasBody(entry.request_body) && entry.method !== 'GET' ? entry.request_body : undefined,
  };
  const repeat = useAction(async () => {
    setAnswer(undefined);
    const text = await (await accepted(api.send(request))).text();
    setAnswer(text === '' ? undefined : JSON.parse(text));
  });
  const why = hindrance(entry);
  const sentence = refusalSentence(entry);
  return (
    <article class="detail" aria-label={`Request ${entry.request_id}`}>
      <h3>
        {entry.operation} <StatusCode status={entry.status} />
      </h3>
      <p>
        {moment(entry.at)} · <code>{entry.request_id}</code>
      </p>
      {sentence && <p class="remark">{sentence}</p>}
      {entry.violations.length > 0 && (
        <ul class="violations">
          {entry.violations.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
      )}
      <div class="buttons">
        <button type="button" disabled={repeat.isBusy || why !== undefined} onClick={() => repeat.run()}>
          Repeat
        </button>
        {why && <span class="note">{why}</span>}
      </div>
      <Problem error={repeat.error} />
      {answer !== undefined && <Json title="the new answer" value={answer} />}
      <CallOf label="Copy as code:" request={request} />
      <div class="two">
        <div>
          <h4>Request</h4>
          <Headers headers={entry.request_headers} />
          {hasBody(entry.request_body) && <Json title="body" value={entry.request_body} />}
        </div>
        <div>
          <h4>Response</h4>
          <Json title={`status ${entry.status ?? 'none'}`} value={entry.response_body ?? 'nothing'} />
        </div>
      </div>
    </article>
  );
}

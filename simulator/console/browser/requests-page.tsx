import { useState } from 'preact/hooks';
import type { HttpRequest } from '../../../spec/caller.ts';
import type { JournalEntry } from '../../../spec/types.ts';
import { accepted } from './api.ts';
import { CallOf, Headers, Json, RequestLine } from './code.tsx';
import { useAction, useConsole, useLiveList, useRead } from './context.ts';
import { Act, CheckField, TextField } from './forms.tsx';
import { Detail, Head, Lines, Problem, Split } from './parts.tsx';
import { matcherOf } from './people-page.tsx';
import { RecordTable } from './record-table.tsx';
import { setQuery } from './route.tsx';
import { moment, plural } from './text.ts';
import words from './words.json' with { type: 'json' };

const KEPT = 500;

const idOf = ({ request_id, at, path }: JournalEntry): string => request_id ?? `${at} ${path}`;

export function RequestsPage({ query }: { query: URLSearchParams }) {
  const read = useRead('listRequests', { query: { limit: KEPT } });
  const entries = useLiveList('request', read, ({ requests }) => [...requests].reverse(), idOf, KEPT);
  const filter = query.get('filter') ?? '';
  const isMeant = matcherOf(filter);
  const withOwn = query.get('console') === 'too';
  const clear = useAction((api) => api.call('clearRequests'), read.reload);
  const found = entries.filter(
    (entry) =>
      (withOwn || !isConsoles(entry)) &&
      isMeant(entry.operation, entry.method, entry.path, String(entry.status), refusalSentence(entry)),
  );
  const chosen = entries.find(({ request_id }) => request_id === query.get('request'));
  return (
    <>
      <Head of="requests" />
      <search class="row" aria-label="Filter requests">
        <TextField
          label="Filter"
          type="search"
          hint="An operation, a path, a status or words of a refusal."
          value={filter}
          onValue={(value) => setQuery({ filter: value })}
        />
        <CheckField
          label="Include this console's own"
          value={withOwn}
          onValue={(isWanted) => setQuery({ console: isWanted ? 'too' : '' })}
        />
        <Act of={clear} with={[]} label="Empty the journal" />
      </search>
      <Problem error={read.error ?? clear.error} />
      <p class="note" aria-live="polite">
        {found.length === 0
          ? 'No requests to show yet. Call the service, and they appear here.'
          : `${plural(found.length, 'request')}.`}
      </p>
      {query.get('request') && read.data && !chosen && (
        <p class="remark">The request of this link is not in the journal any more.</p>
      )}
      <Split detail={chosen && <RequestDetail key={chosen.request_id} entry={chosen} />}>
        <RecordTable
          label="Requests"
          records={found}
          idOf={idOf}
          chosen={chosen?.request_id}
          choice={['request', 'Request']}
          columns={[
            ['At', ({ at }) => moment(at), 'when'],
            ['Request', ({ method, path }) => <RequestLine method={method} address={path} />],
            ['Status', ({ status }) => <StatusCode status={status} />],
            ['Outcome', (entry) => refusalSentence(entry) ?? entry.operation],
            ['Took', ({ duration_ms }) => `${Math.round(duration_ms)} ms`, 'number'],
          ]}
        />
      </Split>
      <CallOf request={read.request} />
    </>
  );
}

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

const StatusCode = ({ status }: { status: number | null }) => (
  <span class={`status-code s${String(status ?? 0)[0]}`}>{status ?? 'cut'}</span>
);

function RequestDetail({ entry }: { entry: JournalEntry }) {
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
    <Detail query="request" label={`Request ${entry.request_id}`}>
      <h3>
        {entry.operation} <StatusCode status={entry.status} />
      </h3>
      <p>
        {moment(entry.at)} · <code>{entry.request_id}</code>
      </p>
      {sentence && <p class="remark">{sentence}</p>}
      {entry.violations.length > 0 && <Lines class="violations" of={entry.violations} />}
      <div class="buttons">
        <Act of={repeat} with={[]} disabled={why !== undefined} label="Repeat" />
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
    </Detail>
  );
}

const isConsoles = ({ request_headers: headers }: JournalEntry): boolean =>
  headers?.['x-payrig-console'] !== undefined;

const reasons: Readonly<Record<number, string>> = words.reasons;

/** Why a request was refused, in a plain sentence; undefined when it was not. */
function refusalSentence(entry: JournalEntry): string | undefined {
  const { status, response_body, violations } = entry;
  if (status === null) return 'The connection was cut, as a fault asked for.';
  if (status < 400)
    return violations.length > 0 ? `It broke the contract: ${violations.join('; ')}.` : undefined;
  const { errors = [] } = (response_body ?? {}) as { errors?: string[] };
  if (errors.includes('A fault was asked for'))
    return `A fault answered in place of the service, with ${status}.`;
  const reason = reasons[status] ?? (status >= 500 ? 'The sandbox itself failed' : 'It was refused');
  return errors.length === 0 ? `${reason}.` : `${reason}: ${errors.join('; ')}.`;
}

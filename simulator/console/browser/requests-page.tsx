import { useState } from 'preact/hooks';
import { routes } from '../../../spec/generated/routes.ts';
import type { JournalEntry } from '../../../spec/types.ts';
import { accepted } from './api.ts';
import { CallOf, Headers, Json, RequestLine } from './code.tsx';
import { useAction, useConsole, useLiveList, useRead } from './context.ts';
import { Act, CheckField, FilterBar } from './forms.tsx';
import { Badge, Detail, Head, Lines, Outcome, Problem, When } from './parts.tsx';
import { matcherOf } from './person-names.tsx';
import { RecordTable } from './record-table.tsx';
import { setQuery } from './route.tsx';
import { millis, moment, plural, sentence, wordsFor } from './text.ts';
import words from './words.json' with { type: 'json' };

const KEPT = 500;

const idOf = ({ request_id, at, path }: JournalEntry): string => request_id ?? `${at} ${path}`;

export function RequestsPage({ query }: { query: URLSearchParams }) {
  const read = useRead('listRequests', { query: { limit: KEPT } });
  const listed = [...(read.data?.requests ?? [])].reverse();
  const entries = useLiveList('request', read, listed, idOf, KEPT);
  const isMeant = matcherOf(query.get('filter') ?? '');
  const withOwn = query.get('own') === 'too';
  const showOwn = (isWanted: boolean) => setQuery('own', isWanted ? 'too' : '');
  const clear = useAction((api) => api.call('clearRequests'), read.reload);
  const meant = entries.filter((entry) => {
    const { operation, source, method, path, status } = entry;
    return isMeant(operation, source, method, path, String(status), refusalSentence(entry));
  });
  // A link may lead to one of the console's own.
  const found = meant.filter((one) => withOwn || !one.source || one.request_id === query.get('request'));
  const hidden = meant.length - found.length;
  const chosen = entries.find(({ request_id }) => request_id === query.get('request'));
  return (
    <>
      <Head of="requests" />
      <FilterBar of="requests" query={query} name="filter">
        <CheckField label="Show Payrig's own" value={withOwn} onValue={showOwn} />
        <Act of={clear} with={[]} label="Empty the journal" />
        <p class="note" aria-live="polite">
          {plural(found.length, 'request')}
          {hidden > 0 && `, ${hidden} of Payrig's own hidden`}
        </p>
      </FilterBar>
      {query.get('request') && read.data && !chosen && <p class="remark">{words.gone.request}</p>}
      <RecordTable
        {...words.tables.requests}
        records={found}
        idOf={idOf}
        chosen={chosen?.request_id}
        choice={['request', 'Request']}
        columns={[
          ['At', ({ at }) => <When at={at} />, 'when'],
          ['Status', ({ status }) => <StatusCode status={status} />],
          ['Request', ({ method, path }) => <RequestLine method={method} address={path} />],
          ['Outcome', (entry) => <RequestOutcome entry={entry} />],
          ['Took', ({ duration_ms }) => millis(duration_ms), 'extra'],
        ]}
        detail={(one) => <RequestDetail key={one.request_id} entry={one} />}
      />
      <Outcome of={[read, { error: clear.error }]} />
    </>
  );
}

const RequestOutcome = ({ entry }: { entry: JournalEntry }) =>
  entry.operation === 'loadSnapshot' ? (
    <Badge kind="own">A snapshot was loaded</Badge>
  ) : (
    <>
      {refusalSentence(entry) ?? entry.operation} {entry.source && <Badge kind="">{entry.source}</Badge>}
    </>
  );

const userOnly = new Set(['queryPayrollConnection', 'presignBankStatements']);
const hasBody = (body: unknown): boolean => body !== undefined && body !== null;

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

/** The request again: by its operation where it kept to the contract, so that it can be written with the typed client. */
function requestOf({ method, path, query, operation, violations, request_body }: JournalEntry) {
  const body = hasBody(request_body) && method !== 'GET' ? request_body : undefined;
  const template = new Map<string, { path: string }>(Object.entries(routes)).get(operation ?? '')?.path ?? '';
  const pattern = template.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)');
  const found = new RegExp(`^${pattern}$`).exec(path);
  if (found && !query && violations.length === 0) {
    const params = Object.entries(found.groups ?? {}).map(([name, text]) => [name, decodeURIComponent(text)]);
    const given = params.length > 0 && { params: Object.fromEntries(params) };
    return { method, path: template, ...given, body };
  }
  // Braces stand for parameters in a path of the contract.
  const literal = path.replaceAll('{', '%7B').replaceAll('}', '%7D');
  return { method, path: literal + (query ? `?${query}` : ''), body };
}

function RequestDetail({ entry }: { entry: JournalEntry }) {
  const { api } = useConsole();
  const [answer, setAnswer] = useState<unknown>();
  const request = requestOf(entry);
  const repeat = useAction(async () => {
    setAnswer(undefined);
    const text = await (await accepted(api.send(request))).text();
    setAnswer(text === '' ? undefined : JSON.parse(text));
  });
  const { status, operation } = entry;
  const why = hindrance(entry);
  const outcome = refusalSentence(entry);
  return (
    <Detail query="request" label={`Request ${entry.request_id}`}>
      <h3>
        {operation ?? `${entry.method} ${entry.path}`} <StatusCode status={status} />
      </h3>
      <p>
        {moment(entry.at)} · <code>{entry.request_id}</code>
      </p>
      {outcome && <p class="remark">{outcome}</p>}
      {(status === 404 || status === 405) && (
        <p>
          <b>Why is this {status}?</b> {operation ? words.nextSteps.id : words.nextSteps.path}{' '}
          <a href={operation ? `/docs#${operation}` : '/docs'}>See the contract</a>
        </p>
      )}
      <Lines of={entry.violations.filter((one) => !outcome?.includes(one))} />
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
          <Json title={`status ${status ?? 'none'}`} value={entry.response_body ?? 'nothing'} />
        </div>
      </div>
    </Detail>
  );
}

function refusalSentence(entry: JournalEntry): string | undefined {
  const { status, response_body, violations } = entry;
  if (status === null) return 'The connection was cut, as a fault asked for.';
  if (status < 400)
    return violations.length > 0 ? sentence(`It broke the contract: ${violations.join('; ')}`) : undefined;
  const { errors = [] } = (response_body ?? {}) as { errors?: string[] };
  if (errors.includes('A fault was asked for'))
    return `A fault answered in place of the service, with ${status}.`;
  const usual = status >= 500 ? 'The sandbox itself failed' : 'It was refused';
  const reason = wordsFor('reasons', String(status)) ?? usual;
  return sentence([reason, errors.join('; ')].filter(Boolean).join(': '));
}

import type { JournalEntry } from '../../../spec/types.ts';
import { useAction, useLiveList, useRead } from './context.ts';
import { CallOf, CheckField, Problem, QuerySelect, sameText } from './parts.tsx';
import { Choice, RecordTable } from './record-table.tsx';
import { isConsoles, refusalSentence } from './refusal-sentence.ts';
import { RequestDetail, StatusCode } from './request-detail.tsx';
import { setQuery } from './route.tsx';
import { moment, plural } from './text.ts';

const KEPT = 500;

const idOf = ({ request_id, at, path }: JournalEntry): string => request_id ?? `${at} ${path}`;
const isRefused = ({ status }: JournalEntry): boolean => status === null || status >= 400;

export function RequestsPage({ query }: { query: URLSearchParams }) {
  const read = useRead('listRequests', { query: { limit: KEPT } });
  const entries = useLiveList('request', read, ({ requests }) => [...requests].reverse(), idOf, KEPT);
  const operation = query.get('operation') ?? '';
  const only = query.get('only') ?? '';
  const withOwn = query.get('console') === 'too';
  const clear = useAction(async (api) => {
    await api.call('clearRequests');
    read.reload();
  });
  const found = entries.filter(
    (entry) =>
      (withOwn || !isConsoles(entry)) &&
      (!operation || entry.operation === operation) &&
      (only !== 'refused' || isRefused(entry)) &&
      (only !== 'violations' || entry.violations.length > 0),
  );
  const chosen = entries.find(({ request_id }) => request_id === query.get('request'));
  const operations = [...new Set(entries.map((entry) => entry.operation ?? ''))].filter(Boolean).sort();
  return (
    <>
      <h1>Requests</h1>
      <p class="lead">Requests to the service, newest first, as they come in. Secrets are removed.</p>
      <search class="row" aria-label="Filter requests">
        <QuerySelect query={query} name="operation" label="Operation" options={sameText(operations)} />
        <QuerySelect
          query={query}
          name="only"
          label="Which"
          options={[
            ['refused', 'refused'],
            ['violations', 'breaking the contract'],
          ]}
        />
        <CheckField
          label="include this console's own"
          value={withOwn}
          onValue={(isWanted) => setQuery({ console: isWanted ? 'too' : '' })}
        />
        <button type="button" disabled={clear.isBusy} onClick={() => clear.run()}>
          Empty the journal
        </button>
      </search>
      <Problem error={read.error ?? clear.error} />
      <p class="note" aria-live="polite">
        {found.length === 0
          ? 'No requests to show yet. Call the service, and they appear here.'
          : `${plural(found.length, 'request')}.`}
      </p>
      {chosen && <RequestDetail key={chosen.request_id} entry={chosen} />}
      <RecordTable
        label="Requests"
        records={found}
        idOf={idOf}
        chosen={chosen?.request_id}
        columns={[
          ['At', ({ at }) => moment(at), 'when'],
          [
            'Request',
            ({ request_id = '', method, path }) => (
              <Choice query="request" id={request_id} chosen={chosen?.request_id}>
                <i class={`method ${method.toLowerCase()}`}>{method}</i> <code>{path}</code>
              </Choice>
            ),
          ],
          ['Status', ({ status }) => <StatusCode status={status} />],
          ['Outcome', (entry) => refusalSentence(entry) ?? entry.operation],
          ['Took', ({ duration_ms }) => `${Math.round(duration_ms)} ms`, 'number'],
        ]}
      />
      <CallOf request={read.request} />
    </>
  );
}

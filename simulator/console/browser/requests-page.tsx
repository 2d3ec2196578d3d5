import { useEffect, useState } from 'preact/hooks';
import type { components } from '../../../spec/generated/sandbox.ts';
import { useAction, useConsole, useLive, useRead, useReloadWith } from './context.ts';
import { CallOf, Field, Problem, Table } from './parts.tsx';
import { isConsoles, refusalSentence } from './refusal-sentence.ts';
import { RequestDetail } from './request-detail.tsx';
import { setQuery } from './route.tsx';
import { moment, plural } from './text.ts';

export type JournalEntry = components['schemas']['JournalEntry'];

const KEPT = 500;

/** The requests to the service, as they come in. */
export function RequestsPage({ query }: { query: URLSearchParams }) {
  const { entries, read } = useJournal();
  const operation = query.get('operation') ?? '';
  const only = query.get('only') ?? '';
  const own = query.get('console') ?? '';
  const clear = useAction(async (api) => {
    await api.call('clearRequests');
    read.reload();
  });
  const isRefused = ({ status }: JournalEntry) => status === null || status >= 400;
  const found = entries.filter(
    (one) =>
      (own === 'too' || !isConsoles(one)) &&
      (!operation || one.operation === operation) &&
      (only !== 'refused' || isRefused(one)) &&
      (only !== 'violations' || one.violations.length > 0),
  );
  const chosen = entries.find(({ request_id }) => request_id === query.get('request'));
  const operations = [...new Set(entries.map((one) => one.operation ?? ''))].filter(Boolean).sort();
  return (
    <>
      <h1>Requests</h1>
      <p class="lead">Requests to the service, newest first, as they come in. Secrets are removed.</p>
      <search class="row" aria-label="Filter requests">
        <Field label="Operation">
          {(id) => (
            <select
              id={id}
              value={operation}
              onChange={(event) => setQuery({ operation: event.currentTarget.value })}
            >
              <option value="">all</option>
              {operations.map((one) => (
                <option key={one} value={one}>
                  {one}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label="Which">
          {(id) => (
            <select id={id} value={only} onChange={(event) => setQuery({ only: event.currentTarget.value })}>
              <option value="">all</option>
              <option value="refused">refused</option>
              <option value="violations">breaking the contract</option>
            </select>
          )}
        </Field>
        <label class="check">
          <input
            type="checkbox"
            checked={own === 'too'}
            onChange={() => setQuery({ console: own === 'too' ? '' : 'too' })}
          />{' '}
          include this console's own
        </label>
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
      {found.length > 0 && (
        <Table label="Requests">
          <thead>
            <tr>
              <th>At</th>
              <th>Request</th>
              <th>Status</th>
              <th>Outcome</th>
              <th class="number">Took</th>
            </tr>
          </thead>
          <tbody>
            {found.map((one) => {
              const isChosen = one.request_id === chosen?.request_id;
              return (
                <tr key={one.request_id} class={isChosen ? 'chosen' : ''}>
                  <td class="when">{moment(one.at)}</td>
                  <td>
                    <button
                      type="button"
                      class="link"
                      aria-expanded={isChosen}
                      onClick={() => setQuery({ request: isChosen ? '' : (one.request_id ?? '') })}
                    >
                      <i class={`method ${one.method.toLowerCase()}`}>{one.method}</i> <code>{one.path}</code>
                    </button>
                  </td>
                  <td>
                    <span class={`status-code s${String(one.status ?? 0)[0]}`}>{one.status ?? 'cut'}</span>
                  </td>
                  <td>{refusalSentence(one) ?? one.operation}</td>
                  <td class="number">{Math.round(one.duration_ms)} ms</td>
                </tr>
              );
            })}
          </tbody>
        </Table>
      )}
      <CallOf request={read.request} />
    </>
  );
}

function useJournal() {
  const { epoch } = useConsole();
  const read = useRead('listRequests', { query: { limit: KEPT } });
  const [fresh, setFresh] = useState<readonly JournalEntry[]>([]);
  const { data, reload } = read;
  // A connection that was lost may have missed some.
  useReloadWith(reload, epoch);
  // A newer list has what was told before it.
  useEffect(() => setFresh([]), [data]);
  useLive('request', (entry) => setFresh((before) => [entry, ...before].slice(0, KEPT)));
  const listed = data?.requests ?? [];
  const known = new Set(listed.map(({ request_id }) => request_id));
  return {
    entries: [...fresh.filter(({ request_id }) => !known.has(request_id)), ...listed].slice(0, KEPT),
    read,
  };
}

import { accepted } from './api.ts';
import { useConsole, useLoaded } from './context.ts';
import { Badge, Code, Problem, Table } from './parts.tsx';
import { plural } from './text.ts';

type Verdict = 'pass' | 'fail' | 'warn' | 'skip' | 'error';

type Clause = {
  clause: string;
  level: string;
  statement: string;
  verdict: Verdict;
  skip?: { kind: string; message: string };
  error?: { message: string };
  failure?: {
    expected: string;
    actual: string;
    exchange?: { curl: string; status?: number; responseBody?: string };
    diagnosis?: readonly string[];
    advice?: { danger: string; mend: string; kit: string };
    again: string;
  };
};

/** As much of report.json as is shown here; the report itself has all of it. */
type Report = {
  summary: string;
  totals: Readonly<Record<Verdict, number>>;
  clauses: readonly Clause[];
  notes: readonly string[];
  points: readonly { verdict: string }[];
};

const words: Readonly<Record<Verdict, string>> = {
  pass: 'pass',
  fail: 'fail',
  warn: 'warning',
  skip: 'not judged',
  error: 'the suite broke',
};

const isAsked = ({ skip }: Clause): boolean => skip?.kind !== 'not-selected';

/** What a run says of each clause: first what does not hold, with its story. */
export function ReportView({ address, isExam }: { address: string; isExam: boolean }) {
  const { api } = useConsole();
  const load = async (): Promise<Report> =>
    (await accepted(api.send({ method: 'GET', path: address }))).json();
  const read = useLoaded(address, load);
  if (!read.data) return <Problem error={read.error} />;
  const { summary, totals, clauses, notes, points } = read.data;
  const asked = clauses.filter(isAsked);
  const of = (verdict: Verdict) => asked.filter((one) => one.verdict === verdict);
  const defined = points.filter(({ verdict }) => verdict === 'defined').length;
  return (
    <>
      <p>{summary}</p>
      <p class="verdicts">
        {(Object.keys(words) as Verdict[])
          .map((verdict) => [verdict, of(verdict).length] as const)
          .filter(([verdict, count]) => count > 0 || verdict === 'fail')
          .map(([verdict, count]) => (
            <Badge key={verdict} kind={count > 0 ? `verdict-${verdict}` : ''}>
              {verdict === 'warn' ? plural(count, words.warn) : `${count} ${words[verdict]}`}
            </Badge>
          ))}{' '}
        {defined > 0 && <span class="note">{plural(defined, 'open point')} learnt, in the profile.</span>}
      </p>
      {notes.map((note) => (
        <p key={note} class="remark">
          {note}
        </p>
      ))}
      {(['fail', 'error', 'warn'] as const).map((verdict) => (
        <Stories key={verdict} title={titles[verdict]} clauses={of(verdict)} />
      ))}
      <details open={isExam}>
        <summary>Every clause, with its verdict</summary>
        <ClauseTable clauses={asked} />
      </details>
      {totals.skip > 0 && of('skip').length === 0 && (
        <p class="note">Clauses that were not asked for are left out.</p>
      )}
    </>
  );
}

const titles = { fail: 'Failures', error: 'Where the suite broke', warn: 'Warnings' } as const;

function Stories({ title, clauses }: { title: string; clauses: readonly Clause[] }) {
  if (clauses.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul class="stories" aria-label={title}>
        {clauses.map((clause) => (
          <li key={clause.clause}>
            <Story {...clause} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Story({ clause, statement, failure, error }: Clause) {
  const { exchange, diagnosis = [], advice } = failure ?? {};
  return (
    <details>
      <summary>
        <code>{clause}</code> {statement}
      </summary>
      {error && <p>{error.message}</p>}
      {failure && (
        <dl class="facts">
          <dt>Expected</dt>
          <dd>{failure.expected}</dd>
          <dt>Got</dt>
          <dd>{failure.actual}</dd>
        </dl>
      )}
      {diagnosis.map((one) => (
        <p key={one}>{one}</p>
      ))}
      {advice && (
        <>
          <p>
            <b>What can come of it:</b> {advice.danger}
          </p>
          <p>
            <b>How to mend it:</b> {advice.mend}
          </p>
          <Code title="with the receiver kit" text={advice.kit} />
        </>
      )}
      {exchange && <Code title="the request" text={exchange.curl} />}
      {exchange?.responseBody && (
        <Code title={`answered with ${exchange.status ?? 'nothing'}`} text={exchange.responseBody} />
      )}
      {failure && <Code title="see it again" text={`npx ${failure.again}`} />}
    </details>
  );
}

const ClauseTable = ({ clauses }: { clauses: readonly Clause[] }) => (
  <div class="clause-table">
    <Table label="Clauses">
      <thead>
        <tr>
          <th>Verdict</th>
          <th>Clause</th>
        </tr>
      </thead>
      <tbody>
        {clauses.map(({ clause, verdict, statement, skip }) => (
          <tr key={clause}>
            <td>
              <Badge kind={`verdict-${verdict}`}>{words[verdict]}</Badge>
            </td>
            <td>
              <code>{clause}</code>
              <br />
              {statement}
              {skip && <p class="note">{skip.message}</p>}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  </div>
);

import { loadClauses } from '../../../spec/clauses.ts';
import type { ClauseResult, RunResult } from '../../judgement/result.ts';

/** What a report must escape. */
const nasty = `<script>alert("x")</script> & 'quoted' \u0007`;

/** A clause of the contract with a verdict, and what a report shows of that. */
export function clauseResult(index: number, verdict: ClauseResult['verdict']): ClauseResult {
  const { id, level, statement, section, operations, webhooks } = loadClauses()[index]!;
  const exchange = {
    method: 'GET',
    url: 'http://localhost/users',
    curl: "curl -sS 'http://localhost/users'",
    status: 200,
    responseBody: JSON.stringify({ said: nasty }),
    durationMs: 3,
  };
  return {
    clause: id,
    area: id.split('.')[0]!,
    section,
    level,
    ...(verdict === 'warn' && { level: 'implied' as const, why: 'It can be read so.' }),
    statement,
    operations,
    webhooks,
    needs: [],
    verdict,
    ...((verdict === 'fail' || verdict === 'warn') && {
      failure: {
        expected: 'status 401',
        actual: nasty,
        exchange,
        diagnosis: ['this is the signature of the plain body'],
        steps: [
          { kind: 'arranged', call: 'createUser', given: '{}', made: '{"user_id":"u-1"}' },
          { kind: 'request', exchange },
          {
            kind: 'delivery',
            delivery: {
              method: 'POST',
              path: '/inbox-1',
              headers: { 'x-svc-signature': 'ab' },
              body: nasty,
              signature: { given: 'ab', computed: 'cd' },
            },
          },
        ],
        seed: 7,
        replay: `${id}@7/0`,
        again: `payrig check 'http://localhost' --api-key "$API_KEY" --replay '${id}@7/0'`,
        hints: ['What the run made is removed with it.'],
      },
    }),
    ...(verdict === 'skip' && {
      skip: {
        kind: 'cannot-arrange' as const,
        message: 'it needs users',
        missing: [],
        enable: ['offer createUser with --arrange'],
      },
    }),
    ...(verdict === 'error' && { error: { message: `broke ${nasty}`, stack: `Error: broke ${nasty}` } }),
    durationMs: 12,
    requests: 3,
    runs: 1,
  };
}

/** A run over as many clauses as there are verdicts. */
export function runResult(verdicts: readonly ClauseResult['verdict'][]): RunResult {
  const clauses = verdicts.map((verdict, index) => clauseResult(index, verdict));
  const count = (verdict: string): number => verdicts.filter((one) => one === verdict).length;
  return {
    version: 1,
    suite: { name: 'payrig', version: '0.0.0' },
    target: { baseUrl: 'http://localhost', environment: 'sandbox', arrangement: 'sandbox' },
    startedAt: '2026-11-15T10:00:00.000Z',
    durationMs: 1234,
    requests: 99,
    seed: 7,
    runs: 12,
    config: { apiKey: '$API_KEY' },
    exitCode: count('fail') > 0 ? 1 : 0,
    summary: `${count('fail')} of ${count('fail') + count('pass')} judged clauses fail.`,
    totals: {
      pass: count('pass'),
      fail: count('fail'),
      warn: count('warn'),
      skip: count('skip'),
      error: count('error'),
      judged: count('pass') + count('fail') + count('warn'),
      known: 0,
      stale: 0,
    },
    clauses,
    points: [
      {
        point: 'users.list.order',
        question: 'In which order?',
        verdict: 'defined',
        value: 'oldest-first',
        from: 'probe',
        requests: 2,
      },
      {
        point: 'members.roles',
        question: 'Which roles?',
        verdict: 'unknown',
        reason: 'only its owner can say',
        requests: 0,
      },
    ],
    profile: { points: { 'users.list.order': 'oldest-first' } },
    notes: ['The clock of the deployment is 9 days ahead.'],
    leftovers: [],
  };
}

export const mixed = runResult(['pass', 'fail', 'skip', 'error', 'pass']);

export const warned = runResult(['pass', 'warn', 'fail']);

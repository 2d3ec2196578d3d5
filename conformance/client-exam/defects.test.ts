import { expect, test } from 'vitest';
import { loadClientClauses } from '../../spec/client-clauses.ts';
import { sample } from '../../spec/testing/test-run.ts';
import type { ClauseResult } from '../judgement/result.ts';
import { runClientExam } from '../suite/run-client-exam.ts';
import { casesInTurns } from './case-runner.ts';
import { allCases, isPlain, journeysOf } from './cases/index.ts';
import { jointCases } from './joint-cases.ts';
import { sumOf } from './stage/money.ts';
import type { JourneyStart } from './stage/start-journey.ts';
import type { Defect } from './testing/defect.ts';
import { defects } from './testing/defects/index.ts';
import { specimen } from './testing/specimen.ts';

const clauses = loadClientClauses().map(({ id }) => id);
/** Clauses whose cases are joined are judged with all of them: none may hide what another one shows. */
const joined = [...jointCases(allCases(1)).keys()].flatMap(({ judges }) => Object.keys(judges));

/** Some defects show only in a process of their own, which has a time zone. */
const needsProcess = (clause: string): boolean => clause === 'time.zones' || clause === 'time.dst';

function startOf({ name, change, clause }: Defect): JourneyStart {
  // A journey that listens for webhooks waits for its event in every case.
  const receiver = /^webhooks\.(?!subscribed|sealed)/.test(clause) ? 'http://127.0.0.1:{PORT}/' : undefined;
  if (!needsProcess(clause)) return { call: specimen(change), receiver };
  const script = new URL('./testing/run-specimen.ts', import.meta.url).pathname;
  return { run: `${process.execPath} ${script} '${name}'` };
}

test('every clause is judged in some case, and has a client that breaks it', () => {
  expect(clauses.filter((id) => journeysOf(id).length === 0)).toEqual([]);
  expect(clauses.filter((id) => !defects.some(({ clause }) => clause === id))).toEqual([]);
  expect(new Set(allCases(1).flatMap(({ judges }) => Object.keys(judges))).size).toBe(clauses.length - 6);
});

test('the plain cases and one of each clause come first, and none whose clauses all had theirs', () => {
  const turns = [...casesInTurns(allCases(1))];
  const first = turns.filter(([, turn]) => turn === 0).map(([one]) => one);
  const judged = new Set(first.flatMap(({ judges }) => Object.keys(judges)));
  expect(judged).toEqual(new Set(turns.flatMap(([{ judges }]) => Object.keys(judges))));
  expect(first.filter((one) => !isPlain(one)).length).toBeLessThanOrEqual(judged.size);
  expect(first.filter(isPlain)).toEqual(turns.map(([one]) => one).filter(isPlain));
});

test('floats do not add up what the exam has them add', () => {
  const exact = allCases(1).find(({ judges }) => 'money.exact' in judges)!;
  const tailedAmounts = exact.wish.start!.payslips!;
  const naive = (amounts: readonly string[]) => amounts.reduce((sum, amount) => sum + Number(amount), 0);
  expect(String(naive(tailedAmounts))).not.toBe(sumOf(tailedAmounts));
  const { wish } = allCases(1).find(({ judges }) => 'money.huge' in judges)!;
  const slips = Array.from({ length: 12 }, () => ({ net_pay: '' }));
  const huge = wish.reshapes!.at(-1)!.change({ slips }, {} as never) as { slips: { net_pay: string }[] };
  const hugeAmounts = huge.slips.map(({ net_pay }) => net_pay);
  for (const amounts of [hugeAmounts, [...hugeAmounts].reverse()]) {
    expect(naive(amounts).toFixed(2)).not.toBe(sumOf(amounts));
    const pence = amounts.reduce((sum, amount) => sum + Math.round(Number(amount) * 100), 0);
    expect((pence / 100 < 9e13 && BigInt(pence)) || 0n).toBe(BigInt(sumOf(amounts)!.replace('.', '')));
  }
});

const drawn = sample(defects, 4);
/** Pauses look longer while the exams of other clients keep this process busy: these clients have it to themselves. */
const isTimed = ({ clause }: Defect): boolean =>
  clause === 'states.waits-politely' || clause === 'trouble.pauses-grow';
const title = 'a client that $name fails $clause in $journey';
const options = { timeout: 240_000 };

test.concurrent.each(drawn.filter((one) => !isTimed(one)))(title, options, isCaught);
test.each(drawn.filter(isTimed))(title, options, isCaught);

async function isCaught(defect: Defect): Promise<void> {
  const { clause, journey } = defect;
  let result = await examined(defect);
  // A busy machine puts pauses between the requests of a client that makes none, and then the exam does not accuse it.
  for (let more = isTimed(defect) ? 4 : 0; more > 0 && result.verdict === 'pass'; more--)
    result = await examined(defect);
  // A fault that has its cause in another clause is told there.
  const cause = / does not keep (\S+), which tells the cause$/.exec(result.skip?.message ?? '')?.[1];
  if (cause !== undefined) result = await examined(defect, cause);
  const { verdict, skip, error, failure } = result;
  expect({ verdict, skip, error }).toEqual({ verdict: 'fail' });
  expect(failure).toMatchObject({
    diagnosis: expect.arrayContaining([expect.stringContaining(journey)]),
    advice: { danger: expect.stringMatching(/\.$/), mend: expect.stringMatching(/\.$/) },
    replay: expect.stringMatching(new RegExp(`^${cause ?? clause}@-?\\d+/\\d+$`)),
  });
}

/** What the exam says of the defect's clause, or of another one. */
async function examined(defect: Defect, clause: string = defect.clause): Promise<ClauseResult> {
  const { journey } = defect;
  // These clients go on until the exam's patience ends.
  const isLate = /^trouble\.(time-limit|bounded-retries|dripping-answer)$/.test(clause);
  const result = await runClientExam(
    { journeys: { [journey]: startOf(defect) } },
    {
      ...{ only: joined.includes(clause) ? joined : [clause], failOn: 'implied', seed: 1, concurrency: 2 },
      patienceMs: isLate ? 8000 : 60_000,
    },
  );
  return result.clauses.find((one) => one.clause === clause)!;
}

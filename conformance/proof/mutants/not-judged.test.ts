import { expect, test } from 'vitest';
import { type Clause, clausesById } from '../../../spec/clauses.ts';
import { loadContract } from '../../../spec/contract.ts';
import { changeObjects } from '../../../spec/json.ts';
import type { OperationId } from '../../../spec/operations.ts';
import { defaultProfile } from '../../../spec/profile.ts';
import { few, sample } from '../../../spec/testing/test-run.ts';
import { checks } from '../../checks/all-checks.ts';
import type { Check } from '../../judgement/check.ts';
import { CannotArrange, NotApplicable } from '../../judgement/failure.ts';
import type { EdgeAnswer } from './edge.ts';
import { type Defect, onAnswer } from './mutant.ts';
import { deliveryDefects, judged, requestDefects } from './testing/request-defects.ts';

/** What may be skipped, and why the document allows no more. */
const excused: readonly (readonly [place: RegExp, why: string])[] = [
  [
    /^updateConfiguration \w+ settings\.income\.overrides-client/,
    'The configuration of the document has no setting of tax-authority data, so a server may take and show none.',
  ],
  [
    /^createWebhook blanks (auth|errors|http)\./,
    'They range over all operations, and deleteWebhook cannot be tried on no id; webhooks.create.answer fails.',
  ],
  [
    /^createWebhook refuses (?!webhooks\.)/,
    "It may be the receiver's address that is refused; webhooks.create.answer fails where it is everything.",
  ],
  [
    /^submitMfa inverts accounts\.mfa\.answers-with-account: a wrong answer is taken/,
    'What a wrong answer gets is nowhere said, and the account may wait for no other one once it was taken.',
  ],
];

const statedChecks = (isOf: (clause: Clause) => boolean): readonly Check[] =>
  checks.filter(({ clause }) => {
    const found = clausesById().get(clause);
    return found?.level === 'stated' && isOf(found);
  });

/** The same object with each of its single values changed, at every depth. */
const changed = (change: (value: unknown) => unknown) => (answer: EdgeAnswer) => ({
  ...answer,
  body: changeObjects(answer.body, (object) =>
    Object.fromEntries(
      Object.entries(object).map(([key, value]) => [key, value instanceof Object ? value : change(value)]),
    ),
  ),
});

const answerDefects = {
  ...requestDefects,
  blanks: changed(() => null),
  inflates: changed((value) => (typeof value === 'number' ? value * 100_000 : value)),
};

type Place = readonly [name: string, own: readonly Check[], defects: Readonly<Record<string, Defect>>];
const operations = [...loadContract(defaultProfile()).operations.keys()] as OperationId[];
const places: readonly Place[] = [
  ['deliveries', statedChecks(({ webhooks = [] }) => webhooks.length > 0), deliveryDefects],
  ...operations.map((operation): Place => {
    const defects = Object.entries(answerDefects).map(([name, change]) => [
      name,
      onAnswer(operation, change),
    ]);
    const own = statedChecks((clause) => clause.operations.includes(operation));
    return [operation, own, Object.fromEntries(defects)];
  }),
];
const profile = { points: defaultProfile().points };
/** `npm test` draws an operation, one of the five defects of its answers, and one input for each property. */
const runs = few(1, 2);

/** The checks, and why any of them was not judged: a clause may pass by one of its checks while another hides the defect. */
function watched(own: readonly Check[]) {
  const unjudged = new Map<string, string>();
  const watch =
    <A extends unknown[], R>(clause: string, act: (...given: A) => Promise<R>) =>
    (...given: A): Promise<R> =>
      act(...given).catch((error: unknown) => {
        if (error instanceof CannotArrange || error instanceof NotApplicable)
          unjudged.set(`${clause}: ${error.message}`, clause);
        throw error;
      });
  const all = own.map(
    (one): Check => ({
      ...one,
      run: watch(one.clause, one.run),
      ...(one.arrange && { arrange: watch(one.clause, one.arrange) }),
    }),
  );
  return { all, unjudged };
}

test.for(sample(places, 1))(
  '%s: no defect of its answers or bodies leaves a check of its stated clauses "not judged"',
  { timeout: 1_200_000 },
  async ([place, own, defects]) => {
    // What is learnt has a law of its own (probe-defects.test.ts): here all of it is known.
    const whole = watched(own);
    const { totals } = await judged(whole.all, [], { profile, runs });
    expect(totals.pass).toBeGreaterThan(5);
    const survivors: string[] = [];
    for (const [name, defect] of sample(Object.entries(defects), 1)) {
      const broken = watched(own);
      const { clauses } = await judged(broken.all, [defect], { profile, runs });
      const failed = clauses.filter(({ verdict }) => verdict === 'fail').map((one): string => one.clause);
      for (const [reason, clause] of broken.unjudged)
        if (!whole.unjudged.has(reason) && !failed.includes(clause))
          survivors.push(`${place} ${name} ${reason}`);
    }
    expect(survivors.filter((one) => !excused.some(([allowed]) => allowed.test(one)))).toEqual([]);
  },
);

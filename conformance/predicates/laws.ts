import type { PointId } from '../../spec/profile.ts';
import { type Check, type Context, check, type Settings } from '../judgement/check.ts';
import { expectRefusal, expectShape, expectSuccess, expectValue } from '../judgement/expect.ts';
import { Failure } from '../judgement/failure.ts';
import type { ServiceResponse } from '../target/exchange.ts';
import { fieldsOf, objectsIn } from '../target/read-json.ts';
import { catalogueLaws } from './catalogue.ts';
import { documentLaws } from './documents.ts';
import { estimateLaws } from './estimates.ts';
import type { Laws } from './law.ts';
import { memberLaws } from './members.ts';
import { payrollLaws } from './payroll.ts';
import { placesOf } from './places.ts';
import { settingLaws } from './settings.ts';
import { webhookLaws } from './webhooks.ts';

/** The form of the items in a list: payroll, bank statements and income. */
const shapeLaw = (places: (place: string) => boolean) => (answer: ServiceResponse) =>
  Object.values(fieldsOf(answer.body)).some((list) => objectsIn(list).length > 0) &&
  expectShape(answer, places);
const shapeLaws = Object.fromEntries(
  Object.entries(placesOf).map(([clause, places]) => [clause, shapeLaw(places)]),
) as Record<keyof typeof placesOf, ReturnType<typeof shapeLaw>>;

function expectConfirmed(answer: ServiceResponse): void {
  const { message } = fieldsOf(expectSuccess(answer, 200));
  expectValue(typeof message === 'string', 'a message text', message, answer);
}

/** What clauses say of a single success, by clause: the checks judge the answers that they cause, the watch those that pass. */
export const laws = {
  ...memberLaws,
  ...catalogueLaws,
  ...settingLaws,
  ...payrollLaws,
  ...documentLaws,
  ...estimateLaws,
  ...webhookLaws,
  ...shapeLaws,
  'users.delete.confirms': expectConfirmed,
  'accounts.delete.confirms': expectConfirmed,
  'entries.delete.confirms': expectConfirmed,
} as const satisfies Laws;

export type LawClause = keyof typeof laws;

export function expectLaw(clause: LawClause, answer: ServiceResponse): void {
  expectSuccess(answer);
  if (laws[clause](answer) === false)
    throw new Failure('an answer that shows it', answer.text.slice(0, 300), answer);
}

/** For a request that a deployment need not take. */
export function expectLawUnlessRefused(clause: LawClause, answer: ServiceResponse): void {
  if (answer.status >= 400) expectRefusal(answer);
  else expectLaw(clause, answer);
}

/** Declares a check of a clause that is a law of one answer: `ask` gets it, with this status where one is stated. */
export const answerCheck = <P extends PointId = never, A = undefined, T = undefined>(
  clause: LawClause,
  settings: Settings<P, A, T>,
  ask: (ctx: Context<P, A>, input: T) => Promise<ServiceResponse>,
  status?: number,
): Check =>
  check(clause, settings).by(async (ctx, input) => {
    const answer = await ask(ctx, input);
    expectSuccess(answer, status);
    expectLaw(clause, answer);
  });

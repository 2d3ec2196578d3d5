import { expectShape, expectSuccess } from '../judgement/expect.ts';
import { Failure } from '../judgement/failure.ts';
import type { ServiceResponse } from '../target/exchange.ts';
import { fieldsOf, objectsIn } from '../target/read-json.ts';
import { expectConfirmed } from './answers.ts';
import { catalogueLaws } from './catalogue.ts';
import { documentLaws } from './documents.ts';
import { estimateLaws } from './estimates.ts';
import type { Laws } from './law.ts';
import { memberLaws } from './members.ts';
import { payrollLaws } from './payroll.ts';
import { placesOf } from './places.ts';
import { settingLaws } from './settings.ts';
import { webhookLaws } from './webhooks.ts';

type ShapeClause = keyof typeof placesOf;

/** The form of the items in a list: payroll, bank statements and income. */
const shapeLaws = Object.fromEntries(
  (Object.keys(placesOf) as ShapeClause[]).map((clause) => [
    clause,
    (answer: ServiceResponse) =>
      Object.values(fieldsOf(answer.body)).some((list) => objectsIn(list).length > 0) &&
      expectShape(answer, placesOf[clause]),
  ]),
) as Record<ShapeClause, (answer: ServiceResponse) => unknown>;

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

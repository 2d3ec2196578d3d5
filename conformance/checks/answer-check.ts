import type { PointId } from '../../spec/profile.ts';
import { type Check, type Context, check, type Settings } from '../judgement/check.ts';
import { expectSuccess } from '../judgement/expect.ts';
import { expectLaw, type LawClause } from '../predicates/laws.ts';
import type { ServiceResponse } from '../target/exchange.ts';

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

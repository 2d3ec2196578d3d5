import type { ClientClauseId } from '../../../spec/client-clauses.ts';
import { type ExamCase, lawful } from '../stage/exam-case.ts';
import type { Reaction } from '../stage/front.ts';
import { type Journey, journeys } from '../stage/journeys.ts';
import type { Stage } from '../stage/stage.ts';
import { extracted } from '../stage/statements.ts';
import { everyRequest } from './every-request.ts';
import { lawfulCases } from './lawful.ts';
import { refusalCases } from './refusals.ts';
import { repetitionCases } from './repetition.ts';
import { stateCases } from './states.ts';
import { lateCases, troubleCases } from './trouble.ts';
import { webhookCases } from './webhooks.ts';

/** An upload is answered when its statement can be read. */
const promptExtraction =
  (stage: Stage): Reaction =>
  async (seen, pass) => {
    const answer = await pass();
    if (seen.operation === 'upload') await extracted(stage);
    return answer;
  };

const plainCases = lawful('journey.plain', 'nothing in the way', journeys, { react: promptExtraction });

/** Every case of the exam, in a fixed order: a replay names one by its number. */
export const allCases = (lateMs: number): readonly ExamCase[] => [
  ...plainCases,
  ...lateCases(lateMs),
  ...lawfulCases,
  ...stateCases,
  ...refusalCases,
  ...troubleCases,
  ...repetitionCases,
  ...webhookCases,
];

/** The case of a journey that comes before all others. */
export const isPlain = ({ judges }: ExamCase): boolean => 'journey.plain' in judges;

/** How a clause judges a case; undefined when the case says nothing about it. */
export const judgeFor = (clause: ClientClauseId, { judges }: ExamCase) =>
  judges[clause] ?? everyRequest[clause];

/** The journeys in which a clause can be judged. */
export const journeysOf = (clause: ClientClauseId): readonly Journey[] =>
  isOfEveryRequest(clause)
    ? journeys
    : journeys.filter((name) =>
        allCases(0).some(({ journey, judges }) => journey === name && Object.hasOwn(judges, clause)),
      );

export const isOfEveryRequest = (clause: ClientClauseId): boolean => Object.hasOwn(everyRequest, clause);

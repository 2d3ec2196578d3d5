import { Failure } from '../../judgement/failure.ts';
import { casesOf, type Evidence, type ExamCase, expectEnded, honest } from '../stage/exam-case.ts';
import { type Journey, retrieving } from '../stage/journeys.ts';
import { subscriptionsOf } from '../stage/stage.ts';
import { uploadsOf } from '../stage/statements.ts';

const repeatedToo: Journey[] = ['invite-member', 'delete-user', 'delete-account', 'delete-entry'];

/** Nothing is there more than once that should be there once. */
async function once(evidence: Evidence): Promise<void> {
  expectEnded(evidence);
  const { stage } = evidence;
  const uploads = stage.journey === 'upload-statement' ? await uploadsOf(stage) : 0;
  const subscriptions = stage.journey === 'subscribe' ? (await subscriptionsOf(stage)).length : 0;
  const expected = 'nothing doubled by a second try';
  if (uploads > 1) throw new Failure(expected, `${uploads} uploads with the same external id`);
  if (subscriptions > 1) throw new Failure(expected, `${subscriptions} subscriptions to the same address`);
}

export async function onceAndTold(evidence: Evidence): Promise<void> {
  await once(evidence);
  await honest(evidence);
}

const starts = 'twice';
export const repetitionCases: readonly ExamCase[] = [
  ...casesOf('run twice', [...retrieving, 'update-user', 'upload-statement', 'subscribe'], {
    ...{ starts, judges: { 'repetition.twice': onceAndTold } },
  }),
  ...casesOf('run twice', repeatedToo, { starts, judges: { 'repetition.twice': honest } }),
  ...casesOf('run twice with an MFA answer', ['connect'], {
    ...{ starts, start: { mfa: 'k7Q-2x' }, judges: { 'repetition.twice': honest } },
  }),
  ...casesOf('two at once', [...retrieving, 'update-user', 'subscribe', 'invite-member'], {
    ...{ starts: 'at-once', judges: { 'repetition.at-once': once } },
  }),
];

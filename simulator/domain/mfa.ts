import { magicAnswerOf } from '../../generators/catalogue/magic.ts';
import type { Points } from '../../spec/profile.ts';
import { type Refusal, refusals } from './refusal.ts';
import { sameSecret } from './same-secret.ts';
import type { AccountRecord } from './user-record.ts';

/** The account after an answer, and the refusal for the caller if the answer was wrong. */
export type MfaOutcome = { account: AccountRecord; refusal?: Refusal };

/** Checks an answer to an account's second factor. A wrong answer counts as an attempt. */
export function answerMfa(account: AccountRecord, answer: string, points: Points): MfaOutcome {
  const { account_id: id, mfa } = account;
  if (account.state === 'locked')
    return { account, refusal: refusals.locked(points['accounts.mfa.locked-status'], id) };
  if (account.state !== 'pending' || !mfa) {
    const status = points['accounts.mfa.not-pending-status'];
    return status === 200 ? { account } : { account, refusal: refusals.notPending(status, id) };
  }
  if (sameSecret(answer, mfa.answer))
    return { account: { ...account, state: 'linked', mfa: { ...mfa, attempts: 0 } } };
  const magic = magicAnswerOf(answer)?.behaviour;
  if (magic === 'time-out')
    return { account, refusal: refusals.providerSilent(points['accounts.mfa.wrong-answer-status']) };
  const attempts = magic === 'lock' ? mfa.max_attempts : mfa.attempts + 1;
  const tried: AccountRecord = { ...account, mfa: { ...mfa, attempts } };
  if (attempts >= mfa.max_attempts) {
    return {
      account: { ...tried, state: 'locked' },
      refusal: refusals.locked(points['accounts.mfa.locked-status'], id),
    };
  }
  return {
    account: tried,
    refusal: refusals.wrongAnswer(points['accounts.mfa.wrong-answer-status'], mfa.max_attempts - attempts),
  };
}

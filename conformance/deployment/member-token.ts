import { CannotArrange } from '../judgement/failure.ts';
import type { Caller } from '../target/caller.ts';
import { isRefusal } from '../target/exchange.ts';
import { fieldsOf } from '../target/read-json.ts';
import type { TargetDescription } from './options.ts';

type Member = NonNullable<TargetDescription['member']>;

/** Signs a member in. A deployment that demands a key as well breaks a clause about that, and others are still judged. */
export async function signedIn(caller: Pick<Caller, 'call'>, member: Member) {
  const open = await caller.call('signInMember', { body: member, as: 'none' });
  if (!isRefusal(open)) return open;
  const keyed = await caller.call('signInMember', { body: member, as: 'client' });
  return keyed.status < 300 ? keyed : open;
}

export async function memberToken(caller: Pick<Caller, 'call'>, { member }: { member?: Member }) {
  if (!member)
    throw new CannotArrange('there is no member to sign in', ['give --member user:password'], ['member']);
  const answer = await signedIn(caller, member);
  const { jwt } = fieldsOf(answer.body);
  if (answer.status !== 200 || typeof jwt !== 'string')
    throw new CannotArrange(`the member cannot sign in (${answer.status})`, ['check --member'], ['member']);
  return jwt;
}

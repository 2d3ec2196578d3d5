import { CannotArrange } from '../failure.ts';
import type { Caller } from './caller.ts';
import { fieldsOf } from './read-json.ts';

/** Signs the run's member in and answers with the token. */
export async function memberToken(
  caller: Caller,
  { member }: { member?: { username: string; password: string } },
): Promise<string> {
  if (!member)
    throw new CannotArrange('there is no member to sign in', ['give --member user:password'], ['member']);
  const answer = await caller.call('signInMember', { body: member, as: 'none' });
  const { jwt } = fieldsOf(answer.body);
  if (answer.status !== 200 || typeof jwt !== 'string')
    throw new CannotArrange(
      `the member could not sign in (status ${answer.status})`,
      ['check --member'],
      ['member'],
    );
  return jwt;
}

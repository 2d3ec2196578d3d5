import type { Arrangement, NewUser } from '../judgement/arrangement.ts';
import { ifOffered } from './offers.ts';

/** A user who has accepted a term where that can be arranged: some deployments show held data of no other. */
export async function willingUser(arrange: Pick<Arrangement, 'createUser' | 'accept'>, fields: NewUser = {}) {
  const user = await arrange.createUser(fields);
  await ifOffered(() => arrange.accept(user.user_id));
  return user;
}

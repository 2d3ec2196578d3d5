import type { User } from '../../spec/types.ts';
import type { UserRecord } from '../domain/user-record.ts';

/** The users that a client has before anybody touched anything; each is made only when it is asked for. */
export interface StartingWorld {
  readonly userCount: number;
  /** The index of a user's very id; undefined when it is nobody's. */
  indexOf(userId: string): number | undefined;
  /** The index of the user to whom an id belongs that begins as the user's id does; undefined when it is nobody's. */
  ownerOf(id: string): number | undefined;
  userId(index: number): string;
  /** The user alone: cheap enough for a page of a hundred. */
  user(index: number): User;
  /** All that the service holds about the user. The same object for the same index while it is kept in memory. */
  record(index: number): Promise<UserRecord>;
}

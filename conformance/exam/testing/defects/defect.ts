import type { ReceiverClauseId } from '../../../../spec/receiver-clauses.ts';
import type { Steps } from '../hand-made-receiver.ts';

/** A receiver broken in one thing, and the clause that must notice. */
export type Defect = {
  readonly name: string;
  readonly clause: ReceiverClauseId;
  /** What its subscription has; both, unless the mistake is only made without the one or the other. */
  readonly with: readonly ('secret' | 'key')[];
  readonly change: (right: Steps) => Partial<Steps>;
};

type Extras = { with?: Defect['with'] };

/** Declares a defect of a receiver that is signed and encrypted. */
export const defect = (
  name: string,
  clause: ReceiverClauseId,
  change: Defect['change'],
  { with: agreed = ['secret', 'key'] }: Extras = {},
): Defect => ({ name, clause, with: agreed, change });

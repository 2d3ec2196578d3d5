import type { ClauseId } from '../../spec/clauses.ts';
import type { OperationId } from '../../spec/operations.ts';
import type { Seen, SeenDelivery } from './passed.ts';
import type { Picture } from './picture.ts';

/** How one clause is judged by what passes: a literal that begins with its clause, as a check is. */
export type Rule<Subject = Seen> = {
  readonly clause: ClauseId;
  /** True where a writer whose requests do not pass here could explain a difference. */
  readonly alone?: boolean;
  /** Whether this says anything of the clause. */
  readonly when: (subject: Subject, picture: Picture) => boolean;
  /** Throws a Failure unless the clause is kept; left out where what `when` found is the clause itself. */
  readonly expect?: (subject: Subject, picture: Picture) => void;
};

export type ExchangeRule = Rule<Seen> & { readonly on: readonly OperationId[] };
export type DeliveryRule = Rule<SeenDelivery>;

/** Rules of the same operations. */
export const on = (
  operations: OperationId | readonly OperationId[],
  ...rules: readonly Rule[]
): ExchangeRule[] => rules.map((rule) => ({ ...rule, on: [operations].flat() as OperationId[] }));

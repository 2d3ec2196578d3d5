import type { ClauseId } from '../../spec/clauses.ts';
import type { OperationId } from '../../spec/operations.ts';
import type { Seen, SeenDelivery } from './passed.ts';
import type { Picture } from './picture.ts';

/** How one clause is judged by what passes. */
export type Rule<Subject = Seen> = {
  readonly clause: ClauseId;
  /** Whether this says anything of the clause. */
  readonly when: (subject: Subject, picture: Picture) => boolean;
  /** Throws a Failure unless the clause is kept; left out where what `when` found is the clause itself. */
  readonly expect: ((subject: Subject, picture: Picture) => void) | undefined;
  /** True where a writer whose requests do not pass here could explain a difference. */
  readonly alone: boolean;
};

export type ExchangeRule = Rule & { readonly on: readonly OperationId[] };

export const rule = (clause: ClauseId, when: Rule['when'], expect?: Rule['expect']): Rule => ({
  clause,
  when,
  expect,
  alone: false,
});

/** A rule that says something only where no other writer is at work. */
export const alone = (clause: ClauseId, when: Rule['when'], expect: Rule['expect']): Rule => ({
  clause,
  when,
  expect,
  alone: true,
});

type Delivered = Rule<SeenDelivery>;
export const delivered = (
  clause: ClauseId,
  when: Delivered['when'],
  expect: Delivered['expect'],
): Delivered => ({ clause, when, expect, alone: false });

/** Rules of the same operations. */
export const on = (
  operations: OperationId | readonly OperationId[],
  ...rules: readonly Rule[]
): ExchangeRule[] => {
  const list = typeof operations === 'string' ? [operations] : operations;
  return rules.map((one) => ({ ...one, on: list }));
};

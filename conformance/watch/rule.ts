import type { ClauseId } from '../../spec/clauses.ts';
import { routes } from '../../spec/generated/routes.ts';
import type { OperationId } from '../../spec/operations.ts';
import { expectRefusal } from '../expect.ts';
import { fieldsOf } from '../target/read-json.ts';
import { isInvalid, isSuccess, type Seen } from './passed.ts';
import type { Picture } from './picture.ts';

/** Throws a Failure where this breaks the clause, and returns false where it says nothing of the clause. */
export type Judge<Subject = Seen> = (subject: Subject, picture: Picture) => unknown;

/** How one clause is judged by what passes. */
export type Rule<Subject = Seen> = {
  readonly clause: ClauseId;
  readonly judge: Judge<Subject>;
  /** True where a writer whose requests do not pass here could explain a difference. */
  readonly alone: boolean;
};

export type ExchangeRule = Rule & { readonly on: readonly OperationId[] };

export const rule = <Subject = Seen>(clause: ClauseId, judge: Judge<Subject>): Rule<Subject> => ({
  clause,
  judge,
  alone: false,
});

/** A rule that only successes say something of. */
export const onSuccess = (clause: ClauseId, judge: Judge): Rule =>
  rule(clause, (seen, picture) => isSuccess(seen) && judge(seen, picture));

/** A rule that says something only where no other writer is at work. */
export const alone = (clause: ClauseId, judge: Judge): Rule => ({ clause, judge, alone: true });

/** Rules of the same operations. */
export const on = (
  operations: OperationId | readonly OperationId[],
  ...rules: readonly Rule[]
): ExchangeRule[] => rules.map((one) => ({ ...one, on: [operations].flat() }));

export const everyOperation = Object.keys(routes).filter(
  (id) => !routes[id as keyof typeof routes].path.startsWith('/_sandbox'),
) as OperationId[];

export const sentField = ({ sent }: Seen, name: string): unknown => fieldsOf(sent)[name];

export const says = ({ text }: Seen, name: string): boolean =>
  text.toLowerCase().includes(name.toLowerCase());

type IsMeant = (seen: Seen, picture: Picture) => boolean;

/** What must be refused: a success is broken, and a refusal of the request itself keeps it. */
export const refused = (clause: ClauseId, isMeant: IsMeant): Rule =>
  rule(
    clause,
    (seen, picture) => (isSuccess(seen) || isInvalid(seen)) && isMeant(seen, picture) && expectRefusal(seen),
  );

/** A request without a field, whose refusal names the field; some refuse for another reason first. */
export const missingNamed = (clause: ClauseId, ...fields: readonly string[]): Rule =>
  rule(clause, (seen) => {
    const isNamed = (field: string): boolean => sentField(seen, field) === undefined && says(seen, field);
    return seen.status === 400 && fields.some(isNamed);
  });

/** What deals with something that is gone: a success breaks the clause. */
export const isAnswerAboutGone = (id: unknown, seen: Seen, picture: Picture): boolean =>
  (isSuccess(seen) || seen.status === 404) && picture.isGone(id, seen);

import type { ClauseId } from '../../../spec/clauses.ts';
import { routes } from '../../../spec/generated/routes.ts';
import type { OperationId } from '../../../spec/operations.ts';
import { expectRefusal } from '../../judgement/expect.ts';
import { isSuccess } from '../../target/exchange.ts';
import { fieldsOf, isUuid } from '../../target/read-json.ts';
import { isInvalid, isUnknown, type Seen } from './passed.ts';
import type { Picture } from './picture.ts';

/** Throws a Failure where this breaks the clause, and returns false where it says nothing of the clause. */
export type Judge<Subject = Seen> = (subject: Subject, picture: Picture) => unknown;

/** How one clause is judged by what passes. */
export type Rule<Subject = Seen> = {
  readonly clause: ClauseId;
  readonly judge: Judge<Subject>;
  /** The operations whose exchanges it looks at; none where they are those that the clause names. */
  readonly on: readonly OperationId[];
  /** True where a writer whose requests do not pass here could explain a difference. */
  readonly alone?: true;
};

export const rule = <Subject = Seen>(
  clause: ClauseId,
  judge: Judge<Subject>,
  on: readonly OperationId[] = [],
): Rule<Subject> => ({ clause, judge, on });

/** A rule that only successes say something of. */
export const onSuccess = (clause: ClauseId, judge: Judge, on?: readonly OperationId[]): Rule =>
  rule(clause, (seen, picture) => isSuccess(seen) && judge(seen, picture), on);

/** The same, which says something only where no other writer is at work. */
export const alone = (clause: ClauseId, judge: Judge, on?: readonly OperationId[]): Rule => ({
  ...onSuccess(clause, judge, on),
  alone: true,
});

export const everyOperation = Object.keys(routes).filter(
  (id) => !routes[id as keyof typeof routes].path.startsWith('/_sandbox'),
) as OperationId[];

export const sentField = ({ sent }: Seen, name: string): unknown => fieldsOf(sent)[name];

export const says = ({ text }: Seen, name: string): boolean =>
  text.toLowerCase().includes(name.toLowerCase());

/** What must be refused, with this status if one is given. A refusal with another one may have another reason. */
export const refused = (
  clause: ClauseId,
  isMeant: (seen: Seen, picture: Picture) => boolean,
  status?: number,
  on?: readonly OperationId[],
): Rule =>
  rule(
    clause,
    (seen, picture) => {
      const isKept = status === undefined ? isInvalid(seen) : seen.status === status;
      return (isSuccess(seen) || isKept) && isMeant(seen, picture) && expectRefusal(seen, { status });
    },
    on,
  );

/** A request about something that is gone must not succeed. */
export const goneFrom = (
  clause: ClauseId,
  idOf: (seen: Seen, picture: Picture) => unknown,
  ...on: readonly OperationId[]
): Rule => refused(clause, (seen, picture) => picture.isGone(idOf(seen, picture), seen), 404, on);

/** The messages of a refusal in the stated form. */
export const saidIn = ({ body }: Pick<Seen, 'body'>): string[] => {
  const { errors } = fieldsOf(body);
  return Array.isArray(errors) ? errors.filter((one) => typeof one === 'string') : [];
};

/** What refuses an id as unknown has to do so with 404; what is no UUID may be refused as invalid, in whatever words. */
export const unknownIs404 = (clause: ClauseId): Rule =>
  rule(clause, (seen) => {
    const [id = ''] = Object.values(seen.path);
    const isSaid = isUuid(id) && isInvalid(seen) && says(seen, id) && isUnknown.test(seen.text);
    return isSaid && expectRefusal(seen, { status: 404 }, `for ${id}`);
  });

import type { ClauseId } from '../../../spec/clauses.ts';
import { routes } from '../../../spec/generated/routes.ts';
import type { OperationId } from '../../../spec/operations.ts';
import { expectRefusal } from '../../judgement/expect.ts';
import { isSuccess } from '../../target/exchange.ts';
import { fieldsOf, isUuid } from '../../target/read-json.ts';
import { isInvalid, type Seen } from './passed.ts';
import type { Picture } from './picture.ts';

/** Throws a Failure where this breaks the clause, and returns false where it says nothing of the clause. */
export type Judge<Subject = Seen> = (subject: Subject, picture: Picture) => unknown;

export type Rule<Subject = Seen> = {
  readonly clause: ClauseId;
  readonly judge: Judge<Subject>;
  /** The operations whose exchanges it looks at; none where they are those that the clause names. */
  readonly on: readonly OperationId[];
  /** True where a writer whose requests do not pass here could explain a difference. */
  readonly alone?: true;
};

/** A clause, with the operations whose exchanges a rule looks at where they are others than those that the clause names. */
type About = ClauseId | readonly [clause: ClauseId, ...on: readonly OperationId[]];

export function rule<Subject = Seen>(about: About, judge: Judge<Subject>): Rule<Subject> {
  const [clause, ...on] = [about].flat() as [ClauseId, ...OperationId[]];
  return { clause, judge, on };
}

export const onSuccess = (about: About, judge: Judge): Rule =>
  rule(about, (seen, picture) => isSuccess(seen) && judge(seen, picture));

const lone = (one: Rule): Rule => ({ ...one, alone: true });

/** A rule that says something only where no other writer is at work; and the same, of successes. */
export const alone = (about: About, judge: Judge): Rule => lone(rule(about, judge));
export const aloneOnSuccess = (about: About, judge: Judge): Rule => lone(onSuccess(about, judge));

export const everyOperation = Object.keys(routes).filter(
  (id) => !routes[id as keyof typeof routes].path.startsWith('/_sandbox'),
) as OperationId[];

export const sentField = ({ sent }: Seen, name: string): unknown => fieldsOf(sent)[name];

export const says = ({ text }: Seen, name: string): boolean =>
  text.toLowerCase().includes(name.toLowerCase());

/** How a refusal says that there is no such thing. */
export const isUnknown = /not exist|not found|unknown/i;

/** What must be refused as invalid; or, with `status`, with that one. A refusal with another one may have another reason. */
export const refused = (about: About, isMeant: Meant, status?: number): Rule =>
  rule(about, (seen, picture) => {
    const isKept = status === undefined ? isInvalid(seen) : seen.status === status;
    return (isSuccess(seen) || isKept) && isMeant(seen, picture) && expectRefusal(seen, { status });
  });

type Meant = (seen: Seen, picture: Picture) => boolean;

export const refusedWith401 = (about: About, isMeant: Meant): Rule => refused(about, isMeant, 401);

/** A request about something that is gone must not succeed. */
export const goneFrom = (
  clause: ClauseId,
  idOf: (seen: Seen, picture: Picture) => unknown,
  ...on: readonly OperationId[]
): Rule => refused([clause, ...on], (seen, picture) => picture.isGone(idOf(seen, picture), seen), 404);

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

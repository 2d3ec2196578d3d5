import type { ClauseId } from '../../spec/clauses.ts';
import type { AnyOperationId, SuccessBody } from '../../spec/operations.ts';
import { isRefusal, isSuccess, type ServiceResponse } from '../target/exchange.ts';
import { envelopeFaults } from '../target/faults.ts';
import { clipped } from '../target/printable.ts';
import type { Context } from './check.ts';
import { besides, differenceOf } from './difference.ts';
import { Failure } from './failure.ts';

const shown = (value: unknown): string =>
  value === undefined ? 'nothing' : clipped(JSON.stringify(value), 600);

type Answer = ServiceResponse;

const bodyOf = ({ text }: Answer): string => (text === '' ? 'no body' : clipped(text, 300));

/** Fails the clause unless this holds. `expected` completes "expected ...", `actual` says what was there. */
export function expectThat(holds: boolean, expected: string, actual: string, answer?: Answer): asserts holds {
  if (!holds) throw new Failure(expected, actual, answer);
}

export function expectValue(holds: boolean, expected: string, seen: unknown, answer?: Answer): asserts holds {
  if (!holds) throw new Failure(expected, shown(seen), answer);
}

export function expectNone(found: readonly unknown[], what: string, answer?: Answer): void {
  if (found.length > 0) throw new Failure(`${what} to be []`, shown(found), answer);
}

/** Values as JSON sees them: undefined is absent, and an object is its fields. */
const plain = (value: unknown): unknown =>
  value === undefined ? undefined : JSON.parse(JSON.stringify(value));

/** Fails the clause unless the two are equal as JSON values. The failure begins with the first place that differs. */
export function expectEqual(actual: unknown, expected: unknown, what: string, answer?: Answer) {
  if (Object.is(actual, expected)) return;
  const difference = differenceOf(plain(expected), plain(actual));
  if (!difference) return;
  const { path, more } = difference;
  if (path === '' || Math.max(shown(expected).length, shown(actual).length) <= SHORT) {
    const [right, wrong] = besides(expected, actual);
    throw new Failure(`${what} to be ${right}`, wrong, answer);
  }
  const [right, wrong] = besides(difference.expected, difference.actual);
  const others = more === 0 ? '' : ` (${more} more ${more === 1 ? 'place differs' : 'places differ'})`;
  const failure = new Failure(`${what}, at ${path}, to be ${right}`, `${wrong}${others}`, answer);
  failure.whole = { expected: whole(expected), actual: whole(actual) };
  throw failure;
}

/** Short enough that a reader sees the difference at a glance. */
const SHORT = 80;

const whole = (value: unknown): string => clipped(JSON.stringify(value), 20_000);

function expectStatus(isRight: boolean, expected: string, answer: Answer): void {
  if (!isRight) throw new Failure(expected, `${answer.status} with ${bodyOf(answer)}`, answer);
}

const expectExactly = (answer: Answer, status: number, because: string): void =>
  expectStatus(answer.status === status, `status ${status}${because}`, answer);

/** The body of a success. Field types are left to expectShape: one wrong field must not fail every clause. */
export function expectSuccess<Id extends AnyOperationId>(
  answer: ServiceResponse<Id>,
  status?: number,
  why = '',
): SuccessBody<Id> {
  const because = why && ` ${why}`;
  if (status !== undefined) expectExactly(answer, status, because);
  else expectStatus(isSuccess(answer), `success${because}`, answer);
  const [fault] = envelopeFaults(answer.faults());
  if (fault) throw new Failure('a body of the stated shape', fault.text, answer);
  return answer.body as SuccessBody<Id>;
}

/** Fails the clause unless every stated thing about the body's fields holds; `under` narrows it to some places. */
export function expectShape(answer: Answer, under: (place: string) => boolean = () => true): void {
  const faults = answer.faults().filter(({ place }) => under(place));
  if (faults.length === 0) return;
  const texts = faults.slice(0, 5).map(({ text }) => text);
  const more = faults.length > texts.length ? ` and ${faults.length - texts.length} more` : '';
  throw new Failure('fields of the stated types', `${texts.join('; ')}${more}`, answer);
}

export type Refusal = {
  /** The status, when it is stated or learnt; any 4xx otherwise. */
  status?: number;
  /** Texts that some message must contain, without regard to case. */
  names?: readonly string[];
};

/** The messages of a refusal: a 4xx with the error body, and nothing of the success answer. */
export function expectRefusal(answer: Answer, { status, names = [] }: Refusal = {}, why = '') {
  const because = why && ` ${why}`;
  if (status !== undefined) expectExactly(answer, status, because);
  else expectStatus(isRefusal(answer), `a refusal (4xx)${because}`, answer);
  const { errors } = (answer.body ?? {}) as { errors?: unknown };
  if (!Array.isArray(errors) || errors.length === 0 || !errors.every((one) => typeof one === 'string'))
    throw new Failure(`an error body {"errors": [string]}${because}`, bodyOf(answer), answer);
  for (const name of names)
    if (!errors.some((message: string) => message.toLowerCase().includes(name.toLowerCase())))
      throw new Failure(`a message that names ${name}`, shown(errors), answer);
  return errors as string[];
}

/** The twin of a refused request, which differs in one thing alone and is taken. Send the twin first. */
export function expectTwin(twin: Answer, statuses: readonly number[] = []): void {
  const taken = statuses.length > 0 ? statuses.includes(twin.status) : isSuccess(twin);
  expectStatus(taken, 'the same request without the fault to be taken', twin);
}

export function expectNoIncident(ctx: Pick<Context, 'incidents'>, clause: ClauseId, expected: string): void {
  const [first, ...more] = ctx.incidents.filter((one) => one.clause === clause);
  if (!first) return;
  const others = more.length > 0 ? `, and ${more.length} more in this run` : '';
  throw new Failure(expected, `${first.text}${others}`, first.exchange);
}

import type { ClauseId } from '../../spec/clauses.ts';
import type { PointId } from '../../spec/profile.ts';
import { type Check, type Context, check } from '../judgement/check.ts';
import { expectRefusal, expectSuccess, expectTwin } from '../judgement/expect.ts';
import { CannotArrange, NotApplicable } from '../judgement/failure.ts';
import type { CallOptions } from '../target/caller.ts';
import { isSuccess, type ServiceResponse } from '../target/exchange.ts';
import { fieldsOf } from '../target/read-json.ts';
import { wrongValues } from '../values/wrong-values.ts';

type WithBody =
  | 'inviteMember'
  | 'createWebhook'
  | 'submitMfa'
  | 'queryPayrollConnection'
  | 'createDirectConnection';

/** An operation with a body, and the two clauses about a body that is wrong in one place. */
type BodyRules<Id extends WithBody> = {
  readonly needs?: Check['needs'];
  readonly uses?: readonly PointId[];
  readonly missing: ClauseId;
  readonly illTyped: ClauseId;
  readonly request: (ctx: Context) => Promise<CallOptions<Id>>;
};

/**
 * A field that is required is named where it is missing; without another the request has the answer of the whole, or is
 * refused for a reason of its own. Which are required is learnt, and a server that gets the whole wrong hides nothing by it.
 */
export async function expectMissingNamed(
  required: readonly string[] | undefined,
  prepare: () => Promise<Prepared>,
): Promise<void> {
  const { body, send } = await prepare();
  for (const field of Object.keys(body)) {
    const once = await prepare();
    const { [field]: _, ...rest } = once.body;
    const answer = await once.send(rest);
    if (required?.includes(field)) expectRefusal(answer, { status: 400, names: [field] });
    else if (isSuccess(answer)) expectSuccess(answer, undefined, `without ${field}`);
  }
  expectTwin(await send(body));
  if (required === undefined) throw new CannotArrange('which fields are required could not be learnt');
  if (required.length === 0) throw new NotApplicable('this deployment requires no field of the request');
}

type Prepared = {
  body: Readonly<Record<string, unknown>>;
  send: (json: unknown) => Promise<ServiceResponse>;
};

/** A field that is required is named where it is missing, and a value of another type is refused; the whole is taken. */
export function wrongBodyChecks<Id extends WithBody>(operation: Id, rules: BodyRules<Id>): readonly Check[] {
  const { needs, uses = [], missing, illTyped, request } = rules;
  const point = `requests.required.${operation}` as const;
  const prepare = async (ctx: Context) => {
    const { body, ...options } = await request(ctx);
    const send = (json: unknown) => ctx.call(operation, { ...options, json } as CallOptions<Id>);
    return { body: fieldsOf(body), send };
  };
  return [
    check(missing, { needs, uses: [...uses, point] }).by((ctx) =>
      expectMissingNamed(ctx.known[point], () => prepare(ctx)),
    ),
    check(illTyped, { needs, uses }).by(async (ctx) => {
      const { body, send } = await prepare(ctx);
      for (const [field, right] of Object.entries(body))
        for (const value of wrongValues(right))
          expectRefusal(await send({ ...body, [field]: value }), {}, `for ${field} ${JSON.stringify(value)}`);
      expectTwin(await send(body));
    }),
  ];
}

import type { ClauseId } from '../../spec/clauses.ts';
import type { PointId } from '../../spec/profile.ts';
import { type Check, type Context, check } from '../judgement/check.ts';
import { expectRefusal, expectTwin } from '../judgement/expect.ts';
import { NotApplicable } from '../judgement/failure.ts';
import type { CallOptions } from '../target/caller.ts';
import { fieldsOf } from '../target/read-json.ts';

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
  /** A request that is in order. */
  readonly request: (ctx: Context) => Promise<CallOptions<Id>>;
  /** For each field, values of other JSON types. */
  readonly wrong: (body: Readonly<Record<string, unknown>>) => Readonly<Record<string, readonly unknown[]>>;
};

/** Values that are no text, two of which hold the right one. */
export const notText = (right: unknown): readonly unknown[] => [42, true, false, {}, [], [right], { right }];

/** A field that is required is named where it is missing, and a value of another type is refused; the whole is taken. */
export function wrongBodyChecks<Id extends WithBody>(operation: Id, rules: BodyRules<Id>): readonly Check[] {
  const { needs, uses, missing, illTyped, request, wrong } = rules;
  const point = `requests.required.${operation}` as const;
  const prepare = async (ctx: Context) => {
    const { body, ...options } = await request(ctx);
    const send = (json: unknown) => ctx.call(operation, { ...options, json } as CallOptions<Id>);
    return { body: fieldsOf(body), send };
  };
  return [
    check(missing, { needs, uses, points: [point] }).by(async (ctx) => {
      const required = ctx.points[point];
      if (required.length === 0) throw new NotApplicable('this deployment requires no field of the request');
      const { body, send } = await prepare(ctx);
      for (const field of required) {
        const { [field]: _, ...rest } = body;
        expectRefusal(await send(rest), { status: 400, names: [field] });
      }
      expectTwin(await send(body));
    }),
    check(illTyped, { needs, uses }).by(async (ctx) => {
      const { body, send } = await prepare(ctx);
      for (const [field, values] of Object.entries(wrong(body)))
        for (const value of values)
          expectRefusal(await send({ ...body, [field]: value }), {}, `for ${field} ${JSON.stringify(value)}`);
      expectTwin(await send(body));
    }),
  ];
}

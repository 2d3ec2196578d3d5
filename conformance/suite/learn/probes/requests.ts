import type { Context } from '../../../judgement/check.ts';
import { newWebhook } from '../../../steps/lawful-requests.ts';
import { authorisedUser, details, linkedUser, waitingAccount } from '../../../steps/linked-user.ts';
import { file } from '../../../steps/upload-file.ts';
import { roleFor } from '../../../steps/usual-roles.ts';
import type { CallOptions } from '../../../target/caller.ts';
import { isRefusal, isSuccess, type ServiceResponse } from '../../../target/exchange.ts';
import { fieldsOf } from '../../../target/read-json.ts';
import { type AnyProbe, type Finding, probe, seen, takenAs, unknown, unknownId } from '../probe.ts';

type Sent = { status: number; body: unknown };

/**
 * The fields without which the service refuses a request that it takes whole. A request without an optional field may be refused
 * too, because no record matches: `otherwise` sends an unknown value, so that the probe can tell this refusal from the other.
 */
async function requiredAmong<Field extends string>(
  fields: readonly Field[],
  send: (without?: Field) => Promise<Sent>,
  otherwise?: () => Promise<Sent>,
): Promise<Finding<Field[]>> {
  const whole = await send();
  if (!isSuccess(whole)) return unknown(`the whole request was not taken (${whole.status})`);
  const usual = await otherwise?.();
  const required: Field[] = [];
  for (const field of fields) {
    const answer = await send(field);
    if (isRefusal(answer) && !(usual && sameRefusal(answer, usual))) required.push(field);
  }
  return seen(required);
}

/** Alike but for the ids and numbers in their messages. */
function sameRefusal(a: Sent, b: Sent): boolean {
  const words = ({ body }: Sent): string => {
    const { errors } = fieldsOf(body);
    const text = Array.isArray(errors) ? errors.join('; ') : String(errors);
    return text.replace(/\[[^\][]*\]/g, '[]').replace(/[0-9a-f-]{8,}|\d+/g, '');
  };
  return a.status === b.status && words(a) === words(b);
}

const omit = <T extends object>(body: T, field?: string): unknown =>
  Object.fromEntries(Object.entries(body).filter(([name]) => name !== field));

/** Whether the only field of a body is required; `other` has an unknown value in it. */
const onlyRequired = <Field extends string>(
  body: Record<Field, string>,
  other: Record<Field, string>,
  send: (json: unknown) => Promise<Sent>,
) =>
  requiredAmong(
    Object.keys(body) as Field[],
    (field) => send(omit(body, field)),
    () => send(other),
  );

export async function patched(
  { arrange, call }: Context,
  options: Pick<CallOptions<'updateUser'>, 'json' | 'text' | 'contentType'>,
): Promise<ServiceResponse> {
  const { user_id } = await arrange.createUser();
  return call('updateUser', { path: { user_id }, ...options });
}

/** A user who asks for the addresses of uploads, of one file at a time. */
export async function presigner(ctx: Context) {
  const user_id = await authorisedUser(ctx);
  const as = { bearer: await ctx.arrange.tokenFor(user_id) };
  const presign = (one: unknown = file) => ctx.call('presignBankStatements', { json: { files: [one] }, as });
  return { user_id, presign };
}

const uploadNeeds = ['users', 'tokens', 'authorisations'] as const;

export const requestProbes: readonly AnyProbe[] = [
  probe('requests.required.queryPayrollConnection', { needs: [...uploadNeeds, 'accounts'] }).by(
    async (ctx) => {
      const { account_id, bearer } = await linkedUser(ctx);
      const query = (json: unknown) => ctx.call('queryPayrollConnection', { json, as: { bearer } });
      return onlyRequired({ account_id }, { account_id: unknownId }, query);
    },
  ),
  probe('requests.required.createDirectConnection', { needs: ['users', 'authorisations'] }).by(
    async (ctx) => {
      const user_id = await authorisedUser(ctx, details);
      const connect = (json: unknown) => ctx.call('createDirectConnection', { json });
      return onlyRequired({ user_id }, { user_id: unknownId }, connect);
    },
  ),
  probe('requests.required.submitMfa', { needs: ['users', 'authorisations', 'accounts'] }).by(async (ctx) => {
    const user_id = await authorisedUser(ctx);
    const answer = async (json: unknown) => {
      const { account_id } = await ctx.arrange.linkAccount(user_id, waitingAccount);
      return ctx.call('submitMfa', { path: { account_id }, json });
    };
    return onlyRequired({ mfa: '1234' }, { mfa: 'not-it' }, answer);
  }),
  probe('requests.required.presignBankStatements', { needs: uploadNeeds }).by(async (ctx) => {
    const { presign } = await presigner(ctx);
    return requiredAmong(['file_name', 'external_id'], (field) => presign(omit(file, field)));
  }),
  probe('requests.required.inviteMember', { needs: ['writes'], once: true }).by(async (ctx) => {
    const role = roleFor(ctx.known['members.roles']);
    return requiredAmong(['email', 'role'], (field) =>
      ctx.call('inviteMember', { json: omit({ email: `${ctx.mark('member')}@example.com`, role }, field) }),
    );
  }),
  probe('requests.required.createWebhook', { needs: ['writes'] }).by((ctx) =>
    requiredAmong(['name', 'events', 'url', 'config'], (field) =>
      ctx.call('createWebhook', { json: omit(newWebhook(ctx), field) }),
    ),
  ),
  probe('requests.unknown-fields', { needs: ['users'] }).by(async (ctx) =>
    takenAs('ignore', await patched(ctx, { json: { forename: 'Ada', favourite_colour: 'teal' } })),
  ),
  probe('requests.unknown-parameters').by(async ({ call }) => {
    const query: Record<string, number> = { LIMIT: 1 };
    return takenAs('ignore', await call('listUsers', { query }));
  }),
  probe('requests.invalid-path-id-status', { needs: ['writes'] }).by(({ call }) =>
    call('updateUser', { path: { user_id: 'no-uuid' }, body: { forename: 'Ada' } }),
  ),
  probe('requests.malformed-json-status', { needs: ['users'] }).by((ctx) =>
    patched(ctx, { text: '{"forename": "Ada"' }),
  ),
  probe('requests.invalid-value-status', { needs: ['users'] }).by((ctx) =>
    patched(ctx, { json: { forename: 42 } }),
  ),
  probe('requests.wrong-content-type-status', { needs: ['users'] }).by((ctx) =>
    patched(ctx, { text: '{"forename":"Ada"}', contentType: 'text/plain' }),
  ),
  probe('requests.unknown-path-status').by(async ({ send }) =>
    send({ method: 'GET', url: '/payrig-knows-no-such-path', as: 'client' }),
  ),
  probe('requests.unknown-method-status', { needs: ['writes'] }).by(async ({ send }) =>
    send({ method: 'PUT', url: '/providers', as: 'client' }),
  ),
];

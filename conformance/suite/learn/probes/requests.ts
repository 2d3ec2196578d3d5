import type { Context } from '../../../judgement/check.ts';
import { newWebhook } from '../../../steps/lawful-requests.ts';
import { authorisedUser, details, linkedUser } from '../../../steps/linked-user.ts';
import { roleFor } from '../../../steps/usual-roles.ts';
import { isRefusal, isSuccess } from '../../../target/exchange.ts';
import { fieldsOf } from '../../../target/read-json.ts';
import { type AnyProbe, type Finding, probe, seen, takenAs, unknown, unknownId } from '../probe.ts';

type Sent = { status: number; body: unknown };

/**
 * The required fields: the service accepts the request with all of them, and refuses it without this one. A request
 * without an optional field may be refused too, because no record matches (no account, no answer). `otherwise` sends an
 * unknown value, so that the probe can tell this refusal from the other.
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

export const patched = async (
  { arrange, call }: Context,
  options: Pick<Parameters<Context['call']>[1] & object, 'json' | 'text' | 'contentType'>,
): Promise<number> => {
  const { user_id } = await arrange.createUser();
  return (await call('updateUser', { path: { user_id }, ...options })).status;
};

export const requestProbes: readonly AnyProbe[] = [
  probe('requests.required.queryPayrollConnection', {
    needs: ['users', 'tokens', 'authorisations', 'accounts'],
  }).by(async (ctx) => {
    const { account_id, bearer } = await linkedUser(ctx);
    const query = (json: unknown) => ctx.call('queryPayrollConnection', { json, as: { bearer } });
    return requiredAmong(
      ['account_id'],
      (field) => query(omit({ account_id }, field)),
      () => query({ account_id: unknownId }),
    );
  }),
  probe('requests.required.createDirectConnection', { needs: ['users', 'authorisations'] }).by(
    async ({ call, arrange }) => {
      const user_id = await authorisedUser({ arrange }, details);
      return requiredAmong(
        ['user_id'],
        (field) => call('createDirectConnection', { json: omit({ user_id }, field) }),
        () => call('createDirectConnection', { body: { user_id: unknownId } }),
      );
    },
  ),
  probe('requests.required.submitMfa', { needs: ['users', 'authorisations', 'accounts'] }).by(
    async ({ call, arrange }) => {
      const user_id = await authorisedUser({ arrange });
      const answer = async (json: unknown) => {
        const { account_id } = await arrange.linkAccount(user_id, { mfa_enabled: true, mfa: '1234' });
        return call('submitMfa', { path: { account_id }, json });
      };
      return requiredAmong(
        ['mfa'],
        (field) => answer(omit({ mfa: '1234' }, field)),
        () => answer({ mfa: 'not-it' }),
      );
    },
  ),
  probe('requests.required.presignBankStatements', { needs: ['users', 'tokens', 'authorisations'] }).by(
    async ({ call, arrange }) => {
      const user_id = await authorisedUser({ arrange });
      const bearer = await arrange.tokenFor(user_id);
      return requiredAmong(['file_name', 'external_id'], async (field) => {
        const json = { files: [omit({ file_name: 'march.pdf', external_id: 'loan-1' }, field)] };
        return call('presignBankStatements', { json, as: { bearer } });
      });
    },
  ),
  probe('requests.required.inviteMember', { needs: ['writes'], once: true }).by(
    async ({ call, mark, known }) => {
      const role = roleFor(known['members.roles']);
      return requiredAmong(['email', 'role'], (field) =>
        call('inviteMember', { json: omit({ email: `${mark('member')}@example.com`, role }, field) }),
      );
    },
  ),
  probe('requests.required.createWebhook', { needs: ['writes'] }).by((ctx) =>
    requiredAmong(['name', 'events', 'url', 'config'], (field) =>
      ctx.call('createWebhook', { json: omit(newWebhook(ctx), field) }),
    ),
  ),
  probe('requests.unknown-fields', { needs: ['users'] }).by(async (ctx) => {
    const status = await patched(ctx, { json: { forename: 'Ada', favourite_colour: 'teal' } });
    return takenAs('ignore', status);
  }),
  probe('requests.unknown-parameters').by(async ({ call }) => {
    const query: Record<string, number> = { LIMIT: 1 };
    return takenAs('ignore', (await call('listUsers', { query })).status);
  }),
  probe('requests.invalid-path-id-status', { needs: ['writes'] }).by(async ({ call }) => {
    const path = { user_id: 'no-uuid' };
    return call('updateUser', { path, body: { forename: 'Ada' } });
  }),
  probe('requests.malformed-json-status', { needs: ['users'] }).by(async (ctx) =>
    seen(await patched(ctx, { text: '{"forename": "Ada"' })),
  ),
  probe('requests.invalid-value-status', { needs: ['users'] }).by(async (ctx) =>
    seen(await patched(ctx, { json: { forename: 42 } })),
  ),
  probe('requests.wrong-content-type-status', { needs: ['users'] }).by(async (ctx) =>
    seen(await patched(ctx, { text: '{"forename":"Ada"}', contentType: 'text/plain' })),
  ),
  probe('requests.unknown-path-status').by(async ({ send }) =>
    send({ method: 'GET', url: '/payrig-knows-no-such-path', as: 'client' }),
  ),
  probe('requests.unknown-method-status', { needs: ['writes'] }).by(async ({ send }) =>
    send({ method: 'PUT', url: '/providers', as: 'client' }),
  ),
];

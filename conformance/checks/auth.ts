import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { ClauseId } from '../../spec/clauses.ts';
import { type Check, check } from '../judgement/check.ts';
import { expectRefusal, expectSuccess } from '../judgement/expect.ts';
import { Failure } from '../judgement/failure.ts';
import {
  bearerOperations,
  expectAllRefused,
  type KeyedOperation,
  keyedReads,
  lawful,
  lawfulUses,
  refusable,
  refusableCheck,
} from '../steps/lawful-requests.ts';
import type { CallOptions } from '../target/caller.ts';
import type { ServiceResponse } from '../target/exchange.ts';
import { swapped, textsOf } from '../values/text.ts';
import { bearerChecks } from './auth-bearer.ts';

/** The twin of a 401: whatever it is answered, the caller was let in. */
function expectAdmitted(answer: ServiceResponse): void {
  const { errors } = (answer.body ?? {}) as { errors?: unknown };
  // Where a missing authorisation is a 401 as well, the message tells them apart.
  const ofTheKey = answer.status === 401 && /x-api-key/i.test(JSON.stringify(errors ?? ''));
  if (ofTheKey || answer.status >= 500)
    throw new Failure('the same request with the API key to be let in', String(answer.status), answer);
}

/** Each operation is refused without the key, and let in with it afterwards. */
const needsKey = (
  clause: ClauseId,
  operations: readonly KeyedOperation[],
  settings: Pick<Check, 'needs' | 'uses' | 'readsOnly'> = {},
): Check =>
  check(clause, settings).by(async (ctx) => {
    for (const operation of operations) {
      const options = (await lawful[operation](ctx)) as CallOptions<typeof operation>;
      expectRefusal(await ctx.call(operation, { ...options, as: 'none' }), { status: 401 }, operation);
      expectAdmitted(await ctx.call(operation, options));
    }
  });

const wrongKeys = fc.oneof(
  fc.constantFrom('0', 'null', 'undefined', 'wrong', 'API_KEY', '<API_KEY>'),
  fc.uuid(),
  textsOf('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/', 1, 80),
);

const alterations: readonly ((key: string) => string)[] = [
  (key) => key.slice(0, -1),
  (key) => key.slice(0, Math.ceil(key.length / 2)),
  (key) => key.slice(1),
  (key) => `${key}x`,
  (key) => `${key}${key}`,
  (key) => `${key.slice(0, -1)}${key.endsWith('x') ? 'y' : 'x'}`,
  (key) => `${key.startsWith('x') ? 'y' : 'x'}${key.slice(1)}`,
  // A key without letters has no other case.
  (key) => (/[a-z]/i.test(key) ? swapped(key) : `${key}0`),
];

/** A request with ids of nothing in its path, with a body of other types, and with none of its fields. */
function faultyRequests({ path, body, ...rest }: { path?: object; body?: object }): object[] {
  const unknown = path && Object.fromEntries(Object.keys(path).map((name) => [name, randomUUID()]));
  const lost = unknown ? [{ ...rest, path: unknown, body }] : [];
  if (body === undefined) return lost;
  const illTyped = Object.fromEntries(Object.keys(body).map((name) => [name, 42]));
  return [...lost, ...[illTyped, {}].map((json) => ({ ...rest, path: unknown, json }))];
}

const heldUser = { needs: ['held-user'], uses: ['authorisations.reads'] } as const;
const strangers = ['none', { apiKey: 'wrong-key' }] as const;

export const authChecks: readonly Check[] = [
  needsKey('auth.api-key.members', ['inviteMember'], { uses: ['members.roles'] }),
  needsKey('auth.api-key.terms', ['getAuthorisationTerm'], { needs: ['held-term'] }),
  needsKey('auth.api-key.users', ['listUsers', 'updateUser', 'deleteUser'], { needs: ['users'] }),
  needsKey('auth.api-key.users', ['listUsers'], { readsOnly: true }),
  needsKey('auth.api-key.configuration', ['getConfiguration', 'updateConfiguration']),
  needsKey('auth.api-key.configuration', ['getConfiguration'], { readsOnly: true }),
  needsKey('auth.api-key.accounts', ['createDirectConnection', 'submitMfa', 'deleteAccount'], {
    needs: ['users', 'accounts', 'authorisations'],
  }),
  needsKey('auth.api-key.entries', ['deleteEntry'], { needs: ['users', 'entries'] }),
  needsKey('auth.api-key.bank-statements', ['listBankStatements'], heldUser),
  needsKey('auth.api-key.income', ['getTaxauthIncome'], heldUser),
  needsKey('auth.api-key.expenditure', ['getOnsExpenditure'], heldUser),
  needsKey('auth.api-key.providers', ['listProviders']),
  needsKey('auth.api-key.webhooks', ['createWebhook', 'listWebhooks', 'deleteWebhook'], { uses: lawfulUses }),
  needsKey('auth.api-key.webhooks', ['listWebhooks'], { readsOnly: true }),

  refusableCheck('auth.api-key.wrong-value', { arrange: refusable, given: wrongKeys, effort: 0.25 }).by(
    (ctx, apiKey) => expectAllRefused(ctx, { apiKey }, 'with a wrong key'),
  ),
  check('auth.api-key.wrong-value', {
    readsOnly: true,
    given: fc.record({ apiKey: wrongKeys, operation: fc.constantFrom(...keyedReads) }),
  }).by(async ({ call }, { apiKey, operation }) => {
    expectAdmitted(await call(operation));
    expectRefusal(await call(operation, { as: { apiKey } }), { status: 401 });
  }),

  check('auth.api-key.wrong-value', { law: true, readsOnly: true }).by(async ({ call }) => {
    for (const operation of keyedReads) {
      expectAdmitted(await call(operation));
      for (const altered of alterations) {
        const answer = await call(operation, { as: { altered } });
        expectRefusal(answer, { status: 401 }, `for ${operation} with a key that is nearly the right one`);
      }
    }
  }),

  refusableCheck('auth.api-key.message', { arrange: refusable }).by(async (ctx) => {
    for (const as of strangers) await expectAllRefused(ctx, as, '', { status: 401, names: ['X-API-KEY'] });
  }),
  check('auth.api-key.message', { readsOnly: true }).by(async ({ call }) => {
    for (const operation of keyedReads)
      for (const as of strangers)
        expectRefusal(await call(operation, { as }), { status: 401, names: ['X-API-KEY'] });
  }),
  refusableCheck('auth.comes-first', { law: true, arrange: refusable }).by(async (ctx) => {
    const { requests, operations, expectWhole } = ctx.arranged;
    for (const operation of [...operations, ...bearerOperations]) {
      const isBearer = (bearerOperations as readonly string[]).includes(operation);
      for (const faulty of faultyRequests(requests[operation]))
        for (const as of isBearer ? (['none', { bearer: 'wrong-token' }] as const) : strangers) {
          const answer = await ctx.call(operation, { ...(faulty as CallOptions<typeof operation>), as });
          expectRefusal(answer, { status: 401 }, `for ${operation}, whose request is wrong besides`);
        }
    }
    expectWhole();
  }),
  ...bearerChecks,
  check('auth.sign-in-is-open', { needs: ['member'] }).by(async ({ call, member }) => {
    expectSuccess(await call('signInMember', { body: member, as: 'none' }), 200, 'without any credentials');
  }),
];

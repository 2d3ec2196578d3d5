import type { Capability } from '../capability.ts';
import { type Check, type ClientUnderTest, check } from '../check.ts';
import { expectRefusal, expectSuccess, expectTwin } from '../expect.ts';
import { type LinkedUser, linkedUser } from '../steps/linked-user.ts';
import { recurringChecks } from './recurring.ts';
import { recurringCourseChecks } from './recurring-courses.ts';
import { overrideChecks } from './setting-overrides.ts';

const needs = ['users', 'tokens', 'accounts', 'authorisations'] as const satisfies readonly Capability[];
const uses = ['connections.disabled-status'] as const;

const query = ({ call }: ClientUnderTest, { account_id, bearer }: LinkedUser) =>
  call('queryPayrollConnection', { body: { account_id }, as: { bearer } });

/** Switches the connections of the whole client. */
async function ofClient({ call }: ClientUnderTest, payroll_connections_enabled: boolean): Promise<void> {
  expectSuccess(await call('updateConfiguration', { body: { payroll_connections_enabled } }), 200);
}

/** Switches the connections of one user; null returns to the client's setting. */
async function ofUser(
  { call }: ClientUnderTest,
  { user_id }: LinkedUser,
  value: boolean | null,
): Promise<void> {
  const body = { payroll_connections_enabled: value };
  expectSuccess(await call('updateUser', { path: { user_id }, body }), 200);
}

const connectionSettingChecks: readonly Check[] = [
  check({
    clause: 'settings.payroll-connections.client-disables',
    needs,
    uses,
    exclusive: 'configuration',
    scenario: async (ctx) => {
      const user = await linkedUser(ctx);
      await ofClient(ctx, true);
      expectTwin(await query(ctx, user));
      await ofClient(ctx, false);
      expectRefusal(await query(ctx, user), { status: ctx.known['connections.disabled-status'] });
      await ofClient(ctx, true);
      expectTwin(await query(ctx, user));
    },
  }),

  check({
    clause: 'settings.payroll-connections.user-enables',
    needs,
    exclusive: 'configuration',
    scenario: async (ctx) => {
      const user = await linkedUser(ctx);
      await ofClient(ctx, false);
      await ofUser(ctx, user, true);
      expectSuccess(await query(ctx, user), 201, 'for a user whose own connections are switched on');
    },
  }),

  check({
    clause: 'settings.payroll-connections.user-disables',
    needs,
    uses,
    exclusive: 'configuration',
    scenario: async (ctx) => {
      const user = await linkedUser(ctx);
      await ofClient(ctx, true);
      expectTwin(await query(ctx, user));
      await ofUser(ctx, user, false);
      expectRefusal(await query(ctx, user), { status: ctx.known['connections.disabled-status'] });
    },
  }),

  check({
    clause: 'settings.payroll-connections.unset-returns-to-client',
    needs,
    uses,
    exclusive: 'configuration',
    scenario: async (ctx) => {
      const user = await linkedUser(ctx);
      await ofClient(ctx, true);
      await ofUser(ctx, user, false);
      await ofUser(ctx, user, null);
      expectSuccess(await query(ctx, user), 201, 'once the own setting is removed, with the client on');
      await ofClient(ctx, false);
      await ofUser(ctx, user, true);
      await ofUser(ctx, user, null);
      expectRefusal(
        await query(ctx, user),
        { status: ctx.known['connections.disabled-status'] },
        'once the own setting is removed, with the client off',
      );
    },
  }),
];

/** The clauses about settings of the client and how a user's own override them. */
export const settingChecks: readonly Check[] = [
  ...connectionSettingChecks,
  ...overrideChecks,
  ...recurringChecks,
  ...recurringCourseChecks,
];

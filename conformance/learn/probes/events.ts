import type { WebhookRequest } from '../../../spec/types.ts';
import { eventually } from '../../eventually.ts';
import { payslipOf } from '../../steps/linked-user.ts';
import { fieldsOf } from '../../target/read-json.ts';
import { type AnyProbe, probe, seen, unknown } from '../probe.ts';
import { subscribeInbox } from './subscribe.ts';

/** The name under which an event's payload carries what arrived: that of its one array. */
function payloadKey(raw: Buffer): string | undefined {
  const { payload } = fieldsOf(JSON.parse(raw.toString('utf8')));
  return Object.entries(fieldsOf(payload)).find(([, value]) => Array.isArray(value))?.[0];
}

/** When events come, and under which names their payloads carry what arrived. */
export const eventProbes: readonly AnyProbe[] = [
  probe(
    'events.bank-statement.payload-key',
    { needs: ['users', 'bank-statements', 'receiver'] },
    async (ctx) => {
      const { inbox } = await subscribeInbox(ctx, { events: ['user-bank-statement-submitted'] });
      const { user_id } = await ctx.arrange.createUser();
      await ctx.arrange.createBankStatement(user_id);
      const { raw } = await inbox.until('a bank statement event', (one) => one.raw.includes(user_id));
      const name = payloadKey(raw);
      return name === undefined ? unknown('the payload has no array') : seen(name);
    },
  ),
  probe('events.income.trigger', { needs: ['users', 'income', 'entries', 'receiver'] }, async (ctx) => {
    const events: WebhookRequest['events'] = ['user-taxauth-data-submitted', 'user-payroll-submitted'];
    const { inbox } = await subscribeInbox(ctx, { events });
    const { user_id } = await ctx.arrange.createUser({ taxauth_enabled: true });
    await ctx.arrange.createIncome(user_id);
    await ctx.arrange.createEntry(user_id, [payslipOf(3)]);
    const own = (kind: string) => (one: { raw: Buffer }) =>
      one.raw.includes(user_id) && one.raw.includes(kind);
    await inbox.until('the payroll event that comes after it', own('user-payroll-submitted'));
    const kind = `user-${ctx.naming.authority}-data-submitted`;
    const came = await eventually(
      async () => inbox.received.some(own(kind)),
      (yes) => yes,
      // Deliveries may overtake each other, the more so on a busy machine.
      1500,
    );
    return seen(came ? 'new-income-submission' : 'never');
  }),
  probe(
    'events.income.payload-key',
    { needs: ['users', 'income', 'receiver'], after: ['events.income.trigger'] },
    async (ctx) => {
      if (ctx.known['events.income.trigger'] === 'never') return unknown('the event is never emitted');
      const { inbox } = await subscribeInbox(ctx, { events: ['user-taxauth-data-submitted'] });
      const { user_id } = await ctx.arrange.createUser({ taxauth_enabled: true });
      await ctx.arrange.createIncome(user_id);
      const { raw } = await inbox.until('an income event', (one) => one.raw.includes(user_id));
      if (!('payload' in JSON.parse(raw.toString('utf8')))) return seen(null);
      const name = payloadKey(raw);
      return name === undefined ? unknown('the payload has no array') : seen(name);
    },
  ),
];

import { isoInstant } from '../domain/instant.ts';
import { submissionsOf } from '../domain/payslips.ts';
import { refusals } from '../domain/refusal.ts';
import type { Items } from '../domain/user-record.ts';
import type { ArrangementHandlers } from '../http/context.ts';
import { created } from '../http/outcome.ts';
import type { DomainEvent } from '../webhooks/message.ts';
import { readIncome, readStatement } from './fill/read-submissions.ts';

export const submissions = {
  async createBankStatement({ client, path, body, now, services }) {
    const given = readStatement(body ?? {});
    const [{ fillStatement }, { personOfUser }] = await Promise.all([
      import('./fill/bank-statement.ts'),
      import('../retrieval/person-of-user.ts'),
    ]);
    const added = await client.users.change(path.user_id, (record, around) => {
      checkFree(record.statements, given.id);
      const { user_id } = record.user;
      const statement = fillStatement(given, {
        person: personOfUser(client.worldOf(around.client), record),
        now,
        newId: () => services.ids.ofUser(user_id),
        held: Object.values(record.statements),
      });
      const event: DomainEvent = {
        kind: 'bank-statement',
        user_id,
        at: now,
        bank_statement_submissions: [statement],
      };
      const statements = { ...record.statements, [statement.id]: statement };
      return { changedFields: { statements }, events: [event], result: statement };
    });
    if (!added) throw refusals.notFound('User', path.user_id);
    return created(added);
  },

  async createIncomeSubmission({ client, path, body, now, services }) {
    const given = readIncome(body ?? {});
    const [{ fillIncome }, { personOfUser }] = await Promise.all([
      import('./fill/income-submission.ts'),
      import('../retrieval/person-of-user.ts'),
    ]);
    const names = services.profile.points['income.origin'] === 'newest-payslip';
    const added = await client.users.change(path.user_id, (record, around) => {
      checkFree(record.incomes, given.id);
      const { user_id } = record.user;
      const submission = fillIncome(given, {
        person: personOfUser(client.worldOf(around.client), record),
        now,
        newId: () => services.ids.ofUser(user_id),
        held: names ? submissionsOf(record) : [],
        incomes: Object.values(record.incomes).map(({ submission }) => submission),
        isLive: record.live_income,
      });
      const event: DomainEvent = { kind: 'taxauth', user_id, at: now, income_submissions: [submission] };
      const incomes = { ...record.incomes, [submission.id]: { created_at: isoInstant(now), submission } };
      return { changedFields: { incomes }, events: [event], result: submission };
    });
    if (!added) throw refusals.notFound('User', path.user_id);
    return created(added);
  },
} satisfies Partial<ArrangementHandlers>;

function checkFree(items: Items<unknown>, id: string | undefined): void {
  if (id === undefined || !items[id]) return;
  throw refusals.invalid(['Field [id] is taken by another submission']);
}

import { isoInstant } from '../domain/instant.ts';
import { submissionsOf } from '../domain/payslips.ts';
import { refusals } from '../domain/refusal.ts';
import type { Items, UserRecord } from '../domain/user-record.ts';
import type { ArrangementHandlers, HandlerContext } from '../http/context.ts';
import { created } from '../http/outcome.ts';
import type { SeededWorld } from '../state/seeded-world.ts';
import type { DomainEvent } from '../webhooks/message.ts';
import { readIncome, readStatement } from './fill/read-submissions.ts';

export const submissions = {
  async createBankStatement(context) {
    const given = readStatement(context.body ?? {});
    const [{ fillStatement }, { personOfUser }] = await Promise.all([
      import('./fill/bank-statement.ts'),
      import('../retrieval/person-of-user.ts'),
    ]);
    return created(
      await add(context, ({ record, world, newId, now }) => {
        checkFree(record.statements, given.id);
        const statement = fillStatement(given, {
          person: personOfUser(world, record),
          now,
          newId,
          held: Object.values(record.statements),
        });
        const statements = { ...record.statements, [statement.id]: statement };
        return {
          parts: { statements },
          happened: { kind: 'bank-statement', bank_statement_submissions: [statement] },
          result: statement,
        };
      }),
    );
  },

  async createIncomeSubmission(context) {
    const given = readIncome(context.body ?? {});
    const [{ fillIncome }, { personOfUser }] = await Promise.all([
      import('./fill/income-submission.ts'),
      import('../retrieval/person-of-user.ts'),
    ]);
    const names = context.services.profile.points['income.origin'] === 'newest-payslip';
    return created(
      await add(context, ({ record, world, newId, now }) => {
        checkFree(record.incomes, given.id);
        const submission = fillIncome(given, {
          person: personOfUser(world, record),
          now,
          newId,
          held: names ? submissionsOf(record) : [],
          incomes: Object.values(record.incomes).map(({ submission }) => submission),
          isLive: record.live_income,
        });
        const incomes = { ...record.incomes, [submission.id]: { created_at: isoInstant(now), submission } };
        return {
          parts: { incomes },
          happened: { kind: 'taxauth', income_submissions: [submission] },
          result: submission,
        };
      }),
    );
  },
} satisfies Partial<ArrangementHandlers>;

type Addition = { record: UserRecord; world: SeededWorld; newId: () => string; now: number };
type Happened = DomainEvent extends infer One
  ? One extends DomainEvent
    ? Omit<One, 'user_id' | 'at'>
    : never
  : never;
type Added<T> = { parts: Partial<UserRecord>; happened: Happened; result: T };

/** Adds something to a user together with its event. */
async function add<T>(
  context: HandlerContext<'createBankStatement'> | HandlerContext<'createIncomeSubmission'>,
  change: (addition: Addition) => Added<T>,
): Promise<T> {
  const { client, path, now, services } = context;
  const result = await client.users.change(path.user_id, (before, around) => {
    const newId = () => services.ids.ofUser(before.user.user_id);
    const { parts, happened, result } = change({
      record: before,
      world: client.worldOf(around.client),
      newId,
      now,
    });
    const occurrence = { ...happened, user_id: before.user.user_id, at: now } as DomainEvent;
    return { changedFields: parts, events: [occurrence], result };
  });
  if (result === undefined) throw refusals.notFound('User', path.user_id);
  return result;
}

function checkFree(items: Items<unknown>, id: string | undefined): void {
  if (id === undefined || !items[id]) return;
  throw refusals.invalid(['Field [id] is taken by another submission']);
}

import type { PartialPayrollSubmission } from '../../../spec/types.ts';
import { willingUser } from '../../arrange/willing-user.ts';
import type { Context } from '../../check.ts';
import { fieldsOf, objectsIn } from '../../target/read-json.ts';
import { type AnyProbe, probe, seen, unknown } from '../probe.ts';

const needs = ['users', 'entries'] as const;

const slip = (from: string, to: string, born: string, netPay = '3100.00'): PartialPayrollSubmission => ({
  identity_information: { date_of_birth: born, address: { post_code: 'LS1 4AP' } },
  income_information: {
    pay_date: to,
    pay_interval_start: from,
    pay_interval_end: to,
    earnings: { net_pay: netPay },
  },
});

type Estimated = { status: number; months: string[]; errors: string[] };

async function estimate(
  { call, arrange }: Context,
  slips: readonly PartialPayrollSubmission[],
): Promise<Estimated> {
  const { user_id } = await willingUser(arrange);
  await arrange.createEntry(user_id, slips);
  const { status, body } = await call('getOnsExpenditure', { path: { user_id } });
  const { expenditures, errors } = fieldsOf(body);
  return {
    status,
    months: objectsIn(expenditures).map(({ date }) => String(date).slice(0, 7)),
    errors: Array.isArray(errors) ? errors : [],
  };
}

/** The estimate where the document is silent: what counts as a day, a birthday and a date. */
export const expenditureProbes: readonly AnyProbe[] = [
  probe('expenditure.day-count', { needs }, async (ctx) => {
    // The first of May is the last day of the interval: it is in May only if that day counts.
    const { status, months } = await estimate(ctx, [slip('2025-04-01', '2025-05-01', '1990-05-17')]);
    if (status !== 200) return unknown(`the estimate got ${status}`);
    return seen(months.includes('2025-05') ? 'inclusive' : 'end-exclusive');
  }),
  probe('expenditure.leap-day-birthday', { needs }, async (ctx) => {
    // 151 years after a leap day is no leap year: at the end of February they are 150 or 151, and 151 is refused.
    const { status, errors } = await estimate(ctx, [slip('2023-02-01', '2023-02-28', '1872-02-29')]);
    if (status === 200) return seen('1-march');
    return errors.some((text) => text.includes('over 150'))
      ? seen('28-february')
      : unknown(`it answers ${status}`);
  }),
  probe('expenditure.message-date', { needs }, async (ctx) => {
    const { errors } = await estimate(ctx, [slip('2025-03-01', '2025-03-31', '2030-06-15')]);
    const message = errors.find((text) => text.includes('2030-06-15'));
    if (message === undefined) return unknown('no message names the date of birth');
    return seen(/2030-06-15T/.test(message) ? 'timestamp' : 'date');
  }),
  probe('expenditure.date-of-birth-scope', { needs }, async (ctx) => {
    const { status } = await estimate(ctx, [
      slip('2025-03-01', '2025-03-31', '1990-05-17'),
      slip('2025-04-01', '2025-04-30', '2030-06-15'),
    ]);
    return status === 200
      ? seen('every-month')
      : status === 404
        ? seen('any-month')
        : unknown(`it answers ${status}`);
  }),
];

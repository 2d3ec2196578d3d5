import type { PartialPayrollSubmission } from '../../../../spec/types.ts';
import { willingUser } from '../../../arrange/willing-user.ts';
import { type Payslip, submissionOf } from '../../../checks/expenditure/person.ts';
import type { Context } from '../../../judgement/check.ts';
import { fieldsOf, objectsIn } from '../../../target/read-json.ts';
import { type AnyProbe, probe, seen, unknown } from '../probe.ts';

const needs = ['users', 'entries'] as const;

const slip = (from: string, to: string, born: string, given: Partial<Payslip> = {}) =>
  submissionOf({ from, to, born, net: 310_000, postCode: 'LS1 4AP', ...given });

async function estimate({ call, arrange }: Context, slips: readonly PartialPayrollSubmission[]) {
  const { user_id } = await willingUser(arrange);
  await arrange.createEntry(user_id, slips);
  const { status, body } = await call('getOnsExpenditure', { path: { user_id } });
  const { expenditures, errors } = fieldsOf(body);
  const months = objectsIn(expenditures).map(({ date }) => String(date).slice(0, 7));
  return { status, months, errors: (Array.isArray(errors) ? errors : []) as string[] };
}

/** Days relative to the deployment's clock: of a month some months ago, and a birthday that is yet to come. */
async function days(ctx: Context) {
  const now = new Date((await ctx.moment()).from);
  const at = (monthsOff: number, day: number): string =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + monthsOff, day)).toISOString().slice(0, 10);
  const start = (monthsAgo: number): string => at(-monthsAgo, 1);
  const end = (monthsAgo: number): string => at(1 - monthsAgo, 0);
  return { year: now.getUTCFullYear(), start, end, unborn: at(18, 15) };
}

const born = '1990-05-17';

export const expenditureProbes: readonly AnyProbe[] = [
  probe('expenditure.day-count', { needs }).by(async (ctx) => {
    // The first of a month is the last day of the interval: it is in that month only if that day counts.
    const { start } = await days(ctx);
    const { status, months } = await estimate(ctx, [slip(start(4), start(3), born)]);
    if (status !== 200) return unknown(`the estimate got ${status}`);
    return seen(months.includes(start(3).slice(0, 7)) ? 'inclusive' : 'end-exclusive');
  }),
  probe('expenditure.leap-day-birthday', { needs }).by(async (ctx) => {
    // 151 years after a leap day is no leap year: at the end of February they are 150 or 151, and 151 is refused.
    const last = (await days(ctx)).year - 1;
    const year = last - ((last + 1) % 4);
    const february = slip(`${year}-02-01`, `${year}-02-28`, `${year - 151}-02-29`);
    const { status, errors } = await estimate(ctx, [february]);
    if (status === 200) return seen('1-march');
    const isOver = errors.some((text) => text.includes('over 150'));
    return isOver ? seen('28-february') : unknown(`it answers ${status}`);
  }),
  probe('expenditure.message-date', { needs }).by(async (ctx) => {
    const { start, end, unborn } = await days(ctx);
    const { errors } = await estimate(ctx, [slip(start(4), end(4), unborn)]);
    const message = errors.find((text) => text.includes(unborn));
    if (message === undefined) return unknown('no message names the date of birth');
    return seen(message.includes(`${unborn}T`) ? 'timestamp' : 'date');
  }),
  probe('expenditure.date-of-birth-scope', { needs }).by(async (ctx) => {
    const { start, end, unborn } = await days(ctx);
    const { status } = await estimate(ctx, [slip(start(4), end(4), born), slip(start(3), end(3), unborn)]);
    if (status === 404) return seen('any-month');
    return status === 200 ? seen('every-month') : unknown(`it answers ${status}`);
  }),
  probe('expenditure.no-month-left', { needs }).by(async (ctx) => {
    const { start, end } = await days(ctx);
    const { status, months } = await estimate(ctx, [
      slip(start(4), end(4), born, { net: 0 }),
      slip(start(3), end(3), born, { postCode: 'JE2 3AB' }),
    ]);
    if (status === 404) return seen('not-found');
    return status === 200 && months.length === 0 ? seen('empty') : unknown(`it answers ${status}`);
  }),
];

import { penceToText } from '../../../generators/money.ts';
import { defined } from '../../../spec/json.ts';
import type { PointId } from '../../../spec/profile.ts';
import type { PartialPayrollSubmission } from '../../../spec/types.ts';
import { type Calling, type Context, checkWith } from '../../judgement/check.ts';
import type { EstimateAnswer } from '../../predicates/estimates.ts';
import { type Day, firstDay, instantOf, type Month, plusDays } from '../../values/calendar.ts';

/** What an estimate reads of a payslip; what is null is not on it. */
export type Payslip = {
  from: Day | null;
  to: Day | null;
  /** Pence. */
  net: number | null;
  born: Day | null;
  postCode: string | null;
};

/** A user as an estimate sees one; what is left out the user does not have. */
export type Person = { born?: Day; postCodes?: readonly string[]; payslips: readonly Payslip[] };

/** What reading an estimate may hang on besides the payroll itself. */
export const readPoints = ['authorisations.reads'] as const satisfies readonly PointId[];

type Estimating = Pick<Context, 'call' | 'arrange' | 'known'>;

/** A payslip of a person in Leeds born in 1986, well within a month, so that it does not matter how ends are counted. */
export const payslipIn = (month: Month, given: Partial<Payslip> = {}): Payslip => ({
  from: plusDays(firstDay(month), 4),
  to: plusDays(firstDay(month), 19),
  net: 210_000,
  born: '1986-09-14',
  postCode: 'LS1 4AP',
  ...given,
});

const instant = (day: Day | null): string | null => day && instantOf(day);

export const submissionOf = ({ from, to, net, born, postCode }: Payslip): PartialPayrollSubmission => ({
  identity_information: { date_of_birth: instant(born), address: { post_code: postCode } },
  income_information: {
    pay_interval_start: instant(from),
    pay_interval_end: instant(to),
    earnings: { net_pay: net === null ? null : penceToText(net) },
  },
});

const mostInOneEntry = 60;

export const estimateFor = async (ctx: Estimating, person: Person): Promise<EstimateAnswer> =>
  readEstimate(ctx, (await createPerson(ctx, person)).user_id);

export const estimateOver = (
  ctx: Estimating,
  months: readonly Month[],
  given: (month: Month, at: number) => Partial<Payslip>,
): Promise<EstimateAnswer> =>
  estimateFor(ctx, { payslips: months.map((month, at) => payslipIn(month, given(month, at))) });

/** Makes a user of this person, authorised to be read where the deployment asks for it. */
export async function createPerson({ arrange, known }: Estimating, { born, postCodes, payslips }: Person) {
  const fields = { date_of_birth: born && instantOf(born), post_codes: postCodes?.slice() };
  const { user_id } = await arrange.createUser(defined(fields));
  if (known['authorisations.reads']?.includes('getOnsExpenditure')) await arrange.accept(user_id);
  for (let at = 0; at < payslips.length; at += mostInOneEntry)
    await arrange.createEntry(user_id, payslips.slice(at, at + mostInOneEntry).map(submissionOf));
  return { user_id };
}

export const readEstimate = ({ call }: Calling, user_id: string): Promise<EstimateAnswer> =>
  call('getOnsExpenditure', { path: { user_id } });

export const estimateCheck = checkWith({ needs: ['users', 'entries'], uses: readPoints });

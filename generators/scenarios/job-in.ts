import { civil, type Day, dayNumber, dayText } from '../calendar.ts';
import { employers } from '../catalogue/employers.ts';
import type { PayDayRule } from '../pay/employment.ts';
import { recordsFrom } from '../people/history.ts';
import type { Home } from '../people/homes.ts';
import type { Job } from '../people/plan-job.ts';
import { codeForPay, taxCodeStatus } from '../people/tax-status.ts';
import { workingDayFrom } from '../uk/bank-holidays.ts';
import { dayIn, eventsIn, payIn, pensionIn } from './events-in.ts';
import type { ScenarioJob } from './scenario.ts';

export function jobIn(job: ScenarioJob, begins: Day, homes: readonly Home[] = []): Job {
  const employer = employerOf(job);
  const { frequency = 'monthly' } = job;
  const told = dayIn(job.start, begins);
  // A day that is told relative to today may be any weekday, and jobs begin on working days.
  const start = told === job.start ? told : dayText(workingDayFrom(dayNumber(told)));
  const basicPay = payIn(job.pay);
  const events = (job.events ?? []).flatMap((event) => eventsIn(event, begins));
  // A code that the scenario does not give follows from the pay and from where they live.
  const { taxCode, changes } = job.tax_code
    ? { taxCode: job.tax_code, changes: [] }
    : taxCodeStatus(codeForPay(basicPay), homes, start, events);
  return {
    key: job.key ?? 'main',
    provider: job.provider ?? employer.provider,
    employment: {
      employer: { name: employer.name, payeReference: employer.payeReference },
      role: job.role,
      type: job.type ?? 'full_time',
      isDirector: job.director ?? false,
      dateOfBirth: null,
      start,
      leave: job.leave === undefined ? null : dayIn(job.leave, begins),
      frequency,
      payDay: payDayIn(job, begins),
      basicPay,
      taxCode,
      niCategory: job.ni_category ?? 'A',
      studentLoans: job.student_loans ?? [],
      pension: pensionIn(job.pension),
      previous: null,
      recordsFrom: recordsFrom(begins),
      events: [...events, ...changes],
    },
  };
}

/** One's own employer has its payroll with the first provider of the catalogue, unless another is named. */
function employerOf({ employer }: ScenarioJob): { name: string; payeReference: string; provider: string } {
  const [first] = employers;
  if (typeof employer !== 'string')
    return {
      name: employer.name,
      payeReference: employer.paye_reference,
      provider: first!.listed.providers[0]!,
    };
  const known = employers.find(({ listed }) => listed.id === employer);
  if (!known) throw new Error(`The catalogue has no employer ${employer}`);
  const { name, providers } = known.listed;
  return { name, payeReference: known.payeReference, provider: providers[0]! };
}

function payDayIn({ pay_day, frequency = 'monthly' }: ScenarioJob, begins: Day): PayDayRule {
  if (frequency !== 'monthly') {
    const { anchor, lag_days = 5 } =
      pay_day && 'anchor' in pay_day ? pay_day : { anchor: 'last Friday', lag_days: 5 };
    return { kind: 'every-period', anchor: dayIn(anchor, begins), lagDays: lag_days };
  }
  const given = pay_day && 'day_of_month' in pay_day ? pay_day : { day_of_month: 28 };
  const { day_of_month: day, weekend = 'before', month = 'current' } = given;
  return {
    kind: 'day-of-month',
    day: typeof day === 'number' ? day : civil(dayNumber(dayIn(day, begins))).day,
    weekend,
    month,
  };
}

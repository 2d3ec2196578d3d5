import { defined } from '../../spec/json.ts';
import { civil, type Day, dayNumber, dayText, instantOf } from '../calendar.ts';
import { employers } from '../catalogue/catalogue.ts';
import { type Pence, proportion } from '../money.ts';
import { type Employment, type PayEvent, statutoryPension } from '../pay/employment.ts';
import { homeWith } from '../people/drawn-person.ts';
import { plannedUntil, recordsFrom } from '../people/history.ts';
import { ALWAYS, type Home, withMoves } from '../people/homes.ts';
import type { Known } from '../people/person.ts';
import { type Job, p45, withTerms } from '../people/plan-job.ts';
import { discrepancyOf } from '../people/presented.ts';
import { taxCodeStatus } from '../people/tax-status.ts';
import { dayOfYear, resolveDay } from '../relative-day.ts';
import { workingDayFrom } from '../uk/bank-holidays.ts';
import { parseTaxCode } from '../uk/tax-code.ts';
import type { Scenario, ScenarioEvent, ScenarioJob, ScenarioUser, StartingPlan } from './scenario.ts';

type EventOf<K extends ScenarioEvent['kind']> = Extract<ScenarioEvent, { kind: K }>;
type OneOff = EventOf<'bonus' | 'commission' | 'tips' | 'expenses' | 'overtime' | 'deduction'>;

/** The day that a text names, which was checked when the scenario was read. */
function dayIn(text: string, begins: Day): Day {
  const day = resolveDay(text, begins);
  if (day === undefined) throw new Error(`"${text}" is not a day`);
  return day;
}

/** An event of a job as it is in a world that begins on a day; one that comes back is several. */
function eventsIn(event: ScenarioEvent, begins: Day): PayEvent[] {
  const from = 'from' in event ? dayIn(event.from, begins) : begins;
  const to = 'to' in event && event.to !== undefined ? dayIn(event.to, begins) : null;
  if (event.kind === 'yearly-rise') return yearlyRise(event, begins);
  if (event.kind === 'pay-rise') return [{ kind: event.kind, from, basicPay: payIn(event.pay) }];
  if (event.kind === 'tax-code') return [{ kind: event.kind, from, taxCode: event.tax_code }];
  if (event.kind === 'ni-category') return [{ kind: event.kind, from, niCategory: event.ni_category }];
  if (event.kind === 'student-loans') return [{ kind: event.kind, from, studentLoans: event.student_loans }];
  if (event.kind === 'pension') return [{ kind: event.kind, from, pension: pensionIn(event.pension) }];
  if (event.kind === 'benefit-in-kind') return [{ ...event, from, to, monthly: hundredths(event.monthly) }];
  if (event.kind === 'zero-pay') return [{ kind: event.kind, from, to }];
  if (event.kind === 'unpaid') return [{ kind: event.kind, from, to: to ?? from }];
  if (event.kind === 'sick') {
    const pay = event.pay === 'statutory' ? event.pay : { share: hundredths(event.pay.share) };
    return [{ kind: event.kind, from, to: to ?? from, pay }];
  }
  if (event.kind === 'parental') {
    const { kind, leave, top_up } = event;
    const topUp = top_up && { topUp: { weeks: top_up.weeks, share: hundredths(top_up.share) } };
    return [{ kind, from, to: to ?? from, leave, ...topUp }];
  }
  return occasions(event, begins).map(({ on, index }) => oneOff(event, on, index));
}

function oneOff({ every: _, ...event }: OneOff, on: Day, index: number): PayEvent {
  if (event.kind === 'overtime')
    return { ...event, on, quantity: hundredths(event.quantity), rate: hundredths(event.rate) };
  const amounts = [event.amount].flat();
  return { ...event, on, amount: hundredths(amounts[index % amounts.length] ?? 0) };
}

function years(begins: Day): number[] {
  const { year } = civil(dayNumber(recordsFrom(begins)) - 366);
  return Array.from({ length: civil(plannedUntil(begins)).year - year + 1 }, (_, index) => year + index);
}

/** The days of an event, each with its place among the amounts. */
function occasions({ on, every }: OneOff, begins: Day): { on: Day; index: number }[] {
  const texts = [on].flat();
  if (every === 'year') {
    return years(begins).flatMap((year, index) => {
      const day = dayOfYear(texts[0] ?? '', year);
      return day === undefined ? [] : { on: dayText(day), index };
    });
  }
  const days = texts.map((text) => dayNumber(dayIn(text, begins)));
  const shifts = every === '52 weeks' ? years(begins).map((_, round) => (round - 4) * 364) : [0];
  return shifts.flatMap((shift) => days.map((day, index) => ({ on: dayText(day + shift), index })));
}

/** A rise in each year, to a salary that is the one of today; a rise is on the payslips three months later. */
function yearlyRise({ on, per_cent, salary }: EventOf<'yearly-rise'>, begins: Day): PayEvent[] {
  const { year: thisYear } = civil(dayNumber(begins) - 90);
  return years(begins).flatMap((year) => {
    const day = dayOfYear(on, year);
    if (day === undefined) return [];
    const factor = (1 + per_cent / 100) ** (year - thisYear);
    const annual = proportion(hundredths(salary), Math.round(factor * 1_000_000), 1_000_000);
    const basicPay = { kind: 'salary', annual: Math.round(annual / 10_000) * 10_000 } as const;
    return { kind: 'pay-rise', from: dayText(day), basicPay };
  });
}

/** Pounds as pence, per cent as basis points, units as hundredths. */
const hundredths = (amount: number): Pence => Math.round(amount * 100);

function payIn(pay: ScenarioJob['pay']): Employment['basicPay'] {
  if ('salary' in pay) return { kind: 'salary', annual: hundredths(pay.salary) };
  if ('hourly_rate' in pay)
    return { kind: 'hourly', rate: hundredths(pay.hourly_rate), weeklyHours: hundredths(pay.weekly_hours) };
  const { rate, quantities } = pay;
  return { ...pay, kind: 'variable', rate: hundredths(rate), quantities: quantities.map(hundredths) };
}

/** The pension of a job; that of automatic enrolment when nothing is said. */
function pensionIn(pension: ScenarioJob['pension']): Employment['pension'] {
  if (pension === 'none') return { kind: 'none' };
  if (pension === undefined) return statutoryPension;
  const { employee, employer, ...rest } = pension;
  return { kind: 'workplace', ...rest, employee: hundredths(employee), employer: hundredths(employer) };
}

export function jobIn(job: ScenarioJob, begins: Day, homes: readonly Home[] = [], born: Day | null = null) {
  const employer = employerOf(job);
  const { frequency = 'monthly' } = job;
  const named = dayIn(job.start, begins);
  // A day relative to today may be any weekday, and jobs begin on working days.
  const start = named === job.start ? named : dayText(workingDayFrom(dayNumber(named)));
  const basicPay = payIn(job.pay);
  const events = (job.events ?? []).flatMap((event) => eventsIn(event, begins));
  // A code that the scenario does not give follows from the pay, the state pension and from where they live.
  const { taxCode, changes } = job.tax_code
    ? { taxCode: job.tax_code, changes: [] }
    : taxCodeStatus('', { dateOfBirth: born, homes, begins }, start, { basicPay, rises: events });
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
function employerOf({ employer }: ScenarioJob) {
  if (typeof employer !== 'string') {
    const provider = employers[0]!.listed.providers[0]!;
    return { name: employer.name, payeReference: employer.paye_reference, provider };
  }
  const known = employers.find(({ listed }) => listed.id === employer);
  if (!known) throw new Error(`The catalogue has no employer ${employer}`);
  const { name, providers } = known.listed;
  return { name, payeReference: known.payeReference, provider: providers[0]! };
}

function payDayIn({ pay_day, frequency = 'monthly' }: ScenarioJob, begins: Day): Employment['payDay'] {
  if (frequency !== 'monthly') {
    const { anchor, lag_days = 5 } =
      pay_day && 'anchor' in pay_day ? pay_day : { anchor: 'last Friday', lag_days: 5 };
    return { kind: 'every-period', anchor: dayIn(anchor, begins), lagDays: lag_days };
  }
  const given = pay_day && 'day_of_month' in pay_day ? pay_day : { day_of_month: 28 };
  const { day_of_month: named, weekend = 'before', month = 'current' } = given;
  const day = typeof named === 'number' ? named : civil(dayNumber(dayIn(named, begins))).day;
  return { kind: 'day-of-month', day, weekend, month };
}

/** Who a scenario is about, and what the service holds for them, in a world that begins on a day. */
export const scenarioIn = (scenario: Scenario, begins: Day): { known: Known; start: StartingPlan } => ({
  known: knownIn(scenario, begins),
  start: startIn(scenario, begins),
});

/** Who a scenario is about; tax follows the homes that the client has given since. */
export function knownIn(scenario: Scenario, begins: Day, moves: readonly Home[] = []): Known {
  const { person = {}, jobs, discrepancies } = scenario;
  const { forename, surname, date_of_birth, ni_number, homes, household, claims, on_payslips: seen } = person;
  const places = homes?.map(({ post_code, from }) =>
    homeWith(post_code, from === undefined ? ALWAYS : dayIn(from, begins)),
  );
  // A person without a known home pays the taxes of England.
  const lived = withMoves(places ?? [homeWith('', ALWAYS)], moves);
  const birthday = (text: string | null | undefined) => text && dayIn(text, begins);
  const dateOfBirth = birthday(date_of_birth);
  return {
    identity: { forename, surname, dateOfBirth, niNumber: ni_number },
    lives: { household, claims },
    homes: places,
    payrollView: { dateOfBirth: birthday(seen?.date_of_birth), postCode: seen?.post_code },
    jobs: jobs?.map((job) => jobIn(job, begins, lived, dateOfBirth)).map(withP45),
    discrepancies: discrepancies?.map(({ kind, month, by }) =>
      discrepancyOf(kind, month, by === undefined ? undefined : Math.round(by * 100)),
    ),
  };
}

/** A job with the figures of the one before it in the tax year, unless its code asks for none. */
function withP45(job: Job, _: number, all: readonly Job[]): Job {
  const { start, taxCode } = job.employment;
  const [before] = all
    .filter(({ employment: { leave } }) => leave !== null && leave < start)
    .sort((a, b) => ((a.employment.leave ?? '') < (b.employment.leave ?? '') ? 1 : -1));
  const code = parseTaxCode(taxCode);
  if (!before || code?.kind !== 'allowance' || code.basis !== 'cumulative') return job;
  return withTerms(job, { previous: p45(before, job) });
}

function startIn({ start = {}, discrepancies = [] }: Scenario, begins: Day): StartingPlan {
  const { user, linked_at, authorisations, accounts, entries, statements, tax_authority, direct } = start;
  const plan: StartingPlan = {
    user: user && userIn(user, begins),
    linkedAt: linked_at && dayIn(linked_at, begins),
    authorisations,
    accounts: accounts?.map(({ job = 'main', ...account }) => ({ job, ...account })),
    entries: entries?.map(({ job = 'main', at, ...rest }) => ({ job, ...rest, at: at && dayIn(at, begins) })),
    statements,
    income: tax_authority,
    direct,
  };
  return discrepancies.length > 0 ? { ...HANDED_IN, ...defined(plan) } : plan;
}

/** What the service holds of a person with discrepancies: what they hand in, since their provider would tell the truth. */
const HANDED_IN: StartingPlan = {
  accounts: [],
  entries: [{ job: 'main', by: 'upload' }],
  statements: [3, 2, 1],
  direct: [],
};

function userIn(user: ScenarioUser, begins: Day): ScenarioUser {
  const { date_of_birth: born, recurring_check_end_date: end } = user;
  const date_of_birth = born && instantOf(dayIn(born, begins));
  return { ...user, date_of_birth, recurring_check_end_date: end && dayIn(end, begins) };
}

import { type Day, dayNumber, dayText, firstDayOf, lastDayOf, monthFrom } from '../calendar.ts';
import type { Pence } from '../money.ts';
import type { Stream } from '../random.ts';
import { readData } from '../table.ts';
import { inRegion, parseTaxCode, withoutMarker } from '../uk/tax-code.ts';
import type { Case, Changes, DiscrepancyKind } from './discrepancy-edits.ts';
import * as edit from './discrepancy-edits.ts';
import { forenames, type Home, surnames } from './homes.ts';
import { credit } from './movement.ts';
import { type Job, linkedJob, withTerms } from './plan-job.ts';

/** What stands in the data file: what really happens to a job as `terms`, money that comes in and goes again as `credit`. */
type ListedKind = Omit<DiscrepancyKind, keyof Changes> & { terms?: object; credit?: string };

type Listed = { relations: Record<string, string>; kinds: Record<string, ListedKind> };
const data: Listed = readData('people/data/discrepancies');

/** The relations between the documents and records of honest people, each as a sentence. */
export const relations: Readonly<Record<string, string>> = data.relations;

/** How kinds change documents and records, where the data file does not say it. */
const changes: Record<string, Changes> = {
  'inflated-gross': { payslips: (slips, { month, by }) => edit.fromMonth(slips, month, by, ['gross_pay']) },
  'inflated-net': {
    job(job, { month, by }) {
      const what = { type: 'salary_advance', description: 'Salary advance repaid', amount: by };
      return edit.withEvent(job, { kind: 'deduction', on: edit.paidPeriod(job, month), ...what });
    },
    payslipJob: (job, { claimed }) => claimed() ?? job,
  },
  'inflated-year-to-date': {
    payslips: (slips, { by }) => edit.yearRaisedFrom(edit.firstOfYear(slips), slips, by),
  },
  'year-to-date-jump': {
    payslips: (slips, { month, by }) => edit.yearRaisedFrom(edit.secondOfYear(slips, month), slips, by),
  },
  'edited-tax-code': {
    // Those who pay no tax would pay none with a lower allowance either: they show a code that takes some.
    job: (job, given) => (edit.isTaxed(job, given.month) ? withOtherCode(job, given) : job),
    payslips: (slips, { claimedPayslips, claimed, month }) =>
      edit.patchedFrom(slips, edit.taxable(claimedPayslips(), claimed(), month), edit.withCode),
  },
  'edited-ni-letter': {
    // Without contributions, or with those of a whole year, it is the letter that does not fit the age.
    job: (job, { month }) =>
      edit.isInsured(job, month)
        ? edit.withEvent(job, { kind: 'ni-category', from: firstDayOf(month), niCategory: 'J' })
        : job,
    payslips: (slips, { claimedPayslips, claimed, month }) =>
      edit.patchedFrom(slips, edit.withReducedRate(claimedPayslips(), claimed(), month), edit.withNiLetter),
  },
  'unlisted-employer': { payslipJob: edit.atOther, statementJob: edit.atOther },
  'payslips-after-leaving': {
    payslips(slips, { claimedPayslips }) {
      const last = slips.at(-1)?.income_information?.pay_interval_end ?? '';
      const start = (slip: (typeof slips)[number]) => slip.income_information?.pay_interval_start ?? '';
      return [...slips, ...claimedPayslips().filter((slip) => start(slip) > last)];
    },
  },
  'edited-salary-line': {
    statementJob(job, { month, by }) {
      const on = edit.paidPeriod(job, month);
      return edit.withEvent(job, { kind: 'expenses', on, description: 'More', amount: by });
    },
  },
  'edited-balance': { opening: (opening, { at, month, by }) => (at === month ? opening + by : opening) },
  'unexplained-salary': { statementJob: edit.atOther },
  'missing-month': { statement: edit.inMonth(() => undefined) },
  'other-holder': {
    statement({ holder, ...rest }, { stream }) {
      const surname = stream.pick(surnames.filter((name) => !holder.name.endsWith(` ${name}`)));
      const names = holder.name.split(' and ').map(() => `${stream.pick(forenames)} ${surname}`);
      return { ...rest, holder: { ...holder, name: names.join(' and ') } };
    },
  },
  'other-account': {
    statement: edit.inMonth((statement, { stream }) => {
      const sortCode = `${statement.sortCode.slice(0, 6)}${edit.digits(stream, 2)}`;
      return edit.withAccount(statement, sortCode, edit.digits(stream, 8));
    }),
  },
  'tax-record-below-payslips': {
    income: (records, { begins, by, claimed }) =>
      records.map((record) =>
        (record.income_period?.start ?? '') < begins
          ? edit.lowered(record, claimed()?.employment.employer.name ?? '', by)
          : record,
      ),
  },
  'shared-payslip': {
    payslipJob: (job, { othersJob }) => othersJob() ?? job,
    statementJob: (job, { othersJob }) => othersJob() ?? job,
  },
  'tax-code-change': { job: (job, given) => withOtherCode(job, given) },
  'basic-rate-code': {
    job(job, { stream }) {
      const { taxCode, start, events } = job.employment;
      const from = dayText(dayNumber(start) + stream.int(40, 100));
      const known = { kind: 'tax-code', from, taxCode: withoutMarker(taxCode) } as const;
      const later = events.filter((one) => one.kind !== 'tax-code' || one.from > from);
      const basicRate = inRegion('BR', parseTaxCode(taxCode)?.region ?? 'rUK');
      return withTerms(job, { taxCode: basicRate, previous: null, events: [known, ...later] });
    },
  },
  'second-job': { beside: edit.secondJob },
  colleague: {
    job(job, { othersJob }) {
      const { employer, role, basicPay, frequency, payDay } = (othersJob() ?? job).employment;
      return withTerms(job, { employer, role, basicPay, frequency, payDay, events: [] });
    },
  },
  'joint-account': {
    statement({ holder, ...rest }, { stream }) {
      const name = `${holder.name} and ${stream.pick(forenames)} ${holder.name.split(' ').at(-1)}`;
      return { ...rest, holder: { ...holder, name } };
    },
  },
  'new-sort-code': {
    statement(statement, { month, stream }) {
      const sortCode = `${statement.sortCode.slice(0, 6)}${edit.digits(stream, 2)}`;
      return statement.period.start < firstDayOf(month)
        ? statement
        : edit.withAccount(statement, sortCode, statement.accountNumber);
    },
  },
};

function withOtherCode(job: Job, { month, stream }: Case): Job {
  const { events, taxCode } = job.employment;
  const from = firstDayOf(month);
  const before = events.findLast((one) => one.kind === 'tax-code' && one.from <= from);
  const used = before?.kind === 'tax-code' ? before.taxCode : taxCode;
  const newCode = edit.otherCode(stream, withoutMarker(used));
  return edit.withEvent(job, { kind: 'tax-code', from, taxCode: newCode });
}

/** What really happens by the data file: MONTH, THIS year and the one BEFORE stand for times, BY for the amount. */
const jobBy =
  (terms: object) =>
  (job: Job, { month, by, begins }: Case): Job => {
    const year = Number(begins.slice(0, 4));
    const text = JSON.stringify(terms)
      .replaceAll('MONTH-LAST', lastDayOf(month))
      .replaceAll('MONTH', month)
      .replaceAll('THIS', String(year))
      .replaceAll('BEFORE', String(year - 1))
      .replaceAll('"BY"', String(by));
    const { events = [], ...others }: Partial<Job['employment']> = JSON.parse(text);
    return withTerms(job, { ...others, events: [...job.employment.events, ...events] });
  };

const creditedBy =
  (description: string): Changes['movements'] =>
  (movements, { at, month, by, stream }) => {
    const day = dayNumber(firstDayOf(month)) + stream.int(0, 27);
    return at === month ? [...movements, credit(day, description, by)] : movements;
  };

export const kinds: Readonly<Record<string, DiscrepancyKind>> = Object.fromEntries(
  Object.entries(data.kinds).map(([kind, { terms, credit: description, ...told }]) => {
    const made: DiscrepancyKind = { ...told, ...changes[kind] };
    if (terms) made.job = jobBy(terms);
    if (description) made.movements = creditedBy(description);
    return [kind, made];
  }),
);

/** Something that a person does with their documents, or that is odd about them and lawful. */
export type Discrepancy = {
  kind: string;
  /** How many months before the one in which the world begins. */
  month: number;
  by: Pence;
};

export const kindOf = ({ kind }: Pick<Discrepancy, 'kind'>): DiscrepancyKind =>
  kinds[kind] ?? { about: kind };

/** A discrepancy with what is usual for its kind where nothing is said. */
export function discrepancyOf(kind: string, month?: number, by?: Pence): Discrepancy {
  const usual = kindOf({ kind });
  return { kind, month: month ?? usual.month ?? 2, by: by ?? usual.by ?? 400_00 };
}

export const isLawful = (one: Discrepancy): boolean => kindOf(one).relation === undefined;

/** Of a person what changes need to know. */
export type Presenter = {
  readonly discrepancies: readonly Discrepancy[];
  readonly begins: Day;
  readonly stream: Stream;
  readonly homes: readonly Home[];
  readonly claimedJobs: readonly Job[];
  readonly other: () => { readonly jobs: readonly Job[] } | undefined;
};
type Sources = Partial<Pick<Case, 'at' | 'claimedPayslips'>>;
type Source = Exclude<keyof Changes, 'beside'>;
type JobSource = 'job' | 'payslipJob' | 'statementJob';

function caseOf({ kind, month, by }: Discrepancy, { begins, ...person }: Presenter, sources: Sources): Case {
  return {
    ...{ month: monthFrom(begins, -month), by, begins, at: '', claimedPayslips: () => [], ...sources },
    stream: person.stream.fork(`discrepancy/${kind}`),
    homes: person.homes,
    claimed: () => linkedJob(person.claimedJobs, begins),
    othersJob: () => linkedJob(person.other()?.jobs ?? [], begins),
  };
}

/** What a person's discrepancies make of the truth, one after the other. */
export function presented<T>(source: Source, truth: T, person: Presenter, sources: Sources = {}): T {
  return person.discrepancies.reduce((shown, one) => {
    const change = kindOf(one)[source] as ((truth: T, given: Case) => T) | undefined;
    return change && shown !== undefined ? change(shown, caseOf(one, person, sources)) : shown;
  }, truth);
}

/** A person's jobs with what happens to the one whose payslips the service holds: the truth, or what a document shows of it. */
export function presentedJobs(source: JobSource, jobs: readonly Job[], person: Presenter): readonly Job[] {
  const linked = linkedJob(jobs, person.begins);
  if (!linked || person.discrepancies.length === 0) return jobs;
  const others = person.discrepancies.flatMap((one) =>
    source === 'job' ? (kindOf(one).beside?.(linked) ?? []) : [],
  );
  const shown = presented(source, linked, person);
  return shown === linked && others.length === 0
    ? jobs
    : [...jobs.map((job) => (job === linked ? { ...shown, key: linked.key } : job)), ...others];
}

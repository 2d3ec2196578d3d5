import { readFileSync } from 'node:fs';
import { type Day, firstDayOf, lastDayOf, monthFrom } from '../calendar.ts';
import type { Pence } from '../money.ts';
import type { Case, Changes, DiscrepancyKind } from './discrepancy-edits.ts';
import * as edit from './discrepancy-edits.ts';
import type { Job } from './plan-job.ts';

/** What stands in the data file: what really happens to a job as `terms`, money that comes in and goes again as `credit`. */
type ListedKind = Omit<DiscrepancyKind, keyof Changes> & { terms?: object; credit?: string };

const data: { relations: Record<string, string>; kinds: Record<string, ListedKind> } = JSON.parse(
  readFileSync(new URL('./data/discrepancies.json', import.meta.url), 'utf8'),
);

/** The relations between the documents and records of honest people, each as a sentence. */
export const relations: Readonly<Record<string, string>> = data.relations;

/** How kinds change documents and records, where the data file does not say it. */
const changes: Record<string, Changes> = {
  'inflated-gross': { payslips: (slips, { month, by }) => edit.fromMonth(slips, month, by, ['gross_pay']) },
  'inflated-net': {
    payslips: (slips, { month, by }) =>
      edit
        .fromMonth(slips, month, by, ['gross_pay', 'net_pay'])
        .map((slip) => (edit.paidIn(slip, month) ? edit.withExpenses(slip, by) : slip)),
  },
  'inflated-year-to-date': {
    payslips(slips, { by }) {
      const first = slips.findLast(edit.isFirstOfYear);
      return slips.map((slip) =>
        first && edit.taxYear(slip) === edit.taxYear(first) ? edit.raised(slip, by, edit.YEAR_TO_DATE) : slip,
      );
    },
  },
  'year-to-date-jump': {
    payslips(slips, { month, by }) {
      const from = edit.secondOfYear(slips, month);
      return slips.map((slip) =>
        from && edit.paid(slip) >= edit.paid(from) && edit.taxYear(slip) === edit.taxYear(from)
          ? edit.raised(slip, by, edit.YEAR_TO_DATE)
          : slip,
      );
    },
  },
  'edited-tax-code': {
    payslips(slips, { month }) {
      const edited = edit.secondOfYear(slips, month);
      return slips.map((slip) => (slip === edited ? edit.withOtherCode(slip) : slip));
    },
  },
  'edited-ni-letter': {
    payslips: (slips, { month }) =>
      slips.map((slip) => (edit.paid(slip) >= month ? edit.withNiLetter(slip, 'M') : slip)),
  },
  'unlisted-employer': {
    payslips(slips) {
      const unknown = { employer_name: 'Wexcombe Advisory', employer_tax_reference: '999/WX41872' };
      return slips.map(({ employment_information: job, ...slip }) => {
        return { ...slip, employment_information: { ...job, ...unknown } };
      });
    },
  },
  'payslips-after-leaving': {
    payslips(slips, { afterwards }) {
      const last = slips.at(-1)?.income_information?.pay_interval_end ?? '';
      const start = (slip: (typeof slips)[number]) => slip.income_information?.pay_interval_start ?? '';
      return [...slips, ...afterwards().filter((slip) => start(slip) > last)];
    },
  },
  'edited-salary-line': {
    statement: edit.inMonth((statement, { by }) => {
      const salary = statement.transactions.find(edit.isSalary);
      if (!salary) return statement;
      const edited = { ...salary, amountPence: salary.amountPence + by };
      return edit.withLines(statement, [edited, edit.outgoing(salary.date, by)], salary);
    }),
  },
  'edited-balance': {
    statement: edit.inMonth((statement, { by }) => edit.withOpening(statement, statement.openingPence + by)),
  },
  'missing-month': { statement: edit.inMonth(() => undefined) },
  'other-holder': {
    statement: edit.inMonth(({ holder, ...rest }) => ({
      ...rest,
      holder: { ...holder, name: 'Piers Wetherell' },
    })),
  },
  'other-account': {
    statement: edit.inMonth((statement) =>
      edit.withAccount(
        statement,
        `${statement.sortCode.slice(0, 6)}91`,
        edit.mirrored(statement.accountNumber),
      ),
    ),
  },
  'tax-record-below-payslips': {
    income: (records, { begins, by }) =>
      records.map((record) =>
        (record.income_period?.start ?? '') < begins ? edit.lowered(record, by) : record,
      ),
  },
  'shared-payslip': {
    payslips: (slips, { othersPayslips }) =>
      slips.flatMap((slip) => othersPayslips(edit.paid(slip)).map((taken) => edit.presentedAs(taken, slip))),
  },
  'tax-code-change': {
    jobs: (jobs, { month }) =>
      jobs.map((job) => {
        const { events, taxCode } = job.employment;
        const others = events.filter(({ kind }) => kind !== 'tax-code');
        const code = `${/^[SC]?/.exec(taxCode)?.[0]}1104L`;
        return edit.withTerms(job, {
          events: [...others, { kind: 'tax-code', from: firstDayOf(month), taxCode: code }],
        });
      }),
  },
  'second-job': { jobs: (jobs) => [...jobs, ...jobs.slice(0, 1).map(edit.secondJob)] },
  colleague: { jobs: (_, { othersJobs }) => othersJobs() },
  'joint-account': {
    statement({ holder, ...rest }) {
      const name = `${holder.name} and Robin ${holder.name.split(' ').at(-1)}`;
      return { ...rest, holder: { ...holder, name } };
    },
  },
  'new-sort-code': {
    statement: (statement, { month }) =>
      statement.period.start < firstDayOf(month)
        ? statement
        : edit.withAccount(statement, `${statement.sortCode.slice(0, 6)}92`, statement.accountNumber),
  },
};

/** What really happens by the data file: MONTH, THIS year and the one BEFORE stand for times, BY for the amount. */
const jobsBy =
  (terms: object) =>
  (jobs: readonly Job[], { month, by, begins }: Case): Job[] => {
    const year = Number(begins.slice(0, 4));
    const text = JSON.stringify(terms)
      .replaceAll('MONTH-LAST', lastDayOf(month))
      .replaceAll('MONTH', month)
      .replaceAll('THIS', String(year))
      .replaceAll('BEFORE', String(year - 1))
      .replaceAll('"BY"', String(by));
    const { events = [], ...others }: Partial<Job['employment']> = JSON.parse(text);
    return jobs.map((job) =>
      edit.withTerms(job, { ...others, events: [...job.employment.events, ...events] }),
    );
  };

const creditedBy = (description: string) =>
  edit.inMonth((statement, { month, by }) =>
    edit.withLines(statement, [
      edit.incoming(`${month}-15`, by, description),
      edit.outgoing(`${month}-15`, by),
    ]),
  );

export const kinds: Readonly<Record<string, DiscrepancyKind>> = Object.fromEntries(
  Object.entries(data.kinds).map(([kind, { terms, credit, ...told }]) => {
    const made: DiscrepancyKind = { ...told, ...changes[kind] };
    if (terms) made.jobs = jobsBy(terms);
    if (credit) made.statement = creditedBy(credit);
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

type Holder = { discrepancies: readonly Discrepancy[]; begins: Day };
type Sources = Omit<Case, 'month' | 'by' | 'begins'>;
const none: Sources = { afterwards: () => [], othersJobs: () => [], othersPayslips: () => [] };

/** What a person's discrepancies make of the truth, one after the other. */
export function presented<T>(
  source: 'jobs' | 'payslips' | 'statement' | 'income',
  truth: T,
  { discrepancies, begins }: Holder,
  sources: Partial<Sources> = {},
): T {
  return discrepancies.reduce((shown, one) => {
    const change = kindOf(one)[source] as ((truth: T, given: Case) => T) | undefined;
    if (!change || shown === undefined) return shown;
    const month = monthFrom(begins, -one.month);
    return change(shown, { ...none, ...sources, month, by: one.by, begins });
  }, truth);
}

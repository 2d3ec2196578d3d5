import { describe, expect, it } from 'vitest';
import { sample } from '../../spec/testing/test-run.ts';
import type { PayrollSubmission } from '../../spec/types.ts';
import { dayOf, type Month, monthFrom } from '../calendar.ts';
import { firstStatementMonth } from '../people/history.ts';
import { incomeOf } from '../people/income.ts';
import { payrollOf } from '../people/payroll.ts';
import type { Person } from '../people/person.ts';
import { statementOf } from '../people/statement-of.ts';
import { brokenIncomeLaws, brokenStatementLaws } from '../testing/agreement-laws.ts';
import { drawnTimes } from '../testing/births.ts';
import { brokenPayslipLaws, brokenRunLaws } from '../testing/payslip-laws.ts';
import { world } from './world.ts';

const PEOPLE = 2_000;
const BATCH = 125;
const SEED = 'reconciliation';

/** The first month with a statement, the one before the present, which follows on, and the present one so far. */
function statementsOf(person: Person, until: number) {
  const today = dayOf(until);
  const months: Month[] = [
    firstStatementMonth(person.begins),
    ...[-13, -2, -1, 0].map((months) => monthFrom(today, months)),
  ];
  return months.map((month) => statementOf(person, month, until)!);
}

/** Every law that a person's money breaks, across all four sources, at an instant. */
function brokenLaws(person: Person, until: number): string[] {
  const payroll = payrollOf(person, { until });
  const runs: PayrollSubmission[][] = payroll.map(({ submissions }) => submissions);
  const incomes = incomeOf(person, until);
  const statements = statementsOf(person, until);
  const [, , before, last, present] = statements;
  const today = dayOf(until);
  const days = [
    ...runs.flat().map((slip) => slip.income_information!.pay_date!),
    ...incomes.map(({ income_period }) => income_period!.end!),
    ...statements.flatMap(({ period, transactions }) => [period.end, ...transactions.map((one) => one.date)]),
  ];
  return [
    ...runs.flatMap((run) => [...run.flatMap(brokenPayslipLaws), ...brokenRunLaws(run)]),
    ...statements.flatMap((statement) => brokenStatementLaws(statement, payroll)),
    ...brokenIncomeLaws(incomes, payroll),
    ...(before!.closingPence === last!.openingPence ? [] : ['months do not follow on']),
    ...(last!.closingPence === present!.openingPence ? [] : ['the present month does not follow on']),
    ...days.filter((day) => day.slice(0, 10) > today).map((day) => `${day} lies ahead of ${today}`),
    ...(statementOf(person, monthFrom(today, 1), until) ? ['there is a statement of a month to come'] : []),
  ];
}

describe(`the money of ${PEOPLE} people (seed ${SEED})`, () => {
  const batches = Array.from({ length: PEOPLE / BATCH }, (_, batch) => batch * BATCH);
  it.each(sample(batches, 1))(
    'adds up and agrees across all sources at drawn births and clocks, from person %i on',
    (first) => {
      const broken: string[] = [];
      for (let index = first; index < first + BATCH; index++) {
        const { born, until } = drawnTimes(SEED, index);
        const person = world(SEED, { users: PEOPLE, born }).person(index);
        // What is wrong with those who do not agree has a law of its own: world/dishonest.test.ts.
        if (person.discrepancies?.length) continue;
        const laws = brokenLaws(person, until);
        const times = `${new Date(born).toISOString()} to ${new Date(until).toISOString()}`;
        broken.push(...laws.map((law) => `person ${index}, ${times}: ${law}`));
      }
      expect(broken.slice(0, 10)).toEqual([]);
    },
  );
});

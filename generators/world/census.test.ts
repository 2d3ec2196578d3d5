import { describe, expect, it } from 'vitest';
import { isProof, sample } from '../../spec/testing/test-run.ts';
import { addMonths, dayNumber, dayText, monthFrom, startOf } from '../calendar.ts';
import { spellsWithoutWork } from '../people/benefits.ts';
import { householdOn } from '../people/household.ts';
import { incomeOf } from '../people/income.ts';
import { payrollOf } from '../people/payroll.ts';
import type { Person } from '../people/person.ts';
import { statementOf } from '../people/statement-of.ts';
import { submissionOf } from '../statements/statement.ts';
import { brokenIncomeLaws, brokenStatementLaws } from '../testing/agreement-laws.ts';
import { brokenRelations } from '../testing/broken-relations.ts';
import { startingUserRecord } from './starting-links.ts';
import { FEWEST_USERS, type World, world } from './world.ts';

const PEOPLE = isProof ? 100 : 40;
const YEARS = 3;
const births = ['2024-02-20', '2026-11-15', '2061-01-02'];

/** All that the sources hold of a person in the years after a world's birth, and the relations that do not hold in it. */
function read(here: World, index: number, until: number) {
  const person = here.person(index);
  const payroll = payrollOf(person, { until });
  const incomes = incomeOf(person, until);
  const months = Array.from({ length: 12 * YEARS }, (_, month) => monthFrom(here.begins, month));
  const statements = months.flatMap((month) => statementOf(person, month, until) ?? []);
  const payslips = payroll
    .flatMap(({ submissions }) => submissions)
    .sort((a, b) => a.created_at.localeCompare(b.created_at));
  const broken = [
    ...statements.flatMap((statement) => brokenStatementLaws(statement, payroll)),
    ...brokenIncomeLaws(incomes, payroll),
    ...brokenRelations({
      user: startingUserRecord(here, index),
      payslips,
      statements: statements.map((statement, at) =>
        submissionOf(statement, { id: `${index}/${at}`, createdAt: 0 }),
      ),
      incomes,
    }),
  ];
  return { person, payslips, statements, broken: broken.map((law) => `${index}: ${law}`) };
}

type Read = ReturnType<typeof read>;
const credited = (pattern: RegExp) => (one: Read) =>
  one.statements.some(({ transactions }) =>
    transactions.some(({ description }) => pattern.test(description)),
  );
const paidFor = (pattern: RegExp) => (one: Read) =>
  one.payslips.some(({ income_information: income }) =>
    income!.earnings!.earning_elements!.some(({ description }) => pattern.test(description ?? '')),
  );

describe.each(sample(births, 1))('people of a world born on %s, three years later', (day) => {
  const here = world('census', { born: Date.parse(day), users: FEWEST_USERS + PEOPLE });
  const until = startOf(dayText(addMonths(dayNumber(day), 12 * YEARS)));
  const all = Array.from({ length: PEOPLE }, (_, index) => read(here, FEWEST_USERS + index, until));
  const count = (holds: (one: Read) => boolean) => all.filter(holds).length;
  const inYears = ({ from, to }: { from: number; to: number }) =>
    to >= dayNumber(day) && from <= until / 86_400_000;
  const counts = {
    'job seekers': count(({ person }) => spellsWithoutWork(person).some(inYears)),
    'state pensions': count(credited(/^DWP STATE PENSION$/)),
    'statutory pay': count(paidFor(/^Statutory/)),
    'benefits for job seekers': count(credited(/^DWP (UNIVERSAL CREDIT|JSA)$/)),
    'child benefit': count(credited(/^CHILD BENEFIT$/)),
    'kinds of households': new Set(all.map(({ person }) => householdOn(person, day).tenure)).size,
  };

  it('break no relation between payslips, statements and tax records', () => {
    expect(all.flatMap(({ broken }) => broken).slice(0, 10)).toEqual([]);
  });

  it('include job seekers, pensioners, statutory pay, benefits and every kind of household', () => {
    const told = JSON.stringify(counts);
    if (isProof) console.log(day, told);
    const [least, most] = isProof ? [1, 60] : [0, 25];
    for (const number of Object.values(counts)) {
      expect(number, told).toBeGreaterThanOrEqual(least);
      expect(number, told).toBeLessThanOrEqual(most);
    }
    expect(counts['kinds of households'], told).toBeGreaterThan(3);
  });

  it('let mothers alone bear children', () => {
    const leaves = (person: Person) =>
      person.jobs.flatMap(({ employment }) =>
        employment.events.flatMap((one) => (one.kind === 'parental' ? [one.leave] : [])),
      );
    for (const { person } of all)
      if (/^(Brian|Graham|Gary|Mohammed|Oliver|Peter)$/.test(person.identity.forename))
        expect(leaves(person)).not.toContain('maternity');
  });
});

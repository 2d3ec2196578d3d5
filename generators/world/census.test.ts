import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { lazy } from '../../spec/lazy.ts';
import { few, isProof, sample } from '../../spec/testing/test-run.ts';
import { addMonths, dayNumber, dayText, monthFrom, startOf } from '../calendar.ts';
import { spellsWithoutWork } from '../people/benefits.ts';
import { householdOn } from '../people/household.ts';
import { incomeOf } from '../people/income.ts';
import { payrollOf } from '../people/payroll.ts';
import type { Person } from '../people/person.ts';
import { statementOf } from '../people/statement-of.ts';
import { contentOf } from '../statements/statement.ts';
import { brokenIncomeLaws, brokenStatementLaws } from '../testing/agreement-laws.ts';
import { brokenRelations } from '../testing/broken-relations.ts';
import { startingUserRecord } from './starting-links.ts';
import { FEWEST_USERS, type World, world } from './world.ts';

const PEOPLE = few(40, 100);
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
      statements: statements.map((statement, at) => ({
        ...{ id: `${index}/${at}`, created_at: '1970-01-01T00:00:00.000Z' },
        ...contentOf(statement),
      })),
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

const isPaid = (frequency: string) => (one: Read) =>
  one.payslips.some(({ income_information: income }) => income!.pay_frequency === frequency);

/** The sorts of people of docs/people.md, counted over three years. */
function censusOf(day: string) {
  const here = world('census', { born: Date.parse(day), users: FEWEST_USERS + PEOPLE });
  const until = startOf(dayText(addMonths(dayNumber(day), 12 * YEARS)));
  const all = Array.from({ length: PEOPLE }, (_, index) => read(here, FEWEST_USERS + index, until));
  const count = (holds: (one: Read) => boolean) => all.filter(holds).length;
  const inYears = ({ from, to }: { from: number; to: number }) =>
    to >= dayNumber(day) && from <= until / 86_400_000;
  const lives = (tenure: string) =>
    count(({ person }) => householdOn(person, dayText(until / 86_400_000)).tenure === tenure);
  const counts = {
    'without work for three weeks or more': count(({ person }) => spellsWithoutWork(person).some(inYears)),
    'Universal Credit': count(credited(/^DWP UNIVERSAL CREDIT$/)),
    "Jobseeker's Allowance": count(credited(/^DWP JSA$/)),
    'state pension': count(credited(/^DWP STATE PENSION$/)),
    'pension of an employer': count(paidFor(/^Pension$/)),
    'statutory pay for leave with a child': count(paidFor(/^Statutory (?!sick)/)),
    'statutory sick pay': count(paidFor(/^Statutory sick/)),
    'child benefit': count(credited(/^CHILD BENEFIT$/)),
    'more than one employer': count(
      ({ payslips }) => new Set(payslips.map((slip) => slip.employment_information!.employer_name)).size > 1,
    ),
    'paid weekly': count(isPaid('weekly')),
    'lives with parents': lives('parents'),
    'shares a home': lives('shares'),
    'rents a home': lives('rents'),
    'has a mortgage': lives('mortgage'),
    'owns a home': lives('owns'),
  };
  return { all, counts };
}

const censuses = births.map((day) => ({ day, census: lazy(() => censusOf(day)) }));

describe.each(sample(censuses, 1))('people of a world born on $day, three years later', ({ census }) => {
  it('break no relation between payslips, statements and tax records', { timeout: 600_000 }, () => {
    expect(
      census()
        .all.flatMap(({ broken }) => broken)
        .slice(0, 10),
    ).toEqual([]);
  });

  it('include job seekers, pensioners, statutory pay, benefits and every kind of household', () => {
    const { counts } = census();
    const told = JSON.stringify(counts);
    const [least, most] = isProof ? [1, 75] : [0, 30];
    for (const number of Object.values(counts)) {
      expect(number, told).toBeGreaterThanOrEqual(least);
      expect(number, told).toBeLessThanOrEqual(most);
    }
  });

  it('let mothers alone bear children', () => {
    const leaves = (person: Person) =>
      person.jobs.flatMap(({ employment }) =>
        employment.events.flatMap((one) => (one.kind === 'parental' ? [one.leave] : [])),
      );
    for (const { person } of census().all)
      if (/^(Brian|Graham|Gary|Mohammed|Oliver|Peter)$/.test(person.identity.forename))
        expect(leaves(person)).not.toContain('maternity');
  });
});

const PAGE = new URL('../../docs/people.md', import.meta.url);

/** The page with a table in the place of the one that it has; `vitest -u` writes it. */
const pageWith = (table: string): string =>
  readFileSync(PAGE, 'utf8').replace(
    /(?<=<!-- census -->\n)[\s\S]*?(?=<!-- end of census -->)/,
    `${table}\n`,
  );

if (isProof)
  it('are counted in docs/people.md as they are counted here', { timeout: 600_000 }, async () => {
    const names = Object.keys(censuses[0]!.census().counts) as (keyof ReturnType<
      typeof censusOf
    >['counts'])[];
    const row = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
    const table = [
      row([`of ${PEOPLE} people in three years`, ...births.map((day) => `born on ${day}`)]),
      '|---|--:|--:|--:|',
      ...names.map((name) => row([name, ...censuses.map(({ census }) => census().counts[name])])),
    ].join('\n');
    await expect(pageWith(table)).toMatchFileSnapshot(fileURLToPath(PAGE));
  });

import { describe, expect, it } from 'vitest';
import { WORLD_ANCHOR } from '../people/history.ts';
import { incomeOf } from '../people/income.ts';
import { payrollOf } from '../people/payroll.ts';
import { statementOf } from '../people/statement-of.ts';
import { brokenIncomeLaws, brokenStatementLaws } from '../testing/agreement-laws.ts';
import { brokenPayslipLaws, brokenRunLaws } from '../testing/payslip-laws.ts';
import { world } from './world.ts';

const PEOPLE = 2_000;
const BATCH = 250;
const SEED = 'reconciliation';
const MONTHS = ['2024-05', '2025-04', '2026-08', '2026-09'];
const everybody = world(SEED, { users: PEOPLE });

/** Every law that somebody's money breaks, across all four sources. */
function brokenLaws(index: number): string[] {
  const person = everybody.person(index);
  const payroll = payrollOf(person, { until: WORLD_ANCHOR });
  const statements = MONTHS.map((month) => statementOf(person, month)!);
  const runs = payroll.map(({ submissions }) => submissions);
  return [
    ...runs.flatMap((run) => [...run.flatMap(brokenPayslipLaws), ...brokenRunLaws(run)]),
    ...statements.flatMap((statement) => brokenStatementLaws(statement, payroll)),
    ...brokenIncomeLaws(incomeOf(person, WORLD_ANCHOR), payroll),
    ...(statements[2]!.closingPence === statements[3]!.openingPence ? [] : ['months do not follow on']),
  ].map((law) => `person ${index}: ${law}`);
}

describe(`the money of ${PEOPLE} people (seed ${SEED})`, () => {
  const batches = Array.from({ length: PEOPLE / BATCH }, (_, batch) => batch * BATCH);
  it.each(batches)('adds up and agrees across all sources, from person %i on', (first) => {
    const broken: string[] = [];
    for (let index = first; index < first + BATCH; index++) broken.push(...brokenLaws(index));
    expect(broken.slice(0, 10)).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { type ExpenditureCase, expenditureCases } from '../../generators/personas/expenditure-case.ts';
import { startingUser } from '../../generators/world/starting-user.ts';
import { type WorldPersona, world } from '../../generators/world/world.ts';
import { estimateExpenditure } from './estimate.ts';
import { messages } from './messages.ts';
import { type PayMonth, payMonths } from './months.ts';
import { defaultExpenditureOptions } from './options.ts';
import { countedPeriod } from './period.ts';
import { revealedRegion, revealingModel } from './testing/revealing-model.ts';

const start = world();

/** What the estimate says to somebody, and what it would say if the user were silent on an input. */
function estimatesOf({ index, userId }: WorldPersona) {
  if (index === null) return { periods: [], found: { errors: [messages.userNotFound(userId)] } };
  const { user, entries } = startingUser(start, index);
  const periods = entries.flatMap(({ payroll_submissions }) => payroll_submissions);
  const options = { model: revealingModel };
  const estimate = (of: typeof user) => estimateExpenditure({ user: of, periods, options });
  return {
    periods,
    found: estimate(user),
    undated: estimate({ ...user, date_of_birth: undefined }),
    homeless: estimate({ ...user, post_codes: undefined }),
  };
}

/** Each message as a pattern: what stands for an identifier, a date or a post code may be anything. */
const patterns: [ExpenditureCase, RegExp][] = [
  ['message: user not found', /^User \[\S+\] not found$/],
  ['message: date of birth missing', /^\[date_of_birth\] param is missing on the user and its payslips$/],
  ['message: post codes missing', /^\[post_codes\] param is missing on the user and its payslips$/],
  [
    'message: born after the payslip month',
    /^\[date_of_birth\] param \d{4}-\d{2}-\d{2} is after the payslip month$/,
  ],
  [
    'message: age over 150',
    /^\[date_of_birth\] param \d{4}-\d{2}-\d{2} gives an age over 150, the ONS model limit$/,
  ],
  [
    'message: no ONS region',
    /^Postcode .+ has no ONS region; supported: England, Wales, Scotland, Northern Ireland$/,
  ],
  ['message: payroll periods missing', /^payroll periods are missing$/],
  ['message: no positive net pay', /^payroll periods have no positive net pay$/],
];

/** A month between others that no payslip touches: a gap between two jobs. */
function hasGap(months: PayMonth[]): boolean {
  return months[0]!.month - months.at(-1)!.month + 1 > months.length;
}

/** The cases that somebody's payslips and estimate show. */
function casesOf(entry: WorldPersona): ExpenditureCase[] {
  const { periods, found, undated, homeless } = estimatesOf(entry);
  if ('errors' in found) {
    return found.errors.map((error) => patterns.find(([, pattern]) => pattern.test(error))![0]);
  }
  const list = found.expenditures;
  const counted = periods.flatMap((period) => countedPeriod(period, 'inclusive') ?? []);
  const months = payMonths(counted, defaultExpenditureOptions);
  const regions = new Set(list.map(revealedRegion));
  const shown: [ExpenditureCase, boolean][] = [
    [
      'rule: net pay split by days',
      counted.some((one) => months.filter(({ periods: p }) => p.includes(one)).length > 1),
    ],
    [
      'rule: overlapping periods add up',
      counted.some((one, i) =>
        counted.some((two, j) => i !== j && one.start < two.until && two.start < one.until),
      ),
    ],
    ['rule: age from the payslip', JSON.stringify(undated) === JSON.stringify(found)],
    ['rule: age from the user', JSON.stringify(undated) !== JSON.stringify(found)],
    ['rule: age band crossed', new Set(list.map(({ cost_of_living }) => cost_of_living)).size > 1],
    ['rule: England', regions.has('England')],
    ['rule: Wales', regions.has('Wales')],
    ['rule: Scotland', regions.has('Scotland')],
    ['rule: Northern Ireland', regions.has('Northern Ireland')],
    ['rule: region from the payslip', JSON.stringify(homeless) === JSON.stringify(found)],
    ['rule: region from the user', JSON.stringify(homeless) !== JSON.stringify(found)],
    ['rule: region changes', regions.size > 1],
    ['rule: month without pay left out', months.some(({ net }) => net === 0) || hasGap(months)],
    ['rule: month with negative net left out', months.some(({ net }) => net < 0)],
    ['rule: month without region left out', months.filter(({ net }) => net > 0).length > list.length],
  ];
  return shown.flatMap(([name, is]) => (is ? name : []));
}

const reached = [...start.personas.values()].map((entry) => ({ ...entry, cases: casesOf(entry) }));
const isMessage = (name: ExpenditureCase) => name.startsWith('message:');

describe('the personas', () => {
  it('reach each of the eight messages and every rule together', () => {
    expect(patterns).toHaveLength(8);
    const all = new Set(reached.flatMap(({ cases }) => cases));
    expect(expenditureCases.filter((name) => !all.has(name))).toEqual([]);
  });

  it.each(reached)('show what they promise: $persona.key', ({ persona, cases }) => {
    expect(cases).toEqual(expect.arrayContaining([...(persona.reaches ?? [])]));
  });

  it.each(reached)(
    'meet no message that they do not announce, but for want of payslips: $persona.key',
    (entry) => {
      const announced = new Set<ExpenditureCase>([
        'message: payroll periods missing',
        ...(entry.persona.reaches ?? []),
      ]);
      expect(entry.cases.filter((name) => isMessage(name) && !announced.has(name))).toEqual([]);
    },
  );
});

import { describe, expect, it } from 'vitest';
import type { Points } from '../../spec/profile.ts';
import type { PayrollSubmission, User } from '../../spec/types.ts';
import { defaultPoints, type ExpenditureInput, estimateExpenditure } from './estimate.ts';
import { amountsOf, shippedModel } from './model.ts';
import { type PayslipInput, payslipOf } from './testing/payslip-of.ts';

const user = { user_id: 'u', date_of_birth: '1985-06-15', post_codes: ['SW1A 1AA'] };
const march = { from: '2026-03-01', to: '2026-03-31', net: '2000.00' };

type Given = Omit<Partial<ExpenditureInput>, 'points'> & { points?: Partial<Points> };

function estimate(payslips: PayslipInput[], given: Given = {}) {
  const points = { ...defaultPoints(), ...given.points };
  const result = estimateExpenditure({ user, periods: payslips.map(payslipOf), ...given, points });
  if ('errors' in result) throw new Error(result.errors.join('; '));
  return result.expenditures;
}

/** The month's estimate for a net pay, age and region, by the model alone. */
function priceOf(month: string, net: number, age = 40, region: 'England' | 'Wales' | 'Scotland' = 'England') {
  const { costOfLiving, housing } = amountsOf(shippedModel(), { net, age, region });
  const text = (pence: number) => (pence / 100).toFixed(2);
  return {
    date: `${month}-01T00:00:00.000Z`,
    cost_of_living: text(costOfLiving),
    housing: text(housing),
    total: text(costOfLiving + housing),
  };
}

describe('the split over months', () => {
  it('gives a whole month its whole net pay', () => {
    expect(estimate([march])).toEqual([priceOf('2026-03', 200_000)]);
  });

  it('counts both ends of a period, newest month first', () => {
    const halves = estimate([{ from: '2026-03-27', to: '2026-04-05', net: '1000.00' }]);
    expect(halves).toEqual([priceOf('2026-04', 50_000), priceOf('2026-03', 50_000)]);
  });

  it('leaves the last day out where ends are exclusive', () => {
    const points = { 'expenditure.day-count': 'end-exclusive' } as const;
    const period = { from: '2026-03-27', to: '2026-04-06', net: '1000.00' };
    expect(estimate([period], { points })).toEqual([priceOf('2026-04', 50_000), priceOf('2026-03', 50_000)]);
    expect(estimate([{ ...march, to: '2026-04-01' }], { points })).toEqual([priceOf('2026-03', 200_000)]);
  });

  it.each(['inclusive', 'end-exclusive'] as const)(
    'gives a period of one day to its month (%s)',
    (dayCount) => {
      const day = { from: '2026-03-31T09:00:00Z', to: '2026-03-31T17:00:00Z', net: '80.00' };
      expect(estimate([day], { points: { 'expenditure.day-count': dayCount } })).toEqual([
        priceOf('2026-03', 8_000),
      ]);
    },
  );

  it('adds periods that overlap', () => {
    expect(estimate([march, { ...march, net: '500.00' }])).toEqual([priceOf('2026-03', 250_000)]);
  });

  it('takes the UTC day of a timestamp', () => {
    const summer = { from: '2026-04-01T00:00:00+01:00', to: '2026-04-30T23:59:59.999+01:00', net: '310.00' };
    expect(estimate([summer]).map(({ date }) => date.slice(0, 7))).toEqual(['2026-04', '2026-03']);
    expect(estimate([{ ...march, to: '2026-03-31T23:59:59.999Z' }])).toEqual([priceOf('2026-03', 200_000)]);
  });

  it('splits a period of many years', () => {
    expect(estimate([{ from: '1990-01-01', to: '2029-12-31', net: '999999.99' }])).toHaveLength(480);
  });
});

describe('a month left out', () => {
  it.each(['0.00', '-5.00'])('has a net pay of %s, and its inputs are not judged', (net) => {
    const may = { from: '2026-05-01', to: '2026-05-31', net, born: '2030-01-01', postCode: 'JE2 3AB' };
    expect(estimate([march, may])).toEqual([priceOf('2026-03', 200_000)]);
  });

  it('is one whose pay and reversal cancel', () => {
    const april = { from: '2026-04-01', to: '2026-04-30' };
    const slips = [march, { ...april, net: '70.01' }, { ...april, net: '-70.01' }];
    expect(estimate(slips)).toEqual([priceOf('2026-03', 200_000)]);
  });

  it('counts by the sum of mixed signs', () => {
    expect(estimate([march, { ...march, net: '-1500.00' }])).toEqual([priceOf('2026-03', 50_000)]);
  });

  it('has no post code with a region, while another month has', () => {
    const jersey = { from: '2026-02-01', to: '2026-02-28', net: '900', postCode: 'JE2 3AB' };
    const slips = [{ ...march, postCode: 'EH1 1YZ' }, jersey];
    expect(estimate(slips, { user: { ...user, post_codes: [] } })).toEqual([
      priceOf('2026-03', 200_000, 40, 'Scotland'),
    ]);
  });
});

describe('periods that do not count', () => {
  it.each([
    { ...march, net: undefined },
    { ...march, net: null },
    { ...march, net: 'lots' },
    { ...march, from: undefined },
    { ...march, to: null },
    { ...march, to: '2026-02-30' },
    { ...march, from: {} },
    { ...march, from: '2026-03-31', to: '2026-03-30' },
  ])('add nothing and say nothing: %j', (odd) => {
    expect(estimate([march, { ...odd, born: '2030-01-01', postCode: 'CF10 1EP' }])).toEqual(
      estimate([march]),
    );
  });

  it('may be no objects at all', () => {
    const odd = [null, {}, 'x', { identity_information: 3, income_information: 'y' }] as never[];
    expect(estimateExpenditure({ user, periods: [...odd, payslipOf(march)] })).toEqual({
      expenditures: estimate([march]),
    });
  });
});

describe('age', () => {
  const birth = (born: string | undefined, points = {}, month = march) =>
    estimate([{ ...month, born }], { points })[0]?.cost_of_living;

  it('is that of the last day of the month', () => {
    expect(birth('1996-03-31')).toBe(priceOf('2026-03', 200_000, 30).cost_of_living);
    expect(birth('1996-04-01')).toBe(priceOf('2026-03', 200_000, 29).cost_of_living);
  });

  it('may be 0 and 150', () => {
    expect(birth('2026-03-31')).toBe(priceOf('2026-03', 200_000, 0).cost_of_living);
    expect(birth('1875-04-01')).toBe(priceOf('2026-03', 200_000, 150).cost_of_living);
  });

  it('follows the choice for those born on 29 February', () => {
    const february = { from: '2026-02-01', to: '2026-02-28', net: '2000.00' };
    expect(birth('1996-02-29', {}, february)).toBe(priceOf('2026-02', 200_000, 29).cost_of_living);
    const points = { 'expenditure.leap-day-birthday': '28-february' };
    expect(birth('1996-02-29', points, february)).toBe(priceOf('2026-02', 200_000, 30).cost_of_living);
  });

  it('comes from the payslip before the user, and from the user when the payslip has none or an illegible one', () => {
    expect(birth('1950-01-01')).toBe(priceOf('2026-03', 200_000, 76).cost_of_living);
    for (const none of [undefined, '', 'unknown', '1985-02-30']) {
      expect(birth(none)).toBe(priceOf('2026-03', 200_000).cost_of_living);
    }
  });
});

describe('region', () => {
  const housing = (postCode: unknown, postCodes: string[] = []) =>
    estimate([{ ...march, postCode }], { user: { ...user, post_codes: postCodes } })[0]?.housing;
  const inWales = priceOf('2026-03', 200_000, 40, 'Wales').housing;

  it('comes from the payslip before the user', () => {
    expect(housing(' cf101ep', ['EH1 1YZ'])).toBe(inWales);
  });

  it('comes from the first post code of the user that has one, when the payslip has none', () => {
    expect(housing(undefined, ['JE2 3AB', '', 'CF10 1EP', 'EH1 1YZ'])).toBe(inWales);
  });

  it('comes from the user also when the payslip has a post code without region', () => {
    expect(housing('IM1 1AA', ['CF10 1EP'])).toBe(inWales);
  });

  it('of a straddling district is that of the sector, or of most of the district by choice', () => {
    expect(housing('CH4 0AA')).toBe(inWales);
    const points = { 'expenditure.straddling-districts': 'dominant-country' } as const;
    expect(estimate([{ ...march, postCode: 'CH4 0AA' }], { points })).toEqual([priceOf('2026-03', 200_000)]);
  });
});

describe('the payslip that speaks for a month', () => {
  const early = {
    from: '2026-03-01',
    to: '2026-03-20',
    net: '2000',
    born: '1950-01-01',
    postCode: 'CF10 1EP',
  };
  const late = { from: '2026-03-21', to: '2026-03-31', net: '0', born: '1990-01-01', postCode: 'EH1 1YZ' };
  const spoken = (slips: PayslipInput[], monthSource: 'latest' | 'most-days' | 'earliest' = 'latest') =>
    estimate(slips, { points: { 'expenditure.month-source': monthSource } });
  const byEarly = [priceOf('2026-03', 200_000, 76, 'Wales')];
  const byLate = [priceOf('2026-03', 200_000, 36, 'Scotland')];

  it('is the one that ends last, has the most days, or ends first', () => {
    expect(spoken([early, late])).toEqual(byLate);
    expect(spoken([early, late], 'most-days')).toEqual(byEarly);
    expect(spoken([early, late], 'earliest')).toEqual(byEarly);
    const paidLater = { ...early, from: '2026-03-05', paid: '2026-04-30', id: 'z' };
    expect(spoken([paidLater, { ...late, from: '2026-03-01', paid: '2026-04-01', id: 'a' }])).toEqual(byLate);
  });

  it('is the one paid last, then the one with the higher id, among those that end together', () => {
    const [one, two] = [
      { ...early, to: march.to },
      { ...late, from: march.from },
    ];
    expect(
      spoken([
        { ...one, paid: '2026-04-02' },
        { ...two, paid: '2026-04-01' },
      ]),
    ).toEqual(byEarly);
    expect(spoken([{ ...one, paid: '2026-04-02' }, two])).toEqual(byEarly);
    expect(
      spoken([
        { ...one, id: 'b' },
        { ...two, id: 'a' },
      ]),
    ).toEqual(byEarly);
    expect(
      spoken([
        { ...one, id: 'a' },
        { ...two, id: 'b' },
      ]),
    ).toEqual(byLate);
    expect(
      spoken(
        [
          { ...one, id: 'a' },
          { ...two, id: 'b' },
        ],
        'most-days',
      ),
    ).toEqual(byLate);
  });

  it('is sought for date of birth and post code apart: one that lacks it is passed over', () => {
    expect(spoken([early, { ...late, born: undefined }])).toEqual([
      priceOf('2026-03', 200_000, 76, 'Scotland'),
    ]);
    expect(spoken([early, { ...late, postCode: ' ' }])).toEqual([priceOf('2026-03', 200_000, 36, 'Wales')]);
    expect(spoken([early, { ...late, postCode: 'JE2 3AB' }])).toEqual([
      priceOf('2026-03', 200_000, 36, 'Wales'),
    ]);
  });
});

it('a user and a payroll submission of the contract are what it takes', () => {
  const submission: Pick<PayrollSubmission, 'id' | 'identity_information' | 'income_information'> = {
    id: 'x',
    identity_information: {},
    income_information: {
      pay_interval_start: '2026-03-01',
      pay_interval_end: '2026-03-31',
      earnings: { net_pay: '1.00' },
    },
  };
  const someone: Pick<User, 'user_id' | 'date_of_birth' | 'post_codes'> = user;
  expect(estimateExpenditure({ user: someone, periods: [submission] })).toEqual({
    expenditures: [priceOf('2026-03', 100)],
  });
});

it('a model of your own prices the months', () => {
  const half = { coefficient: 0.5, exponent: 1 };
  const region_factors = { England: 1, Wales: 1, Scotland: 1, 'Northern Ireland': 1 };
  const model = {
    cost_of_living: half,
    housing: half,
    age_factors: [{ from: 0, to: 150, factor: 1 }],
    region_factors,
  };
  expect(estimate([{ ...march, net: '3.01' }], { points: { 'expenditure.model': model } })).toEqual([
    { date: '2026-03-01T00:00:00.000Z', cost_of_living: '1.51', housing: '1.51', total: '3.02' },
  ]);
});

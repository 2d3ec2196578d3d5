import { describe, expect, it } from 'vitest';
import type { Points } from '../../spec/profile.ts';
import { defaultPoints, type ExpenditureUser, estimateExpenditure } from './estimate.ts';
import { messages } from './messages.ts';
import { type PayslipInput, payslipOf } from './testing/payslip-of.ts';

const dateOfBirthMissing = '[date_of_birth] param is missing on the user and its payslips';
const postCodesMissing = '[post_codes] param is missing on the user and its payslips';
const noRegion = (postCode: string) =>
  `Postcode ${postCode} has no ONS region; supported: England, Wales, Scotland, Northern Ireland`;

const complete = { date_of_birth: '1985-06-15', post_codes: ['SW1A 1AA'] };
const march = { from: '2026-03-01', to: '2026-03-31', net: '2000.00' };
const april = { from: '2026-04-01', to: '2026-04-30', net: '2000.00' };

function errors(
  user: Partial<ExpenditureUser>,
  payslips: PayslipInput[],
  points: Partial<Points> = {},
): string[] {
  const result = estimateExpenditure({
    user: { user_id: 'u', ...user },
    periods: payslips.map(payslipOf),
    points: { ...defaultPoints(), ...points },
  });
  return 'errors' in result ? result.errors : [];
}

it('an unknown user is named in the words of the document', () => {
  expect(messages.userNotFound('42')).toBe('User [42] not found');
});

describe('payroll periods', () => {
  it('are missing when the list is empty, or no payslip has net pay and dates', () => {
    expect(errors(complete, [])).toEqual(['payroll periods are missing']);
    expect(errors(complete, [{ net: '10.00' }, { ...march, net: null }])).toEqual([
      'payroll periods are missing',
    ]);
    expect(errors(complete, [{ ...march, from: '2026-04-01' }])).toEqual(['payroll periods are missing']);
  });

  it.each(['0', '-0.00', '-12.50', '0.001'])(
    'have no positive net pay when each month comes to %s',
    (net) => {
      expect(errors(complete, [{ ...march, net }])).toEqual(['payroll periods have no positive net pay']);
    },
  );

  it('have no positive net pay when no month is positive after the sum, whatever single payslips say', () => {
    expect(errors(complete, [march, { ...march, net: '-2000.00' }])).toEqual([
      'payroll periods have no positive net pay',
    ]);
  });

  it('that are missing or without pay hide no other input that is missing', () => {
    expect(errors({}, [])).toEqual([dateOfBirthMissing, postCodesMissing, 'payroll periods are missing']);
    expect(errors({ post_codes: [''] }, [{ ...march, net: '0' }])).toEqual([
      dateOfBirthMissing,
      postCodesMissing,
      'payroll periods have no positive net pay',
    ]);
  });

  it('that are missing or without pay hide no input that is invalid; only an age needs a month', () => {
    const odd = { born: '2999-01-01', postCode: 'JE2 3AB' };
    expect(errors({}, [odd])).toEqual([noRegion('JE2 3AB'), 'payroll periods are missing']);
    expect(errors({}, [{ ...march, ...odd, net: '0' }])).toEqual([
      '[date_of_birth] param 2999-01-01 is after the payslip month',
      noRegion('JE2 3AB'),
      'payroll periods have no positive net pay',
    ]);
  });

  it('are reported beside every missing or invalid input, in every combination', () => {
    const births = [
      ['1985-06-15', []],
      [undefined, [dateOfBirthMissing]],
      ['2027-01-01', ['[date_of_birth] param 2027-01-01 is after the payslip month']],
      ['1800-01-01', ['[date_of_birth] param 1800-01-01 gives an age over 150, the ONS model limit']],
    ] as const;
    const places = [
      [['SW1A 1AA'], []],
      [[], [postCodesMissing]],
      [
        ['JE2 3AB', 'XX1'],
        [noRegion('JE2 3AB'), noRegion('XX1')],
      ],
    ] as const;
    for (const net of ['2000.00', '0.00', '-5.00'])
      for (const [date_of_birth, ofBirth] of births)
        for (const [post_codes, ofPlace] of places) {
          const user = { ...(date_of_birth ? { date_of_birth } : {}), post_codes: [...post_codes] };
          const unpaid = net === '2000.00' ? [] : ['payroll periods have no positive net pay'];
          const reported = errors(user, [{ ...march, net }]);
          expect(new Set(reported)).toEqual(new Set([...ofBirth, ...ofPlace, ...unpaid]));
          expect(reported).toHaveLength(ofBirth.length + ofPlace.length + unpaid.length);
        }
  });
});

describe('date of birth', () => {
  const postCodes = { post_codes: ['SW1A 1AA'] };

  it('is missing when one month with pay has none on its payslips nor on the user', () => {
    expect(errors(postCodes, [march])).toEqual([dateOfBirthMissing]);
    expect(errors(postCodes, [march, { ...april, born: '1985-06-15' }])).toEqual([dateOfBirthMissing]);
    expect(errors({ ...postCodes, date_of_birth: 'soon' }, [march])).toEqual([dateOfBirthMissing]);
  });

  it('is refused after the last day of the month, and reported once', () => {
    const message = '[date_of_birth] param 2026-05-01 is after the payslip month';
    expect(errors({ ...postCodes, date_of_birth: '2026-05-01T00:00:00.000Z' }, [march, april])).toEqual([
      message,
    ]);
    expect(errors({ ...postCodes, date_of_birth: '2026-04-30' }, [april])).toEqual([]);
  });

  it('is refused above 150 years of age', () => {
    const message = '[date_of_birth] param 1875-03-31 gives an age over 150, the ONS model limit';
    expect(errors({ ...postCodes, date_of_birth: '1875-03-31' }, [march])).toEqual([message]);
    expect(errors({ ...postCodes, date_of_birth: '1875-04-01' }, [march])).toEqual([]);
  });

  it('is written as a timestamp by choice', () => {
    const message = '[date_of_birth] param 2026-05-01T09:30:00.000Z is after the payslip month';
    const user = { ...postCodes, date_of_birth: '2026-05-01T09:30:00Z' };
    expect(errors(user, [march], { 'expenditure.message-date': 'timestamp' })).toEqual([message]);
  });

  it('that is impossible on the payslip is not mended by the one of the user', () => {
    expect(errors(complete, [{ ...march, born: '2030-01-01' }])).toEqual([
      '[date_of_birth] param 2030-01-01 is after the payslip month',
    ]);
  });

  it('that is impossible in one month refuses all, or only that month by choice', () => {
    const born = '2026-04-10';
    const user = { ...postCodes, date_of_birth: born };
    const after = [`[date_of_birth] param ${born} is after the payslip month`];
    expect(errors(user, [march, april])).toEqual(after);
    expect(errors(user, [march], { 'expenditure.date-of-birth-scope': 'every-month' })).toEqual(after);
    const points = { ...defaultPoints(), 'expenditure.date-of-birth-scope': 'every-month' as const };
    const left = estimateExpenditure({
      user: { user_id: 'u', ...user },
      periods: [march, april].map(payslipOf),
      points,
    });
    expect(left).toMatchObject({ expenditures: [{ date: '2026-04-01T00:00:00.000Z' }] });
  });

  it('never leaves an empty list: by choice of every month, the months that could be returned decide', () => {
    const jersey = { ...march, born: '1985-06-15', postCode: 'JE2 3AB' };
    const unborn = { ...april, born: '2030-01-01', postCode: 'SW1A 1AA' };
    expect(errors({}, [jersey, unborn], { 'expenditure.date-of-birth-scope': 'every-month' })).toEqual([
      '[date_of_birth] param 2030-01-01 is after the payslip month',
    ]);
  });
});

describe('post codes', () => {
  const born = { date_of_birth: '1985-06-15' };

  it('are missing when no month with pay has one on its payslips, nor the user', () => {
    expect(errors(born, [march])).toEqual([postCodesMissing]);
    expect(errors({ ...born, post_codes: ['', ' '] }, [march])).toEqual([postCodesMissing]);
    expect(errors(born, [march, april])).toEqual([postCodesMissing]);
  });

  it('that one month lacks leave that month out, unless the profile refuses the estimate for it', () => {
    const placed = { ...april, postCode: 'SW1A 1AA' };
    const user = { user_id: 'u', ...born };
    const estimate = estimateExpenditure({ user, periods: [march, placed].map(payslipOf) });
    expect(estimate).toMatchObject({ expenditures: [{ date: '2026-04-01T00:00:00.000Z' }] });
    expect(errors(born, [march, placed], { 'expenditure.post-codes-scope': 'any-month' })).toEqual([
      postCodesMissing,
    ]);
    // A post code without a region is there all the same: it is tried, and nothing is missing.
    expect(errors(born, [march, { ...april, postCode: 'JE2 3AB' }])).toEqual([messages.noRegion('JE2 3AB')]);
  });

  it('and dates of birth are not alike: one month without a date of birth refuses the estimate', () => {
    const lived = { postCode: 'SW1A 1AA' };
    expect(
      errors({}, [
        { ...march, ...lived },
        { ...april, ...lived, born: '1985-06-15' },
      ]),
    ).toEqual([dateOfBirthMissing]);
  });

  it('of the user stand in for every month', () => {
    const user = { user_id: 'u', ...born, post_codes: ['SW1A 1AA'] };
    const estimate = estimateExpenditure({ user, periods: [march, april].map(payslipOf) });
    expect(estimate).toMatchObject({ expenditures: [{}, {}] });
  });

  it('without region are reported one by one, each once, those of payslips and user alike', () => {
    const slips = [
      { ...march, postCode: 'JE2 3AB' },
      { ...april, postCode: 'je23ab ' },
      { ...april, postCode: 'XX1' },
    ];
    const reported = errors({ ...born, post_codes: ['IM1 1AA', 'JE2 3AB', 'nowhere'] }, slips);
    expect(new Set(reported)).toEqual(
      new Set([noRegion('je23ab'), noRegion('XX1'), noRegion('IM1 1AA'), noRegion('nowhere')]),
    );
    expect(reported).toHaveLength(4);
  });

  it('without region are no error as soon as one month has a region', () => {
    expect(
      errors(born, [
        { ...march, postCode: 'JE2 3AB' },
        { ...april, postCode: 'BT1 5GS' },
      ]),
    ).toEqual([]);
  });

  it('of which only months without pay have a region leave no month: a message of its own, or an empty list', () => {
    const slips = [
      { ...march, postCode: 'JE2 3AB' },
      { ...april, net: '-1', postCode: 'BT1 5GS' },
    ];
    expect(errors(born, slips)).toEqual([messages.noMonthLeft()]);
    const user = { user_id: 'u', ...born };
    const points = { ...defaultPoints(), 'expenditure.no-month-left': 'empty' as const };
    expect(estimateExpenditure({ user, periods: slips.map(payslipOf), points })).toEqual({
      expenditures: [],
    });
  });
});

it('all that is wrong is reported at once, in the order of the document', () => {
  const slips = [
    { ...march, born: '2030-01-01' },
    { ...april, postCode: 'GY1 1AA' },
    { from: '2026-05-01', to: '2026-05-31', net: '1', born: '1800-01-01' },
  ];
  expect(errors({}, slips, { 'expenditure.post-codes-scope': 'any-month' })).toEqual([
    dateOfBirthMissing,
    postCodesMissing,
    '[date_of_birth] param 1800-01-01 gives an age over 150, the ONS model limit',
    '[date_of_birth] param 2030-01-01 is after the payslip month',
    noRegion('GY1 1AA'),
  ]);
});

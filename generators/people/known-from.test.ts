import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededUuid } from '../ids.ts';
import { stream } from '../random.ts';
import { someBirth } from '../testing/births.ts';
import { knownFrom } from './drawn-person.ts';
import { payrollOf } from './payroll.ts';
import { personOf } from './person.ts';

const user = { user_id: seededUuid('somebody'), created_at: '2026-10-02T00:00:00.000Z' };
const payslipsFor = (fields: object, key = 'a') => {
  const person = personOf(
    stream('drawn', key),
    user.user_id,
    '2026-10-02',
    knownFrom({ ...user, ...fields }, '2026-10-02'),
  );
  return payrollOf(person, { until: someBirth }).flatMap(({ submissions }) => submissions);
};

describe('a person drawn for a user record', () => {
  it('has the name, birthday, NI number and post codes of the record', () => {
    const payslips = payslipsFor({
      forename: 'Ada',
      surname: 'Lovelock',
      date_of_birth: '1990-12-10T00:00:00.000Z',
      ni_number: 'QQ123456A',
      post_codes: ['cf101ep', 'EH1 1YZ'],
    });
    expect(payslips.length).toBeGreaterThan(0);
    expect(payslips.at(-1)!.identity_information).toMatchObject({
      name: 'Ada Lovelock',
      date_of_birth: '1990-12-10T00:00:00.000Z',
      NI_number: 'QQ123456A',
      address: { post_code: 'cf101ep', country: 'Wales', city: 'Cardiff' },
    });
    const codes = payslips.map((slip) => slip.identity_information!.address!.post_code);
    expect(new Set(codes)).toEqual(new Set(['EH1 1YZ', 'cf101ep']));
  });

  it('can be drawn for any date of birth and any post codes', () => {
    const born = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(born, fc.array(fc.string(), { maxLength: 4 }), fc.string(), (date, post_codes, key) => {
        const slips = payslipsFor({ date_of_birth: date.toISOString(), post_codes }, key);
        for (const slip of slips.slice(-1)) {
          expect(slip.identity_information!.date_of_birth).toBe(
            `${date.toISOString().slice(0, 10)}T00:00:00.000Z`,
          );
        }
      }),
      { numRuns: 60 },
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distinctPeriods } from './distinct-periods.ts';
import { defaultPoints, estimateExpenditure } from './estimate.ts';
import type { PayrollPeriod } from './period.ts';

const slip = (account_id: string | null, changed: object = {}): PayrollPeriod => ({
  account_id,
  employment_information: { employer_name: 'Own Mill', employer_tax_reference: '123/AB456' },
  identity_information: { date_of_birth: '1985-06-15', address: { post_code: 'SW1A 1AA' } },
  income_information: {
    pay_date: '2026-03-27',
    pay_interval_start: '2026-03-01',
    pay_interval_end: '2026-03-31',
    earnings: { net_pay: '2000.00', gross_pay: '2500.00' },
    ...changed,
  },
});

describe('one pay is one income', () => {
  it('a payslip that two accounts show counts once', () => {
    expect(distinctPeriods([slip('a'), slip('b')])).toHaveLength(1);
    expect(distinctPeriods([slip('a'), slip(null), slip('b')])).toHaveLength(1);
  });

  it('what one account shows twice, or was uploaded twice, counts once too', () => {
    expect(distinctPeriods([slip('a'), slip('a')])).toHaveLength(1);
    expect(distinctPeriods([slip(null), slip(null)])).toHaveLength(1);
    expect(distinctPeriods([slip('a'), slip(null), slip(null)])).toHaveLength(1);
  });

  it.each([
    ['pay day', { pay_date: '2026-03-28' }],
    ['beginning', { pay_interval_start: '2026-03-02' }],
    ['end', { pay_interval_end: '2026-03-30' }],
    ['net pay', { earnings: { net_pay: '2000.01', gross_pay: '2500.00' } }],
    ['gross pay', { earnings: { net_pay: '2000.00', gross_pay: '2500.01' } }],
  ])('payslips with another %s are two', (_, changed) => {
    expect(distinctPeriods([slip('a'), slip('b', changed)])).toHaveLength(2);
  });

  it('payslips of two employers are two, and so are those that do not say who paid, or when', () => {
    const other = { employer_name: 'Other Mill', employer_tax_reference: '123/AB457' };
    expect(distinctPeriods([slip('a'), { ...slip('b'), employment_information: other }])).toHaveLength(2);
    const without = (account: string) => ({ ...slip(account), employment_information: null });
    expect(distinctPeriods([without('a'), without('b')])).toHaveLength(2);
    expect(distinctPeriods([slip('a', { pay_date: null }), slip('b', { pay_date: null })])).toHaveLength(2);
  });

  it('whatever the order in which they came, the same ones are counted', () => {
    const some = fc.array(fc.tuple(fc.constantFrom('a', 'b', null), fc.constantFrom('27', '28')), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(some, (drawn) => {
        const slips = drawn.map(([account, day], index) => ({
          ...slip(account, { pay_date: `2026-03-${day}` }),
          id: String(index),
        }));
        const kept = (periods: PayrollPeriod[]) => distinctPeriods(periods).map((one) => JSON.stringify(one));
        expect(kept(slips.toReversed()).sort()).toEqual(kept(slips).sort());
      }),
    );
  });

  it('counts as often as it is shown where the profile says so', () => {
    const user = { user_id: 'u' };
    const estimate = (periods: PayrollPeriod[], repeatedPayslips: 'once' | 'each') =>
      estimateExpenditure({
        user,
        periods,
        points: { ...defaultPoints(), 'expenditure.repeated-payslips': repeatedPayslips },
      });
    const [one, two] = [[slip('a')], [slip('a'), slip('b')]];
    expect(estimate(two, 'once')).toEqual(estimate(one, 'once'));
    expect(estimate(two, 'each')).not.toEqual(estimate(one, 'each'));
  });
});

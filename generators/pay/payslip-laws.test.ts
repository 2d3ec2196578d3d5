import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { few } from '../../spec/testing/test-run.ts';
import { addMonths, dayNumber, dayText } from '../calendar.ts';
import { taxYearOf } from '../uk/tax-year.ts';
import type { Payslip } from './payslip.ts';
import { payslips } from './payslips.ts';
import { anyEmployment } from './testing/arbitrary-employment.ts';

const END = '2028-03-31';
const add = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);

/** Holds a law against any employment whatever; fast-check prints the seed when it fails. */
function holdsForAll(law: (made: readonly Payslip[]) => void): void {
  fc.assert(
    fc.property(anyEmployment, (employment) => law(payslips(employment, END))),
    { numRuns: few(50, 150) },
  );
}

describe('for any employment', () => {
  it('earnings add up to gross, and so do fixed and variable pay', () => {
    holdsForAll((made) => {
      for (const slip of made) {
        expect(add(slip.earnings.map(({ amount }) => amount))).toBe(slip.gross);
        expect(slip.fixedTotal + slip.variableTotal).toBe(slip.gross);
        expect(add(slip.earnings.filter(({ isFixed }) => isFixed).map(({ amount }) => amount))).toBe(
          slip.fixedTotal,
        );
      }
    });
  });

  it('deductions add up to their total, and gross less the total is net', () => {
    holdsForAll((made) => {
      for (const { gross, net, deductions } of made) {
        expect(add(deductions.elements.map(({ amount }) => amount))).toBe(deductions.total);
        expect(gross - deductions.total).toBe(net);
        const of = (...types: string[]) =>
          add(deductions.elements.filter(({ type }) => types.includes(type)).map(({ amount }) => amount));
        expect(of('income_tax')).toBe(deductions.incomeTax);
        expect(of('employee_ni')).toBe(deductions.employeeNi);
        expect(of('employee_pension')).toBe(deductions.employeePension);
        expect(of('student_loan', 'postgraduate_loan')).toBe(deductions.loans);
      }
    });
  });

  it('every amount is whole pence', () => {
    holdsForAll((made) => {
      const amounts = made.flatMap((slip) => [
        slip.gross,
        slip.net,
        slip.taxable,
        slip.employerPension,
        ...slip.earnings.flatMap(({ amount, quantity, rate }) => [amount, quantity ?? 0, rate ?? 0]),
        ...slip.deductions.elements.map(({ amount }) => amount),
      ]);
      expect(amounts.every((amount) => Number.isSafeInteger(amount) && !Object.is(amount, -0))).toBe(true);
    });
  });

  it('the year to date is the sum since 6 April by pay date', () => {
    holdsForAll((made) => {
      for (const slip of made) {
        const year = taxYearOf(dayNumber(slip.payDate));
        const own = made
          .slice(0, slip.index + 1)
          .filter(({ payDate }) => taxYearOf(dayNumber(payDate)) === year);
        expect(slip.yearToDate).toEqual({
          gross: add(own.map(({ gross }) => gross)),
          net: add(own.map(({ net }) => net)),
          tax: add(own.map(({ deductions }) => deductions.incomeTax)),
          ni: add(own.map(({ deductions }) => deductions.employeeNi)),
          taxable: add(own.map(({ taxable }) => taxable)),
          taxYear: year,
        });
      }
    });
  });

  it('the rolling year is the sum of the last twelve monthly payslips, or of those paid in twelve months', () => {
    holdsForAll((made) => {
      for (const slip of made) {
        const yearAgo = dayText(addMonths(dayNumber(slip.payDate), -12));
        const until = made.slice(0, slip.index + 1);
        const own =
          slip.frequency === 'monthly' ? until.slice(-12) : until.filter(({ payDate }) => payDate > yearAgo);
        const sums = { gross: add(own.map(({ gross }) => gross)), net: add(own.map(({ net }) => net)) };
        expect(slip.rolling12m).toEqual(sums);
      }
    });
  });

  it('intervals tile the employment, and pay days never go back', () => {
    fc.assert(
      fc.property(anyEmployment, (employment) => {
        const made = payslips(employment, '2035-01-01');
        expect(made[0]?.intervalStart).toBe(employment.start);
        if (employment.leave !== null) expect(made.at(-1)?.intervalEnd).toBe(employment.leave);
        made.forEach((slip, index) => {
          const next = made[index + 1];
          expect(slip.intervalStart <= slip.intervalEnd && slip.payDate >= employment.start).toBe(true);
          if (!next) return;
          expect(dayNumber(next.intervalStart)).toBe(dayNumber(slip.intervalEnd) + 1);
          expect(next.payDate >= slip.payDate).toBe(true);
        });
      }),
    );
  });

  it('payslips until a day are the first of those until a later day', () => {
    fc.assert(
      fc.property(anyEmployment, fc.nat(1500), fc.nat(500), (employment, days, more) => {
        const until = dayText(dayNumber(employment.start) + days);
        const longer = payslips(employment, dayText(dayNumber(until) + more));
        expect(payslips(employment, until)).toEqual(longer.filter(({ payDate }) => payDate <= until));
      }),
    );
  });

  it('records that begin later are the last of the whole records', () => {
    fc.assert(
      fc.property(anyEmployment, fc.nat(1500), (employment, days) => {
        // Automatic enrolment looks back no further than the records do.
        const whole = { ...employment, pension: { kind: 'none' } as const };
        whole.events = employment.events.filter(({ kind }) => kind !== 'pension');
        const recordsFrom = dayText(dayNumber(employment.start) + days);
        const made = payslips(whole, END).filter(({ payDate }) => payDate >= recordsFrom);
        expect(payslips({ ...whole, recordsFrom }, END)).toEqual(
          made.map((slip, index) => ({ ...slip, index })),
        );
      }),
    );
  });

  it('only deductions of the employer can make a net negative', () => {
    fc.assert(
      fc.property(anyEmployment, (employment) => {
        // Besides what the employer takes back, only a pension of nearly half the pay could.
        const events = employment.events.filter(({ kind }) => kind !== 'deduction' && kind !== 'pension');
        const made = payslips({ ...employment, events, pension: { kind: 'none' }, studentLoans: [] }, END);
        for (const { net } of made) expect(net).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

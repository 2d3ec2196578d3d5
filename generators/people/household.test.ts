import { describe, expect, it } from 'vitest';
import { monthFrom } from '../calendar.ts';
import { seededUuid } from '../ids.ts';
import { stream } from '../random.ts';
import { homeWith } from './drawn-person.ts';
import { type Person, personOf } from './person.ts';
import { ledgerMonth } from './statement-of.ts';

const begins = '2026-11-15';
const today = '2027-12-31';

/** Somebody who has lived at these post codes, each since a day. */
const living = (key: string, ...homes: [postCode: string, from: string][]): Person =>
  personOf(stream('household', key), seededUuid(key), begins, {
    homes: homes.map(([postCode, from]) => homeWith(postCode, from)),
  });

const paidIn = (person: Person, month: string) => ledgerMonth(person, month, today)?.transactions ?? [];
const lines = (person: Person, month: string) => paidIn(person, month).map(({ description }) => description);
const months = Array.from({ length: 24 }, (_, back) => monthFrom(begins, -back));

describe('what a household pays', () => {
  it.each([
    ['England', 'LS6 2AQ', /^DIRECT DEBIT LEEDS COUNCIL TAX$/, true],
    ['Wales', 'CF24 3NR', /^DIRECT DEBIT CARDIFF COUNCIL TAX$/, true],
    ['Scotland, where water is billed with it', 'EH6 7DT', /^DIRECT DEBIT EDINBURGH COUNCIL TAX$/, false],
    ['Northern Ireland, with rates and no water bill', 'BT9 7EU', /^DIRECT DEBIT LPS DOMESTIC RATES$/, false],
    ['Jersey', 'JE2 3AB', /^DIRECT DEBIT PARISH OF ST HELIER RATES$/, true],
    ['the Isle of Man', 'IM1 2AB', /^DIRECT DEBIT ISLE OF MAN TREASURY RATES$/, true],
  ])('is as it is in %s', (_, postCode, localTax, hasWater) => {
    const found = lines(living('somebody', [postCode, '1900-01-01']), '2026-10');
    expect(found.filter((line) => /COUNCIL|RATES/.test(line))).toEqual([expect.stringMatching(localTax)]);
    expect(found.some((line) => line.endsWith(' WATER'))).toBe(hasWater);
  });

  it('goes to the council of the home of that month', () => {
    const mover = living('mover', ['SA1 3QB', '1900-01-01'], ['BS6 5QA', '2026-04-20']);
    expect(lines(mover, '2025-10')).toContain('DIRECT DEBIT SWANSEA COUNCIL TAX');
    expect(lines(mover, '2026-10')).toContain('DIRECT DEBIT BRISTOL COUNCIL TAX');
  });

  it('rises each April, in ten instalments a year', () => {
    const person = living('payer', ['LS6 2AQ', '1900-01-01']);
    const instalment = (month: string) =>
      paidIn(person, month).find(({ description }) => description.endsWith('COUNCIL TAX'))?.amountPence;
    expect(instalment('2026-01')).toBe(instalment('2025-04'));
    expect(instalment('2026-04')! / instalment('2026-01')!).toBeCloseTo(1.04, 2);
    expect([instalment('2026-02'), instalment('2026-03')]).toEqual([undefined, undefined]);
  });

  it('is shopped for on no Christmas Day, and savings that help out leave no overdraft', () => {
    for (let one = 0; one < 25; one += 1) {
      const person = living(`shopper/${one}`, ['LS6 2AQ', '1900-01-01']);
      for (const month of months) {
        for (const { date, description, balancePence } of paidIn(person, month)) {
          if (date.endsWith('-12-25')) expect(description).not.toMatch(/^CARD PAYMENT (?!.*SUBSCRIPTION)/);
          if (description === 'TRANSFER FROM SAVINGS') expect(balancePence).toBeGreaterThanOrEqual(0);
        }
      }
    }
  });
});

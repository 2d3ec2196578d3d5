import { describe, expect, it } from 'vitest';
import { dayNumber, monthFrom } from '../calendar.ts';
import { seededUuid } from '../ids.ts';
import { stream } from '../random.ts';
import { isWorkingDay } from '../uk/bank-holidays.ts';
import { drawnPerson, homeWith } from './drawn-person.ts';
import { councilOf } from './homes.ts';
import { householdOn } from './household.ts';
import { type Person, personOf } from './person.ts';
import { ledgerMonth } from './statement-of.ts';

const begins = '2026-11-15';
const today = '2027-12-31';

/** A person who has lived at these post codes, each since a day, and whose account pays the bills of each household. */
function living(key: string, ...homes: [postCode: string, from: string][]): Person {
  for (let draw = 0; ; draw += 1) {
    const person = personOf(stream('household', key, draw), seededUuid(`${key}/${draw}`), begins, {
      homes: homes.map(([postCode, from]) => homeWith(postCode, from)),
    });
    const all = homes.map(([, from]) => householdOn(person, from < '2025-01-01' ? '2025-01-01' : from));
    if (all.every(({ tenure, paysBills }) => paysBills && OWN_HOMES.includes(tenure))) return person;
  }
}
const OWN_HOMES: readonly string[] = ['rents', 'mortgage', 'owns'];

const paidIn = (person: Person, month: string) => ledgerMonth(person, month, today)?.transactions ?? [];
const lines = (person: Person, month: string) => paidIn(person, month).map(({ description }) => description);
const months = Array.from({ length: 24 }, (_, back) => monthFrom(begins, -back));

describe('what a household pays', () => {
  it.each([
    ['England', 'LS6 2AQ', /^DIRECT DEBIT LEEDS CITY COUNCIL TAX$/, true],
    ['Wales', 'CF24 3NR', /^DIRECT DEBIT CARDIFF COUNCIL TAX$/, true],
    [
      'Scotland, where water is billed with it',
      'EH6 7DT',
      /^DIRECT DEBIT CITY OF EDINBURGH COUNCIL TAX$/,
      false,
    ],
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
    expect(lines(mover, '2026-10')).toContain('DIRECT DEBIT BRISTOL CITY COUNCIL TAX');
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

describe('the council of a home', () => {
  it.each([
    ['CH7 1AA', 'FLINTSHIRE COUNTY'],
    ['TQ1 1AA', 'TORBAY'],
    ['TW1 1AA', 'RICHMOND UPON THAMES'],
    ['KW15 1AA', 'ORKNEY ISLANDS'],
    ['M24 1AA', 'ROCHDALE'],
    ['G73 1AA', 'SOUTH LANARKSHIRE'],
    ['E10 1AA', 'WALTHAM FOREST'],
    ['SW1A 1AA', 'WESTMINSTER CITY'],
    ['CA1 1AA', 'CUMBERLAND'],
    ['HD1 1AA', 'KIRKLEES'],
  ])('at %s is %s', (postCode, council) => {
    expect(councilOf(homeWith(postCode, '1900-01-01'))?.toUpperCase()).toBe(council);
  });
});

describe('a household', () => {
  const aged = (age: number, key: number) =>
    drawnPerson({
      user_id: seededUuid(`aged/${age}/${key}`),
      created_at: `${begins}T09:00:00.000Z`,
      date_of_birth: `${2026 - age}-06-14T00:00:00.000Z`,
      post_codes: ['LS6 2AQ'],
    });
  const HOME_BILLS = / RENT$|MORTGAGE|HOME LOANS|COUNCIL TAX$| WATER$|ENERGY|POWER|KEEP$/;

  it('of a 17-year-old is that of the parents: no rent, no council tax, no bills of a home', () => {
    for (let key = 0; key < 12; key += 1)
      for (const month of months.slice(0, 4))
        expect(lines(aged(17, key), month).join('|')).not.toMatch(HOME_BILLS);
  });

  it('is one of five kinds, by age, and its bills follow', () => {
    const found = [19, 30, 45, 58, 70].map((age) => {
      const tenures = Array.from({ length: 40 }, (_, key) => {
        const person = aged(age, key);
        const { tenure, paysBills } = householdOn(person, '2026-10-01');
        const bills = lines(person, '2026-10').join('|');
        expect(/ RENT(\||$)/.test(bills)).toBe(paysBills && (tenure === 'rents' || tenure === 'shares'));
        expect(/COUNCIL TAX/.test(bills)).toBe(paysBills && OWN_HOMES.includes(tenure));
        expect(/ KEEP(\||$)/.test(bills)).toBe(tenure === 'parents');
        expect(/JOINT BILLS/.test(bills)).toBe(!paysBills);
        return tenure;
      });
      return tenures;
    });
    expect(new Set(found.flat()).size).toBe(5);
    const count = (at: number, tenure: string) => found[at]!.filter((one) => one === tenure).length;
    expect(count(0, 'parents')).toBeGreaterThan(count(2, 'parents'));
    expect(count(4, 'owns')).toBeGreaterThan(count(1, 'owns'));
  });
});

describe('what comes into accounts', () => {
  it('is more than pay: benefits, refunds, friends, partners, cash and interest, on plausible days', () => {
    const found = new Map<string, number>();
    for (let key = 0; key < 90; key += 1) {
      const person = personOf(stream('credits', key), seededUuid(`credits/${key}`), begins);
      for (const month of months.slice(0, 12))
        for (const { type, description, amountPence, date } of paidIn(person, month)) {
          if (type !== 'credit') continue;
          const kind = CREDITS.find(([pattern]) => pattern.test(description));
          expect(kind, description).toBeDefined();
          const [pattern, least, most, byBank] = kind!;
          expect(amountPence, description).toBeGreaterThanOrEqual(least);
          expect(amountPence, description).toBeLessThanOrEqual(most);
          if (byBank) expect(isWorkingDay(dayNumber(date)), `${description} on ${date}`).toBe(true);
          found.set(String(pattern), (found.get(String(pattern)) ?? 0) + 1);
        }
    }
    expect(found.size).toBe(CREDITS.length);
  });
});

/** The kinds of credits, the least and the most of each in pence, and whether a bank carries it on working days alone. */
const CREDITS: readonly [RegExp, number, number, boolean][] = [
  [/ (SALARY|WAGES|PENSION SCHEME)$/, 1, 5_000_000, true],
  [/^TRANSFER FROM SAVINGS$/, 10_000, 1_000_000, false],
  [/^DWP STATE PENSION$/, 60_000, 140_000, true],
  [/^CHILD BENEFIT$/, 9_000, 30_000, true],
  [/^DWP (UNIVERSAL CREDIT|JSA)$/, 13_000, 250_000, true],
  [/^REFUND /, 100, 60_000, false],
  [/^FASTER PAYMENT FROM [A-Z] /, 400, 7_000, false],
  [/^STANDING ORDER [A-Z] .* BILLS$/, 5_000, 400_000, true],
  [/^CASH PAID IN$/, 2_000, 24_000, true],
  [/^INTEREST PAID$/, 1, 5_000, true],
];

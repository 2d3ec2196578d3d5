import { describe, expect, it } from 'vitest';
import { type Day, dayNumber, dayText, monthFrom, startOf, weekday } from '../calendar.ts';
import { seededUuid } from '../ids.ts';
import { benefitRate } from '../uk/benefit-rates.ts';
import { drawnPerson } from './drawn-person.ts';
import { payslipsOf } from './payroll.ts';
import type { Person } from './person.ts';
import { statementOf } from './statement-of.ts';

const created = '2026-11-15';

/** The person behind a user of an age who was made by hand on a day. */
const aged = (dateOfBirth: Day): Person =>
  drawnPerson({
    user_id: seededUuid(dateOfBirth),
    created_at: `${created}T09:00:00.000Z`,
    date_of_birth: `${dateOfBirth}T00:00:00.000Z`,
    post_codes: ['LS6 2AQ'],
  });

const ages = Array.from({ length: 12 }, (_, index) => `${1944 + index}-0${(index % 9) + 1}-14`);
const until = '2029-11-15';
const months = Array.from({ length: 60 }, (_, index) => monthFrom('2024-12-01', index));

const statePension = (person: Person) =>
  months
    .flatMap((month) => statementOf(person, month, startOf(until))?.transactions ?? [])
    .filter(({ description }) => description === 'DWP STATE PENSION');

describe('a pensioner', () => {
  it.each(ages)('born on %s gets the state pension every four weeks, and more of it each April', (born) => {
    const credits = statePension(aged(born));
    expect(credits.length).toBeGreaterThan(60);
    for (const [index, { date, type }] of credits.slice(1).entries()) {
      const days = dayNumber(date) - dayNumber(credits[index]!.date);
      // A bank holiday moves a payment to the working day before.
      expect(Math.abs(days - 28)).toBeLessThanOrEqual(5);
      expect(type).toBe('credit');
      expect([0, 6]).not.toContain(weekday(dayNumber(date)));
    }
    const inMay = [2025, 2026, 2027, 2028, 2029].map(
      (year) => credits.find(({ date }) => date >= `${year}-05-05`)!.amountPence,
    );
    expect([...inMay].sort((a, b) => a - b)).toEqual(inMay);
    expect(new Set(inMay).size).toBe(5);
  });

  it('has a code that is what the state pension leaves of the allowance, from 6 April', () => {
    const codes = ages.map((born) => {
      const person = aged(born);
      const slips = person.jobs.flatMap((job) => payslipsOf(job, until));
      return [2024, 2025, 2026, 2027].map((year) => {
        const ofYear = slips.filter(({ yearToDate }) => yearToDate.taxYear === year);
        expect(new Set(ofYear.map(({ taxCode }) => taxCode)).size).toBe(1);
        return ofYear[0]!.taxCode;
      });
    });
    for (const ofYears of codes) expect(new Set(ofYears).size).toBe(4);
    const full = (1257 * 1000 - 52 * benefitRate('new_state_pension_week', 2025)) / 1000;
    expect(Math.floor(full)).toBe(59);
    expect(codes.map(([, code]) => code)).toContain('59L');
  });

  it('has payslips that say pension, and no salary', () => {
    const slips = ages.flatMap((born) => aged(born).jobs.flatMap((job) => payslipsOf(job, until)));
    expect(slips.length).toBeGreaterThan(500);
    for (const { earnings } of slips)
      expect(earnings.map(({ type, description }) => `${type} ${description}`)).toContain('pension Pension');
  });

  it('who has not reached the age gets none', () => {
    expect(statePension(aged('1985-03-14'))).toEqual([]);
    const later = aged('1962-01-31');
    const first = statePension(later)[0]?.date ?? '';
    expect(first > '2029-01-31' && first < dayText(dayNumber('2029-01-31') + 40)).toBe(true);
  });
});

import { describe, expect, it } from 'vitest';
import { addMonths, dayNumber, dayText, monthFrom, startOf } from '../calendar.ts';
import { FEWEST_USERS, world } from '../world/world.ts';
import { spellsWithoutWork } from './benefits.ts';
import type { Person } from './person.ts';
import { statementOf } from './statement-of.ts';

const begins = '2026-11-15';
const until = dayText(addMonths(dayNumber(begins), 24));
const PEOPLE = 500;
const here = world('job-seekers', { born: Date.parse(begins), users: FEWEST_USERS + PEOPLE });
const people = Array.from({ length: PEOPLE }, (_, index) => here.person(FEWEST_USERS + index));
const worksOn = ({ jobs }: Person, day: string) =>
  jobs.some(({ employment: { start, leave } }) => start <= day && (leave === null || leave >= day));
const seekers = people.filter((person) => person.died === null && !worksOn(person, begins));

const benefits = (person: Person) => {
  const months = Array.from({ length: 36 }, (_, index) => monthFrom(begins, index - 12));
  return months
    .flatMap((month) => statementOf(person, month, startOf(until))?.transactions ?? [])
    .filter(({ description }) => /^DWP (UNIVERSAL CREDIT|JSA)$/.test(description));
};

describe('people without a job when the world begins', () => {
  it('mostly work again two years later, with a P45 or on a starter checklist', () => {
    expect(seekers.length).toBeGreaterThan(15);
    const again = seekers.filter((person) => worksOn(person, until));
    expect(again.length / seekers.length).toBeGreaterThan(0.7);
    expect(again.length).toBeLessThan(seekers.length);
    const next = again.map(({ jobs }) => jobs.find(({ key }) => key === 'next')!.employment);
    expect(next.some(({ taxCode }) => / [MW]1$/.test(taxCode))).toBe(true);
    expect(next.some(({ previous }) => previous !== null)).toBe(true);
    for (const { start } of next) expect(start > begins).toBe(true);
  });

  it('live on Universal Credit or Jobseeker’s Allowance meanwhile, and some on neither', () => {
    const claims = seekers.map((person) => new Set(benefits(person).map(({ description }) => description)));
    expect(claims.filter((one) => one.has('DWP UNIVERSAL CREDIT')).length).toBeGreaterThan(3);
    expect(claims.filter((one) => one.has('DWP JSA')).length).toBeGreaterThan(3);
    expect(claims.filter((one) => one.size === 0).length).toBeGreaterThan(0);
    for (const one of claims) expect(one.size).toBeLessThan(2);
  });

  it('get no benefits while they work', () => {
    for (const person of seekers)
      for (const { date } of benefits(person)) {
        const spells = spellsWithoutWork(person);
        const inSpell = ({ from, to }: { from: number; to: number }) =>
          from < dayNumber(date) && dayNumber(date) <= to + 30;
        expect(spells.some(inSpell), `${person.userId} ${date}`).toBe(true);
      }
  });
});

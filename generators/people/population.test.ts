import { describe, expect, it } from 'vitest';
import { few } from '../../spec/testing/test-run.ts';
import { someBirth } from '../testing/births.ts';
import { FEWEST_USERS, world } from '../world/world.ts';
import { payrollOf } from './payroll.ts';
import type { Person } from './person.ts';
import { trades } from './trades.ts';

const PEOPLE = few(600, 1_500);
const here = world('population', { users: PEOPLE + FEWEST_USERS, born: someBirth });
const people = Array.from({ length: PEOPLE }, (_, index) => here.person(FEWEST_USERS + index));
const share = (holds: (person: Person) => boolean) => people.filter(holds).length / PEOPLE;
const events = (person: Person) =>
  person.jobs.flatMap(({ employment }) => employment.events.map(({ kind }) => kind));

describe('plain people', () => {
  it('are paid at every frequency, most of them monthly', () => {
    const paid = (frequency: string) =>
      share(({ jobs }) => jobs.some(({ employment }) => employment.frequency === frequency));
    expect(paid('monthly')).toBeGreaterThan(0.6);
    for (const frequency of ['weekly', 'fortnightly', 'four-weekly']) {
      expect(paid(frequency), frequency).toBeGreaterThan(0.03);
      expect(paid(frequency), frequency).toBeLessThan(0.25);
    }
  });

  it('live in all four countries, about as many in each as there are', () => {
    const living = (country: string) => share(({ homes }) => homes.at(-1)!.country === country);
    expect(living('England')).toBeGreaterThan(0.78);
    for (const [country, least] of [
      ['Scotland', 0.05],
      ['Wales', 0.025],
      ['Northern Ireland', 0.012],
    ] as const) {
      expect(living(country), country).toBeGreaterThan(least);
    }
    expect(share(({ homes }) => new Set(homes.map(({ country }) => country)).size > 1)).toBeGreaterThan(
      0.005,
    );
  });

  it('include second jobs, directors, starters, leavers, loans and every kind of pension', () => {
    const main = ({ jobs }: Person) => jobs.findLast(({ key }) => key !== 'second')!.employment;
    const traits: Record<string, (person: Person) => boolean> = {
      'second job': ({ jobs }) => jobs.some(({ key }) => key === 'second'),
      'changed job': ({ jobs }) => jobs.some(({ key }) => key === 'earlier'),
      director: (person) => main(person).isDirector,
      starter: (person) => main(person).start > '2024-04-06',
      leaver: (person) => main(person).leave !== null,
      'student loan': (person) => main(person).studentLoans.length > 0,
      'emergency code': ({ jobs }) => jobs.some(({ employment }) => / [MW]1$/.test(employment.taxCode)),
      p45: ({ jobs }) => jobs.some(({ employment }) => employment.previous !== null),
      'relief at source': (person) => JSON.stringify(main(person).pension).includes('relief-at-source'),
      'net pay pension': (person) => JSON.stringify(main(person).pension).includes('net-pay'),
      'salary sacrifice': (person) => JSON.stringify(main(person).pension).includes('salary-sacrifice'),
    };
    for (const [trait, has] of Object.entries(traits)) {
      expect(share(has), trait).toBeGreaterThan(0.008);
      expect(share(has), trait).toBeLessThan(0.75);
    }
  });

  it('have rises, bonuses, commission, overtime, tips, benefits, sickness and unpaid leave', () => {
    const kinds = [
      'pay-rise',
      'bonus',
      'commission',
      'overtime',
      'tips',
      'benefit-in-kind',
      'sick',
      'unpaid',
    ] as const;
    for (const kind of kinds)
      expect(
        share((person) => events(person).includes(kind)),
        kind,
      ).toBeGreaterThan(0.02);
  });

  it('learn no new profession between two jobs, and have second jobs of a few hours', () => {
    const ageFor = (role: string) => trades.find((trade) => trade.role === role)?.age ?? 0;
    for (const { jobs } of people) {
      const roleOf = (key: string) => jobs.find((job) => job.key === key)?.employment.role;
      const earlier = roleOf('earlier');
      if (earlier !== undefined)
        expect(ageFor(roleOf('main') ?? '')).toBeLessThanOrEqual(Math.max(ageFor(earlier), 20));
      for (const { key, employment } of jobs) if (key === 'second') expect(employment.type).toBe('part_time');
    }
  });

  it('are of age when their jobs begin, and earn something', () => {
    for (const person of people) {
      for (const { employment } of person.jobs) {
        const ofAge = `${Number(person.identity.dateOfBirth!.slice(0, 4)) + 18}${person.identity.dateOfBirth!.slice(4)}`;
        expect(employment.start >= ofAge, `${employment.start} ${ofAge}`).toBe(true);
      }
    }
    const paid = people
      .slice(0, 300)
      .filter((person) =>
        payrollOf(person, { until: someBirth }).some(({ submissions }) => submissions.length > 0),
      );
    expect(paid.length).toBeGreaterThan(295);
  });
});

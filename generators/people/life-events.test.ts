import { describe, expect, it } from 'vitest';
import { addMonths, type Day, dayNumber, dayText, lastDayOf, monthFrom, startOf } from '../calendar.ts';
import { startingUserRecord } from '../world/starting-links.ts';
import { FEWEST_USERS, world } from '../world/world.ts';
import { incomeOf } from './income.ts';
import { type LifeEvent, lifeEventsOf } from './life-events.ts';
import { payrollOf } from './payroll.ts';
import type { Person } from './person.ts';
import { statementOf } from './statement-of.ts';

const THREE_YEARS = 36;
const day = '2027-02-10';
const until = dayText(addMonths(dayNumber(day), THREE_YEARS));
const here = world('lives', { born: Date.parse(day), users: FEWEST_USERS + 100 });
const people = Array.from({ length: 100 }, (_, index) => here.person(FEWEST_USERS + index));
const lives = people.map((person) => ({ person, events: lifeEventsOf(person, day, until) }));
const withEvent = (event: LifeEvent['event']) =>
  lives.flatMap(({ person, events }) => {
    const found = events.find((one) => one.event === event);
    return found ? [{ person, ...found }] : [];
  });
const slipsOf = (person: Person) =>
  payrollOf(person, { until: startOf(until) })
    .flatMap(({ submissions }) => submissions)
    .sort((a, b) => a.created_at.localeCompare(b.created_at));
const employers = (person: Person, from: Day, to: Day) =>
  new Set(
    slipsOf(person)
      .filter(
        ({ income_information: one }) =>
          one!.pay_interval_start! >= from && one!.pay_interval_end!.slice(0, 10) <= to,
      )
      .map(({ employment_information: job }) => job!.employer_name),
  );

describe('a hundred people in three years', () => {
  it('leave, begin elsewhere, rise, move, fall ill, have children, lose their jobs and retire', () => {
    const counts = Object.fromEntries(
      (
        [
          'left-job',
          'new-job',
          'redundancy',
          'retirement',
          'pay-rise',
          'promotion',
          'moved',
          'parental-leave',
          'sick-leave',
        ] as const
      ).map((event) => [event, withEvent(event).length]),
    );
    for (const count of Object.values(counts)) expect(count, JSON.stringify(counts)).toBeGreaterThan(0);
    expect(counts['left-job']).toBeLessThan(45);
    expect(counts['moved']).toBeLessThan(50);
  });

  it('show a new job in payslips, statements and the tax record from its first day on', () => {
    for (const { person, on, about } of withEvent('new-job').slice(0, 12)) {
      const employer = about.split(' at ')[1]!;
      expect(employers(person, day, dayText(dayNumber(on) - 1)).has(employer)).toBe(false);
      const first = slipsOf(person).find((slip) => slip.employment_information!.employer_name === employer);
      if (!first) continue;
      const paid = first.income_information!.pay_date!.slice(0, 10);
      const statement = statementOf(person, monthFrom(paid, 0), startOf(lastDayOf(monthFrom(paid, 0))))!;
      const credited = statement.transactions.find((line) =>
        line.description.startsWith(employer.toUpperCase()),
      );
      expect(credited?.date).toBe(paid);
      const listed = (at: Day) =>
        incomeOf(person, startOf(at)).some(({ employment }) =>
          employment!.employers!.some((one) => one.employer_name === employer),
        );
      expect([listed(dayText(dayNumber(paid) - 1)), listed(paid)]).toEqual([false, true]);
    }
  });

  it('have a last payslip that names the leave date, with redundancy pay where the job was lost', () => {
    for (const { person, on } of [...withEvent('redundancy'), ...withEvent('left-job')].slice(0, 15)) {
      const last = slipsOf(person).find((slip) => slip.employment_information!.leave_date?.startsWith(on));
      if (!last) continue;
      expect(last.employment_information!.status).toBe('left');
      const types = last.income_information!.earnings!.earning_elements!.map(({ type }) => type);
      const isLost = withEvent('redundancy').some((one) => one.person === person);
      const years = dayNumber(on) - dayNumber(last.employment_information!.start_date!.slice(0, 10));
      if (isLost && years > 366) expect(types).toContain('redundancy_pay');
      else if (!isLost) expect(types).not.toContain('redundancy_pay');
    }
  });

  it('have the new address on payslips from the day of the move, and not before', () => {
    for (const { person, on } of withEvent('moved').slice(0, 8)) {
      const home = person.homes.find(({ from }) => from === on)!;
      for (const slip of slipsOf(person)) {
        const isNew = slip.identity_information!.address!.post_code === home.postCode;
        if (slip.income_information!.pay_date!.slice(0, 10) < on) expect(isNew).toBe(false);
      }
    }
  });

  it('are users whose record knows nothing of what is to come', () => {
    for (const { person, on } of withEvent('moved')) {
      const index = here.indexOf(person.userId)!;
      const { postCode } = person.homes.find(({ from }) => from === on)!;
      expect(startingUserRecord(here, index).post_codes).not.toContain(postCode);
    }
  });

  it('have another role on payslips from a promotion on', () => {
    for (const { person, on, about } of withEvent('promotion').slice(0, 12)) {
      const [role, employer] = about.split(' at ');
      for (const { employment_information: job, income_information: pay } of slipsOf(person)) {
        if (job!.employer_name === employer && pay!.pay_interval_end!.slice(0, 10) < on)
          expect(job!.role).not.toBe(role);
      }
      const roles = slipsOf(person).map(({ employment_information: job }) => job!.role);
      if (until > dayText(dayNumber(on) + 40)) expect(roles).toContain(role);
    }
  });

  it('earned less in the years before the records', () => {
    const early = people
      .map((person) => payrollOf(person, { from: startOf(day) - 9 * 366 * 86_400_000, until: startOf(day) }))
      .flatMap((jobs) => jobs.filter(({ submissions }) => submissions.length > 100))
      .map(({ submissions }) =>
        submissions.map((slip) => Number(slip.income_information!.earnings!.base_salary)),
      );
    const salaried = early.filter((basics) => basics[0]! > 0);
    expect(salaried.length).toBeGreaterThan(10);
    for (const basics of salaried) {
      expect(Math.max(...basics.slice(0, 6))).toBeLessThan(Math.max(...basics.slice(-24)));
    }
  });
});

describe('a thousand people in three years', () => {
  const many = world('deaths', { born: Date.parse(day), users: FEWEST_USERS + 1000 });
  const all = Array.from({ length: 1000 }, (_, index) => many.person(FEWEST_USERS + index));
  const dead = all.filter(({ died }) => died !== null && died <= until);

  it('retire at 66 or later, and most of them on a pension', () => {
    const retired = all.flatMap((person) => {
      const found = lifeEventsOf(person, day, until).find(({ event }) => event === 'retirement');
      return found ? [{ person, on: found.on }] : [];
    });
    expect(retired.length).toBeGreaterThan(5);
    for (const { person, on } of retired)
      expect(on >= dayText(addMonths(dayNumber(person.identity.dateOfBirth!), 12 * 66))).toBe(true);
    const pensioners = retired.filter(({ person }) =>
      person.jobs.some(({ employment }) => employment.type === 'pension'),
    );
    expect(pensioners.length).toBeGreaterThan(retired.length / 2);
    for (const { person, on } of pensioners.slice(0, 4)) {
      const next = slipsOf(person).filter(
        ({ employment_information: job }) => (job!.start_date ?? '').slice(0, 10) > on,
      );
      if (dayNumber(until) - dayNumber(on) > 62) expect(next.length).toBeGreaterThan(0);
      for (const { employment_information: job, income_information: pay } of next)
        expect([job!.type, pay!.deductions!.employee_ni]).toEqual(['pension', '0.00']);
    }
  });

  it('have not retired when they leave young and begin nothing else', () => {
    const young = all.find(({ identity }) => identity.dateOfBirth! > '1990')!;
    const { key, provider, employment } = young.jobs[0]!;
    const jobs = [{ key, provider, employment: { ...employment, leave: '2028-03-01', events: [] } }];
    const [left] = lifeEventsOf({ ...young, homes: [], died: null, jobs }, day, until);
    expect(left?.event).toBe('left-job');
  });

  it('die now and then, and nothing of their lives goes on', () => {
    expect(dead.length).toBeGreaterThan(2);
    expect(dead.length).toBeLessThan(30);
    for (const person of dead) {
      const died = person.died!;
      const events = lifeEventsOf(person, day, until);
      expect(events.at(-1)).toMatchObject({ on: died, event: 'death' });
      for (const { employment_information: job, income_information: pay } of slipsOf(person)) {
        expect(pay!.pay_interval_start!.slice(0, 10) <= died).toBe(true);
        if (pay!.pay_interval_end!.slice(0, 10) >= died) expect(job!.leave_date).toContain(died);
      }
      const months = [0, 1, 2].map((after) => statementOf(person, monthFrom(died, after), startOf(until)));
      const spent = months.flatMap((one) => one?.transactions ?? []).filter(({ type }) => type === 'debit');
      expect(spent.filter(({ date }) => date > died)).toEqual([]);
    }
  });
});

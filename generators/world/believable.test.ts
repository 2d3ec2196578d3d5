import { describe, expect, it } from 'vitest';
import { addMonths, dayNumber, dayText, weekday } from '../calendar.ts';
import { homeWith } from '../people/drawn-person.ts';
import { payslipsOf } from '../people/payroll.ts';
import { statementOf } from '../people/statement-of.ts';
import { trades } from '../people/trades.ts';
import { isWorkingDay } from '../uk/bank-holidays.ts';
import { recurringIndexes } from './starting-links.ts';
import { startingUser } from './starting-user.ts';
import { FEWEST_USERS, world } from './world.ts';

const PEOPLE = 100;

describe.each(['1998-04-07', '2026-11-15', '2061-01-02'])('a hundred people in a world born on %s', (day) => {
  const here = world('believable', { born: Date.parse(day), users: FEWEST_USERS + PEOPLE });
  const indexes = Array.from({ length: PEOPLE }, (_, index) => FEWEST_USERS + index);
  const people = indexes.map((index) => here.person(index));
  // Payslips take a while to work out: a few of the hundred stand for all.
  const some = people.slice(0, 30);
  const personas = Array.from({ length: FEWEST_USERS }, (_, index) => here.person(index));

  it('linked their accounts on many days, by day, after they were created', () => {
    const linked = indexes.flatMap((index) => {
      const { user, accounts } = startingUser(here, index);
      for (const { created_at } of accounts) expect(created_at > user.created_at).toBe(true);
      return accounts.map(({ created_at }) => created_at);
    });
    expect(new Set(linked.map((at) => at.slice(0, 10))).size).toBeGreaterThan(30);
    expect(new Set(linked.map((at) => at.slice(11, 13))).size).toBeGreaterThan(8);
    for (const at of linked) expect(at < `${day}T00:00`).toBe(true);
  });

  it('came to the lender by day', () => {
    for (const index of indexes)
      expect(startingUser(here, index).user.created_at.slice(11)).toMatch(/^(0[7-9]|1\d|2[01]):/);
  });

  it('mostly stay in their town when they move', () => {
    const moves = people.flatMap(({ homes }) =>
      homes.slice(1).map(({ city }, index) => city === homes[index]?.city),
    );
    expect(moves.length).toBeGreaterThan(40);
    expect(moves.filter(Boolean).length / moves.length).toBeGreaterThan(0.7);
  });

  it('work where their work is done', () => {
    const where: Record<string, RegExp> = {
      'Care assistant': /Care/,
      'Dental nurse': /Dental/,
      Physiotherapist: /Physio|Clinic/,
      Courier: /Courier|Deliver/,
      Solicitor: /Solicitors|Legal/,
      'Pharmacy assistant': /Pharmacy|Chemists/,
      Electrician: /Electrical|Heating/,
    };
    for (const { jobs } of people)
      for (const { employment } of jobs)
        expect(employment.employer.name).toMatch(where[employment.role] ?? /./);
  });

  it('leave on working days, unless they die, and have a pension once they retire', () => {
    let pensions = 0;
    for (const { jobs, died } of people)
      for (const { employment } of jobs) {
        const { leave, type, start, role } = employment;
        // Teachers leave at the end of a term.
        if (role === 'Teacher' && leave !== null && leave !== died)
          expect(['04-30', '08-31', '12-31']).toContain(leave.slice(5));
        else if (leave !== null && leave !== died) expect(isWorkingDay(dayNumber(leave)), leave).toBe(true);
        if (type !== 'pension') continue;
        pensions += 1;
        expect(jobs.some((job) => (job.employment.leave ?? '9999') < start)).toBe(true);
      }
    expect(pensions).toBeGreaterThan(0);
  });

  it('get their rises in several months, and titles that there are', () => {
    const rises = people.flatMap(({ jobs }) =>
      jobs.flatMap(({ employment }) => employment.events.filter((one) => one.kind === 'pay-rise')),
    );
    const months = new Set(
      rises.filter(({ role }) => role === undefined).map(({ from }) => from.slice(5, 7)),
    );
    expect(months.size).toBeGreaterThan(3);
    for (const { role = '' } of rises) expect(role).not.toMatch(/(Senior|Lead|Principal) ([A-Z]|head)/);
  });

  it('work in academies and hospital trusts in England alone', () => {
    for (const { jobs, homes } of people)
      for (const { employment } of jobs) {
        const { country } = homes.findLast(({ from }) => from <= employment.start) ?? homes[0]!;
        if (/Academies|Hospitals Trust/.test(employment.employer.name)) expect(country).toBe('England');
      }
  });

  it('see their national insurance letter on every payslip but that of a pension', () => {
    for (const { jobs } of some)
      for (const job of jobs)
        for (const { deductions } of payslipsOf(job, day).slice(-12)) {
          const lines = deductions.elements.filter(({ type }) => type === 'employee_ni');
          expect(lines.map(({ description }) => /^National insurance \(\w\)$/.test(description))).toEqual(
            job.employment.type === 'pension' ? [] : [true],
          );
        }
  });

  it('gave both kinds of consent', () => {
    const recurring = indexes.filter((index) =>
      startingUser(here, index).authorisations.some(({ term }) => term === 'recurring'),
    );
    expect(recurring.length).toBeGreaterThan(20);
    expect(recurring.length).toBeLessThan(50);
    expect(recurringIndexes(here)).toEqual(recurring);
  });

  it('began their jobs on working days, when they were old enough and not on a birthday', () => {
    for (const { jobs } of [...people, ...personas])
      for (const { employment } of jobs) expect(isWorkingDay(dayNumber(employment.start))).toBe(true);
    let onBirthday = 0;
    for (const { identity, jobs } of people)
      for (const { employment } of jobs) {
        const born = dayNumber(identity.dateOfBirth ?? '');
        const { age = 16 } = trades.find(({ role }) => role === employment.role) ?? {};
        const ready = dayText(addMonths(born, 12 * Math.min(age, 22)));
        // Those who have just grown up may still be learning.
        if (employment.start < ready)
          expect(employment.start >= dayText(addMonths(born, 12 * 16))).toBe(true);
        if (employment.start.slice(5) === identity.dateOfBirth?.slice(5)) onBirthday += 1;
        if (employment.role === 'Nurse') expect(employment.start >= ready).toBe(true);
      }
    expect(onBirthday).toBeLessThan(4);
  });

  it('are paid on working days, by the calendar of the banks', () => {
    for (const { jobs } of [...some, ...personas])
      for (const job of jobs)
        for (const { payDate } of payslipsOf(job, day).slice(-60))
          expect([0, 6], `${job.employment.role} on ${payDate}`).not.toContain(weekday(dayNumber(payDate)));
  });

  it('have closing balances that are spread, and bills that banks can collect', () => {
    const month = dayText(addMonths(dayNumber(day), -2)).slice(0, 7);
    const statements = some.flatMap((person) => statementOf(person, month, Date.parse(day)) ?? []);
    const bands = new Map<number, number>();
    for (const { closingPence } of statements) {
      const band = Math.floor(closingPence / 10_000);
      bands.set(band, (bands.get(band) ?? 0) + 1);
    }
    expect(Math.max(...bands.values())).toBeLessThan(some.length / 5);
    const debits = statements.flatMap(({ transactions }) =>
      transactions.filter(({ description }) => /^(DIRECT DEBIT|STANDING ORDER)/.test(description)),
    );
    expect(debits.length).toBeGreaterThan(100);
    for (const { date, description } of debits) {
      expect(isWorkingDay(dayNumber(date)), `${description} on ${date}`).toBe(true);
      expect(description).not.toContain('LONDON COUNCIL TAX');
    }
  });

  it('have earnings in units that fit their names', () => {
    for (const { jobs } of [...some, ...personas])
      for (const job of jobs)
        for (const { earnings } of payslipsOf(job, day).slice(-12))
          for (const { type, unit } of earnings) if (type === 'hours') expect(unit).toBe('hour');
  });
});

it.each([
  ['HU1 1AA', 'Hull', 'England'],
  ['CH1 1AA', 'Chester', 'England'],
  ['CH5 1AA', 'Mold', 'Wales'],
  ['LA1 1AA', 'Lancaster', 'England'],
  ['OL1 1AA', 'Oldham', 'England'],
  ['SL1 1AA', 'Slough', 'England'],
  ['TQ1 1AA', 'Torquay', 'England'],
  ['ZE1 0AA', 'Lerwick', 'Scotland'],
  ['LD1 5AA', 'Llandrindod Wells', 'Wales'],
  ['TD15 1AA', 'Galashiels', 'England'],
])('%s is near %s in %s', (postCode, city, country) => {
  expect(homeWith(postCode, '1900-01-01')).toMatchObject({ city, country });
});

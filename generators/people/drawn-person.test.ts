import { describe, expect, it } from 'vitest';
import { instantOf } from '../calendar.ts';
import { seededUuid } from '../ids.ts';
import { drawnPerson, mainJob } from './drawn-person.ts';
import { payrollOfJob } from './payroll.ts';

describe('the person drawn for a user of whom nothing is known', () => {
  it.each(['2023-02-28', '2026-04-07', '2026-11-15', '2029-12-31'])(
    'has a whole year of payslips on %s',
    (today) => {
      const until = Date.parse(instantOf(today));
      const from = until - 366 * 86_400_000;
      for (let one = 0; one < 300; one += 1) {
        const user = { user_id: seededUuid(`drawn/${one}`), created_at: instantOf(today) };
        const person = drawnPerson(user);
        const job = mainJob(person, Date.parse(user.created_at))!;
        // A payslip takes its time to reckon: the first day in the job says for all that there are enough of them.
        expect(Date.parse(job.employment.start)).toBeLessThan(from);
        expect(job.employment.leave).toBeNull();
        if (one < 3) expect(`${payrollOfJob(person, job, { until, from }).length}`).toMatch(/^1[23]$/);
      }
    },
  );

  it('has no payslip from before they were of age, where their age is known', () => {
    const user = { user_id: seededUuid('young'), created_at: '2026-11-15T00:00:00.000Z' };
    const person = drawnPerson({ ...user, date_of_birth: '2008-05-04T00:00:00.000Z' });
    const found = payrollOfJob(person, mainJob(person, Date.parse(user.created_at))!, {
      until: Date.parse(user.created_at),
    });
    expect(found.length).toBeGreaterThan(0);
    for (const { income_information } of found)
      expect(income_information?.pay_interval_start?.slice(0, 10) ?? '').toSatisfy(
        (day: string) => day >= '2026-05-04',
      );
  });
});

import { everyFriday, homeIn, hourly, jobAt, salary } from './employed.ts';
import type { Persona } from './persona.ts';

const GIG_WEEKS = [88, 102, 64, 121, 97, 45, 0, 110, 93, 131, 76, 84, 118, 59, 101, 20, 95, 127, 83].map(
  (n) => n * 100,
);

/** People who differ in how they are paid. */
export const paidPeople: readonly Persona[] = [
  {
    key: 'steady-salary',
    description:
      'Ada Fairweather has been an accountant in Leeds since 2019, paid monthly, with a small rise each April.',
    purpose:
      'The ordinary case: a linked account, a year of payslips, statements and tax data that all agree.',
    known: {
      identity: { forename: 'Ada', surname: 'Fairweather', dateOfBirth: '1988-05-17' },
      homes: [homeIn.leeds('LS6 2AQ')],
      jobs: [
        jobAt('cindermoor', {
          role: 'Accountant',
          start: '2019-09-02',
          basicPay: salary(38_400),
          events: [
            { kind: 'pay-rise', from: '2025-04-01', basicPay: salary(39_600) },
            { kind: 'pay-rise', from: '2026-04-01', basicPay: salary(41_000) },
          ],
        }),
      ],
    },
    start: { statements: ['2026-07', '2026-08', '2026-09'], user: { ext_id: 'applicant-0001' } },
    reaches: ['rule: England', 'rule: region from the payslip', 'rule: age from the payslip'],
  },
  {
    key: 'weekly-paid',
    description:
      'Barnaby Holt drives a fork-lift in Nottingham and is paid every Friday, with overtime in busy weeks.',
    purpose:
      'Pay periods that straddle months: each net pay is split by days. Overtime has quantity, rate and unit.',
    known: {
      identity: { forename: 'Barnaby', surname: 'Holt', dateOfBirth: '1979-11-03' },
      homes: [homeIn.nottingham('NG7 3DP')],
      jobs: [
        jobAt('cobblewharf', {
          role: 'Fork-lift driver',
          start: '2021-02-01',
          frequency: 'weekly',
          payDay: everyFriday,
          basicPay: hourly(1345, 40),
          events: [
            '2025-11-20',
            '2025-12-04',
            '2025-12-11',
            '2025-12-18',
            '2026-03-19',
            '2026-07-09',
            '2026-09-10',
          ].map(
            (on) =>
              ({
                kind: 'overtime',
                on,
                description: 'Overtime at time and a half',
                quantity: 650,
                rate: 2018,
                unit: 'hour',
              }) as const,
          ),
        }),
      ],
    },
    start: { statements: ['2026-09'] },
    reaches: ['rule: net pay split by days'],
  },
  {
    key: 'four-weekly-nurse',
    description:
      'Chiara Okafor nurses in Liverpool on four-weekly pay, with a net-pay pension and a postgraduate loan.',
    purpose:
      'Thirteen payslips a year, so that one month has two; pension before tax; two kinds of student loan.',
    known: {
      identity: { forename: 'Chiara', surname: 'Okafor', dateOfBirth: '1993-08-21' },
      homes: [homeIn.liverpool('L8 5RE')],
      jobs: [
        jobAt('lindenmarsh', {
          role: 'Nurse',
          start: '2018-10-15',
          frequency: 'four-weekly',
          payDay: everyFriday,
          basicPay: salary(37_300),
          studentLoans: ['2', 'PG'],
          pension: {
            kind: 'workplace',
            method: 'net-pay',
            basis: 'basic-pay',
            employee: 980,
            employer: 2060,
            enrolment: 'contractual',
          },
          events: [{ kind: 'pay-rise', from: '2026-04-01', basicPay: salary(38_700) }],
        }),
      ],
    },
  },
  {
    key: 'gig-worker',
    description:
      'Dev Sharma rides deliveries in Manchester: every week another sum, tips on top, and one week with none.',
    purpose:
      'Variable pay only: base salary is nil, fixed pay is nil, and affordability swings from month to month.',
    known: {
      identity: { forename: 'Dev', surname: 'Sharma', dateOfBirth: '2001-01-30' },
      homes: [homeIn.manchester('M14 6WT')],
      jobs: [
        jobAt('pedalbright', {
          role: 'Courier',
          type: 'casual',
          start: '2024-09-02',
          frequency: 'weekly',
          payDay: everyFriday,
          basicPay: {
            kind: 'variable',
            rate: 455,
            unit: 'delivery',
            description: 'Deliveries',
            quantities: GIG_WEEKS,
          },
          pension: { kind: 'none' },
          events: ['2025-12-19', '2026-02-13', '2026-05-01', '2026-08-28'].map(
            (on, index) => ({ kind: 'tips', on, description: 'Tips', amount: 1850 + 430 * index }) as const,
          ),
        }),
      ],
    },
  },
  {
    key: 'two-jobs',
    description: 'Efa Bevan teaches in Cardiff and waits tables on weekends, taxed at the basic rate there.',
    purpose:
      'Two linked accounts whose pay periods overlap; the tax authority lists two employers in one year.',
    known: {
      identity: { forename: 'Efa', surname: 'Bevan', dateOfBirth: '1990-03-09' },
      homes: [homeIn.cardiff('CF24 3NR')],
      jobs: [
        jobAt('quillhurst', {
          role: 'Teacher',
          start: '2016-09-01',
          basicPay: salary(43_600),
          taxCode: 'C1257L',
        }),
        jobAt(
          'lanternby',
          {
            role: 'Waiter',
            type: 'part_time',
            start: '2025-03-03',
            frequency: 'weekly',
            payDay: everyFriday,
            basicPay: hourly(1290, 11),
            taxCode: 'CBR',
            pension: { kind: 'none' },
          },
          { key: 'second', provider: 'ruddockby' },
        ),
      ],
    },
    start: { accounts: [{ job: 'main' }, { job: 'second' }] },
    reaches: ['rule: overlapping periods add up', 'rule: Wales'],
  },
];

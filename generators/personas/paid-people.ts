import { everyFewWeeks, everyFriday, homeIn, hourly, jobAt, riseEachApril, salary } from './employed.ts';
import type { Persona } from './persona.ts';

const GIG_WEEKS = [88, 102, 64, 121, 97, 45, 0, 110, 93, 131, 76, 84, 118, 59, 101, 20, 95, 127, 83].map(
  (n) => n * 100,
);

/** People who differ in how they are paid. */
export const paidPeople: readonly Persona[] = [
  {
    key: 'steady-salary',
    description:
      'Ada Fairweather has been an accountant in Leeds for seven years, paid monthly, with a small rise each April.',
    purpose:
      'The ordinary case: a linked account, a year of payslips, statements and tax data that all agree.',
    known: {
      identity: { forename: 'Ada', surname: 'Fairweather', dateOfBirth: 'aged 38, birthday 17 May' },
      homes: [homeIn.leeds('LS6 2AQ')],
      jobs: [
        jobAt('cindermoor', {
          role: 'Accountant',
          start: '7 years 1 month ago',
          basicPay: salary(32_000),
          events: [riseEachApril(41_000, 32)],
        }),
      ],
    },
    start: { statements: [3, 2, 1], user: { ext_id: 'applicant-0001' } },
    reaches: ['rule: England', 'rule: region from the payslip', 'rule: age from the payslip'],
  },
  {
    key: 'weekly-paid',
    description:
      'Barnaby Holt drives a fork-lift in Nottingham and is paid every Friday, with overtime in busy weeks.',
    purpose:
      'Pay periods that straddle months: each net pay is split by days. Overtime has quantity, rate and unit.',
    known: {
      identity: { forename: 'Barnaby', surname: 'Holt', dateOfBirth: 'aged 46, birthday 3 November' },
      homes: [homeIn.nottingham('NG7 3DP')],
      jobs: [
        jobAt('cobblewharf', {
          role: 'Fork-lift driver',
          start: '5 years 8 months ago',
          frequency: 'weekly',
          payDay: everyFriday,
          basicPay: hourly(1345, 40),
          events: [
            everyFewWeeks([315, 301, 294, 287, 196, 84, 21], (on) => ({
              kind: 'overtime',
              on,
              description: 'Overtime at time and a half',
              quantity: 650,
              rate: 2018,
              unit: 'hour',
            })),
          ],
        }),
      ],
    },
    start: { statements: [1] },
    reaches: ['rule: net pay split by days'],
  },
  {
    key: 'four-weekly-nurse',
    description:
      'Chiara Okafor nurses in Liverpool on four-weekly pay, with a net-pay pension and a postgraduate loan.',
    purpose:
      'Thirteen payslips a year, so that one month has two; pension before tax; two kinds of student loan.',
    known: {
      identity: { forename: 'Chiara', surname: 'Okafor', dateOfBirth: 'aged 33, birthday 21 August' },
      homes: [homeIn.liverpool('L8 5RE')],
      jobs: [
        jobAt('lindenmarsh', {
          role: 'Nurse',
          start: '8 years ago',
          frequency: 'four-weekly',
          payDay: everyFriday,
          basicPay: salary(29_500),
          studentLoans: ['2', 'PG'],
          pension: {
            kind: 'workplace',
            method: 'net-pay',
            basis: 'basic-pay',
            employee: 980,
            employer: 2060,
            enrolment: 'contractual',
          },
          events: [riseEachApril(38_700, 36)],
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
      identity: { forename: 'Dev', surname: 'Sharma', dateOfBirth: 'aged 25, birthday 30 January' },
      homes: [homeIn.manchester('M14 6WT')],
      jobs: [
        jobAt('pedalbright', {
          role: 'Courier',
          type: 'casual',
          start: '2 years 1 month ago',
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
          events: [
            everyFewWeeks([286, 230, 153, 34], (on, index) => ({
              kind: 'tips',
              on,
              description: 'Tips',
              amount: 1850 + 430 * index,
            })),
          ],
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
      identity: { forename: 'Efa', surname: 'Bevan', dateOfBirth: 'aged 36, birthday 9 March' },
      homes: [homeIn.cardiff('CF24 3NR')],
      jobs: [
        jobAt('quillhurst', {
          role: 'Teacher',
          start: '10 years 1 month ago',
          basicPay: salary(43_600),
          taxCode: 'C1257L',
        }),
        jobAt(
          'lanternby',
          {
            role: 'Waiter',
            type: 'part_time',
            start: '19 months ago',
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

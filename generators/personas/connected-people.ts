import { everyFriday, homeIn, hourly, jobAt, monthlySince, salary } from './employed.ts';
import type { Persona } from './persona.ts';

/** People whose access to their payroll is in a certain state. */
export const connectedPeople: readonly Persona[] = [
  {
    key: 'mfa-code-pending',
    description: 'Xenia Morley has logged in at her provider and has not typed in the code yet.',
    purpose: 'An account that is PENDING; the code 1234 links it, five wrong ones lock it.',
    known: {
      identity: { forename: 'Xenia', surname: 'Morley', dateOfBirth: 'aged 36, birthday 1 December' },
      homes: [homeIn.london('N16 8HJ')],
      jobs: [
        jobAt(
          'underhay',
          { role: 'Buyer', start: '6 years 4 months ago', basicPay: salary(37_000) },
          { provider: 'dunnockby-online' },
        ),
      ],
    },
    start: {
      accounts: [{ job: 'main', status: 'PENDING' }],
      entries: [],
    },
  },
  {
    key: 'mfa-date-pending',
    description: 'Yusuf Karim is asked for the day on which he started, and has not answered.',
    purpose: 'An account that is PENDING; the first day of his job links it, three wrong dates lock it.',
    known: {
      identity: { forename: 'Yusuf', surname: 'Karim', dateOfBirth: 'aged 50, birthday 27 March' },
      homes: [homeIn.nottingham('NG5 2DA')],
      jobs: [
        jobAt('orchard-lyn', {
          role: 'Care home manager',
          start: '7 years 1 month ago',
          basicPay: salary(42_200),
        }),
      ],
    },
    start: {
      accounts: [{ job: 'main', status: 'PENDING' }],
      entries: [],
    },
  },
  {
    key: 'mfa-password-characters-pending',
    description: 'Zoe Hartwell is asked for the first, fourth and sixth character of her password.',
    purpose: 'An account that is PENDING; the characters adx link it, three wrong answers lock it.',
    known: {
      identity: { forename: 'Zoe', surname: 'Hartwell', dateOfBirth: 'aged 28, birthday 7 July' },
      homes: [homeIn.manchester('M21 9EN')],
      jobs: [
        jobAt('vixenbridge', {
          role: 'Visual merchandiser',
          start: '3 years 8 months ago',
          basicPay: salary(27_800),
        }),
      ],
    },
    start: {
      accounts: [{ job: 'main', status: 'PENDING' }],
      entries: [],
    },
  },
  {
    key: 'locked-provider',
    description: 'Alfie Stamp typed the wrong code once too often; his provider has locked him out.',
    purpose: 'An account that is LOCKED: connection queries and answers to the second factor are refused.',
    known: {
      identity: { forename: 'Alfie', surname: 'Stamp', dateOfBirth: 'aged 30, birthday 11 November' },
      homes: [homeIn.leeds('LS11 5JL')],
      jobs: [jobAt('zinnia-row', { role: 'Bookseller', start: '4 years ago', basicPay: salary(24_600) })],
    },
    start: {
      accounts: [{ job: 'main', status: 'LOCKED' }],
      entries: [],
    },
  },
  {
    key: 'first-query',
    description: 'Bea Thornley has just linked her account, and nobody has asked for her payslips yet.',
    purpose:
      'The first connection query finds the whole lookback period, twelve payslips; the second nothing.',
    known: {
      identity: { forename: 'Bea', surname: 'Thornley', dateOfBirth: 'aged 43, birthday 29 May' },
      homes: [homeIn.exeter('EX2 8LD')],
      jobs: [
        jobAt('fallowgate', (begins) => ({
          role: 'Tour planner',
          start: '11 years 5 months ago',
          payDay: monthlySince(15, begins),
          basicPay: salary(30_200),
        })),
      ],
    },
    start: { entries: [] },
  },
  {
    key: 'short-lookback',
    description: 'Cem Aydin has been with his firm for years, but the lender looks back three months only.',
    purpose:
      "The user's payroll_period_months overrides the client's: the first connection query finds three payslips.",
    known: {
      identity: { forename: 'Cem', surname: 'Aydin', dateOfBirth: 'aged 54, birthday 8 August' },
      homes: [homeIn.bristol('BS7 8PR')],
      jobs: [
        jobAt('hazelbatch', (begins) => ({
          role: 'Electrician',
          start: '15 years 6 months ago',
          payDay: monthlySince(15, begins),
          basicPay: salary(38_900),
        })),
      ],
    },
    start: { user: { payroll_period_months: 3 }, entries: [] },
  },
  {
    key: 'nothing-new',
    description: 'Dora Finch retired two months ago; her last payslip has long been retrieved.',
    purpose: 'Connection queries find nothing new, however far the clock moves: no entry and no event.',
    known: {
      identity: { forename: 'Dora', surname: 'Finch', dateOfBirth: '66 years 7 months ago' },
      homes: [homeIn.norwich('NR1 2HG')],
      jobs: [
        jobAt('eastcombe-tarn', {
          role: 'Librarian',
          start: '28 years 1 month ago',
          leave: 'last of the month 2 months ago',
          basicPay: salary(29_300),
          events: [{ kind: 'ni-category', from: '7 months ago', niCategory: 'C' }],
        }),
      ],
    },
  },
  {
    key: 'connections-disabled',
    description: 'Emil Novak has a linked account, but payroll connections are switched off for him.',
    purpose: 'The payroll connections endpoint refuses, although the client allows connections.',
    known: {
      identity: { forename: 'Emil', surname: 'Novak', dateOfBirth: 'aged 38, birthday 18 August' },
      homes: [homeIn.edinburgh('EH3 9QN')],
      jobs: [
        jobAt(
          'amberholt',
          { role: 'Underwriter', start: '7 years 5 months ago', basicPay: salary(45_000), taxCode: 'S1257L' },
          { provider: 'umberfold-core' },
        ),
      ],
    },
    start: { user: { payroll_connections_enabled: false } },
  },
  {
    key: 'no-authorisation',
    description: 'Flora Keane has linked an account and never accepted any terms.',
    purpose: 'Every call that retrieves data is refused for want of an authorisation.',
    known: {
      identity: { forename: 'Flora', surname: 'Keane', dateOfBirth: 'aged 29, birthday 23 September' },
      homes: [homeIn.belfast('BT7 1NN')],
      jobs: [
        jobAt('tansyfield', {
          role: 'Nursery teacher',
          start: '5 years 1 month ago',
          basicPay: salary(25_700),
        }),
      ],
    },
    start: { authorisations: [], entries: [], income: false },
  },
  {
    key: 'revoked-authorisation',
    description: 'Gil Romero accepted the terms and withdrew a week later.',
    purpose: 'An authorisation that is listed and authorises nothing; naming it in the header is refused.',
    known: {
      identity: { forename: 'Gil', surname: 'Romero', dateOfBirth: 'aged 42, birthday 13 January' },
      homes: [homeIn.london('SW2 5RZ')],
      jobs: [
        jobAt('gorsewick', { role: 'Copywriter', start: '6 years 7 months ago', basicPay: salary(35_600) }),
      ],
    },
    start: {
      linkedAt: '3 weeks ago at 10:00',
      authorisations: [{ term: 'one-time-2', revoked: true }],
      entries: [{ job: 'main', at: '3 weeks ago at 10:01' }],
    },
  },
  {
    key: 'recurring-monthly',
    description: 'Hetty Crane lets the lender look at her pay every month; it has done so three times.',
    purpose:
      'A recurring authorisation and MONTHLY checks: move the clock past a pay day and a check to see an event.',
    known: {
      identity: { forename: 'Hetty', surname: 'Crane', dateOfBirth: 'aged 40, birthday 16 June' },
      homes: [homeIn.leeds('LS4 2EJ')],
      jobs: [
        jobAt('dapplefold', {
          role: 'Rent officer',
          start: '7 years 10 months ago',
          basicPay: salary(31_400),
        }),
      ],
    },
    start: {
      user: {
        recurring_checks_enabled: true,
        recurring_check_frequency: 'MONTHLY',
        recurring_check_end_date: 'in 15 months at 00:00',
      },
      linkedAt: 'the 20th 2 months ago at 08:00',
      authorisations: [{ term: 'recurring' }],
      entries: [
        { job: 'main', at: 'the 20th 2 months ago at 08:00:30' },
        { job: 'main', at: 'the 20th 1 month ago at 08:00' },
        { job: 'main', at: 'the 20th at 08:00' },
      ],
    },
  },
  {
    key: 'recurring-weekly',
    description: 'Idris Parry is paid every Friday, and the lender looks every week.',
    purpose: 'A recurring authorisation and WEEKLY checks: something new with each check.',
    known: {
      identity: { forename: 'Idris', surname: 'Parry', dateOfBirth: 'aged 27, birthday 3 March' },
      homes: [homeIn.swansea('SA1 8AJ')],
      jobs: [
        jobAt('drovelane', {
          role: 'Parcel sorter',
          start: '23 months ago',
          frequency: 'weekly',
          payDay: everyFriday,
          basicPay: hourly(1275, 37),
          taxCode: 'C1257L',
        }),
      ],
    },
    start: {
      user: {
        recurring_checks_enabled: true,
        recurring_check_frequency: 'WEEKLY',
        recurring_check_end_date: 'in 15 months at 00:00',
      },
      linkedAt: '17 days ago at 08:00',
      authorisations: [{ term: 'recurring' }],
      entries: [
        { job: 'main', at: '17 days ago at 08:00:30' },
        { job: 'main', at: '10 days ago at 08:00' },
        { job: 'main', at: '3 days ago at 08:00' },
      ],
    },
  },
  {
    key: 'recurring-ended',
    description: "Jonas Weir's recurring checks ended some weeks ago.",
    purpose: 'Checks are enabled and authorised, but past their end date: the clock brings no more of them.',
    known: {
      identity: { forename: 'Jonas', surname: 'Weir', dateOfBirth: 'aged 54, birthday 30 December' },
      homes: [homeIn.glasgow('G12 8PD')],
      jobs: [
        jobAt('sedgewold', {
          role: 'Registrar',
          start: '21 years 2 months ago',
          basicPay: salary(40_800),
          taxCode: 'S1257L',
        }),
      ],
    },
    start: {
      user: {
        recurring_checks_enabled: true,
        recurring_check_frequency: 'MONTHLY',
        recurring_check_end_date: 'the 20th 1 month ago, 8 days later at 00:00',
      },
      linkedAt: 'the 20th 2 months ago at 08:00',
      authorisations: [{ term: 'recurring' }],
      entries: [
        { job: 'main', at: 'the 20th 2 months ago at 08:00:30' },
        { job: 'main', at: 'the 20th 1 month ago at 08:00' },
      ],
    },
  },
  {
    key: 'recurring-not-authorised',
    description: 'Kasia Lis has recurring checks switched on, but agreed to a single look.',
    purpose: 'Recurring checks need a recurring authorisation: with a one-time one the clock brings none.',
    known: {
      identity: { forename: 'Kasia', surname: 'Lis', dateOfBirth: 'aged 34, birthday 21 May' },
      homes: [homeIn.manchester('M16 0SW')],
      jobs: [
        jobAt('ivelwood', { role: 'Test engineer', start: '4 years 8 months ago', basicPay: salary(39_900) }),
      ],
    },
    start: {
      user: {
        recurring_checks_enabled: true,
        recurring_check_frequency: 'WEEKLY',
        recurring_check_end_date: 'in 15 months at 00:00',
      },
    },
  },
];

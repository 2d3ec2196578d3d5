import { everyFriday, homeIn, hourly, jobAt, salary } from './employed.ts';
import type { Persona } from './persona.ts';

/** People whose access to their payroll is in a certain state. */
export const connectedPeople: readonly Persona[] = [
  {
    key: 'mfa-code-pending',
    description: 'Xenia Morley has logged in at her provider and has not typed in the code yet.',
    purpose: 'An account that is PENDING; the code 1234 links it, five wrong ones lock it.',
    known: {
      identity: { forename: 'Xenia', surname: 'Morley', dateOfBirth: '1989-12-01' },
      homes: [homeIn.london('N16 8HJ')],
      jobs: [
        jobAt(
          'underhay',
          { role: 'Buyer', start: '2020-06-01', basicPay: salary(37_000) },
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
    purpose: 'An account that is PENDING; the date 2019-09-02 links it, three wrong ones lock it.',
    known: {
      identity: { forename: 'Yusuf', surname: 'Karim', dateOfBirth: '1976-03-27' },
      homes: [homeIn.nottingham('NG5 2DA')],
      jobs: [
        jobAt('orchard-lyn', { role: 'Care home manager', start: '2019-09-02', basicPay: salary(42_200) }),
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
      identity: { forename: 'Zoe', surname: 'Hartwell', dateOfBirth: '1998-07-07' },
      homes: [homeIn.manchester('M21 9EN')],
      jobs: [
        jobAt('vixenbridge', { role: 'Visual merchandiser', start: '2023-01-16', basicPay: salary(27_800) }),
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
      identity: { forename: 'Alfie', surname: 'Stamp', dateOfBirth: '1995-11-11' },
      homes: [homeIn.leeds('LS11 5JL')],
      jobs: [jobAt('zinnia-row', { role: 'Bookseller', start: '2022-10-03', basicPay: salary(24_600) })],
    },
    start: {
      accounts: [{ job: 'main', status: 'LOCKED' }],
      entries: [],
    },
  },
  {
    key: 'first-query',
    description: 'Bea Thornley linked her account this morning, and nobody has asked for her payslips yet.',
    purpose: 'The first connection query finds the whole lookback period, the second nothing.',
    known: {
      identity: { forename: 'Bea', surname: 'Thornley', dateOfBirth: '1983-05-29' },
      homes: [homeIn.exeter('EX2 8LD')],
      jobs: [jobAt('fallowgate', { role: 'Tour planner', start: '2015-05-05', basicPay: salary(30_200) })],
    },
    start: { entries: [] },
  },
  {
    key: 'short-lookback',
    description: 'Cem Aydin has been with his firm for years, but the lender looks back three months only.',
    purpose:
      "The user's payroll_period_months overrides the client's: the first connection query finds three payslips.",
    known: {
      identity: { forename: 'Cem', surname: 'Aydin', dateOfBirth: '1972-08-08' },
      homes: [homeIn.bristol('BS7 8PR')],
      jobs: [jobAt('hazelbatch', { role: 'Electrician', start: '2011-03-21', basicPay: salary(38_900) })],
    },
    start: { user: { payroll_period_months: 3 }, entries: [] },
  },
  {
    key: 'nothing-new',
    description: 'Dora Finch retired in August 2026; her last payslip has long been retrieved.',
    purpose: 'Connection queries find nothing new, however far the clock moves: no entry and no event.',
    known: {
      identity: { forename: 'Dora', surname: 'Finch', dateOfBirth: '1960-02-15' },
      homes: [homeIn.norwich('NR1 2HG')],
      jobs: [
        jobAt('eastcombe-tarn', {
          role: 'Librarian',
          start: '1998-09-07',
          leave: '2026-08-31',
          basicPay: salary(29_300),
          events: [{ kind: 'ni-category', from: '2026-02-15', niCategory: 'C' }],
        }),
      ],
    },
  },
  {
    key: 'connections-disabled',
    description: 'Emil Novak has a linked account, but payroll connections are switched off for him.',
    purpose: 'The payroll connections endpoint refuses, although the client allows connections.',
    known: {
      identity: { forename: 'Emil', surname: 'Novak', dateOfBirth: '1988-08-18' },
      homes: [homeIn.edinburgh('EH3 9QN')],
      jobs: [
        jobAt(
          'amberholt',
          { role: 'Underwriter', start: '2019-04-08', basicPay: salary(45_000), taxCode: 'S1257L' },
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
      identity: { forename: 'Flora', surname: 'Keane', dateOfBirth: '1997-09-23' },
      homes: [homeIn.belfast('BT7 1NN')],
      jobs: [jobAt('tansyfield', { role: 'Nursery teacher', start: '2021-08-30', basicPay: salary(25_700) })],
    },
    start: { authorisations: [], entries: [], income: false },
  },
  {
    key: 'revoked-authorisation',
    description: 'Gil Romero accepted the terms and withdrew a week later.',
    purpose: 'An authorisation that is listed and authorises nothing; naming it in the header is refused.',
    known: {
      identity: { forename: 'Gil', surname: 'Romero', dateOfBirth: '1984-01-13' },
      homes: [homeIn.london('SW2 5RZ')],
      jobs: [jobAt('gorsewick', { role: 'Copywriter', start: '2020-02-17', basicPay: salary(35_600) })],
    },
    start: { authorisations: [{ term: 'one-time-2', revoked: true }] },
  },
  {
    key: 'recurring-monthly',
    description: 'Hetty Crane lets the lender look at her pay every month; it has done so three times.',
    purpose:
      'A recurring authorisation and MONTHLY checks: move the clock past a pay day and a check to see an event.',
    known: {
      identity: { forename: 'Hetty', surname: 'Crane', dateOfBirth: '1986-06-16' },
      homes: [homeIn.leeds('LS4 2EJ')],
      jobs: [jobAt('dapplefold', { role: 'Rent officer', start: '2018-11-12', basicPay: salary(31_400) })],
    },
    start: {
      user: {
        recurring_checks_enabled: true,
        recurring_check_frequency: 'MONTHLY',
        recurring_check_end_date: '2027-12-31T00:00:00.000Z',
      },
      linkedAt: '2026-07-20T08:00:00.000Z',
      authorisations: [{ term: 'recurring' }],
      entries: [
        { job: 'main', at: '2026-07-20T08:00:30.000Z' },
        { job: 'main', at: '2026-08-20T08:00:00.000Z' },
        { job: 'main', at: '2026-09-20T08:00:00.000Z' },
      ],
    },
  },
  {
    key: 'recurring-weekly',
    description: 'Idris Parry is paid every Friday, and the lender looks every week.',
    purpose: 'A recurring authorisation and WEEKLY checks: something new with each check.',
    known: {
      identity: { forename: 'Idris', surname: 'Parry', dateOfBirth: '1999-03-03' },
      homes: [homeIn.swansea('SA1 8AJ')],
      jobs: [
        jobAt('drovelane', {
          role: 'Parcel sorter',
          start: '2024-11-04',
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
        recurring_check_end_date: '2027-12-31T00:00:00.000Z',
      },
      linkedAt: '2026-09-14T08:00:00.000Z',
      authorisations: [{ term: 'recurring' }],
      entries: [
        { job: 'main', at: '2026-09-14T08:00:30.000Z' },
        { job: 'main', at: '2026-09-21T08:00:00.000Z' },
        { job: 'main', at: '2026-09-28T08:00:00.000Z' },
      ],
    },
  },
  {
    key: 'recurring-ended',
    description: "Jonas Weir's recurring checks ended with August 2026.",
    purpose: 'Checks are enabled and authorised, but past their end date: the clock brings no more of them.',
    known: {
      identity: { forename: 'Jonas', surname: 'Weir', dateOfBirth: '1971-12-30' },
      homes: [homeIn.glasgow('G12 8PD')],
      jobs: [
        jobAt('sedgewold', {
          role: 'Registrar',
          start: '2005-08-01',
          basicPay: salary(40_800),
          taxCode: 'S1257L',
        }),
      ],
    },
    start: {
      user: {
        recurring_checks_enabled: true,
        recurring_check_frequency: 'MONTHLY',
        recurring_check_end_date: '2026-08-31T00:00:00.000Z',
      },
      linkedAt: '2026-07-20T08:00:00.000Z',
      authorisations: [{ term: 'recurring' }],
      entries: [
        { job: 'main', at: '2026-07-20T08:00:30.000Z' },
        { job: 'main', at: '2026-08-20T08:00:00.000Z' },
      ],
    },
  },
  {
    key: 'recurring-not-authorised',
    description: 'Kasia Lis has recurring checks switched on, but agreed to a single look.',
    purpose: 'Recurring checks need a recurring authorisation: with a one-time one the clock brings none.',
    known: {
      identity: { forename: 'Kasia', surname: 'Lis', dateOfBirth: '1992-05-21' },
      homes: [homeIn.manchester('M16 0SW')],
      jobs: [jobAt('ivelwood', { role: 'Test engineer', start: '2022-02-07', basicPay: salary(39_900) })],
    },
    start: {
      user: {
        recurring_checks_enabled: true,
        recurring_check_frequency: 'WEEKLY',
        recurring_check_end_date: '2027-12-31T00:00:00.000Z',
      },
    },
  },
];

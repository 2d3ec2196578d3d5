import { homeIn, jobAt, salary } from './employed.ts';
import type { Persona } from './persona.ts';

/** People who make the expenditure estimate show a rule or a message. */
export const estimatedPeople: readonly Persona[] = [
  {
    key: 'negative-net-month',
    description:
      'Kemi Balogun had an overpayment taken back in February 2026, more than that month had earned.',
    purpose: 'One payslip has a negative net pay: its month is left out of the estimate, the others stay.',
    known: {
      identity: { forename: 'Kemi', surname: 'Balogun', dateOfBirth: '1987-01-19' },
      homes: [homeIn.norwich('NR2 4LH')],
      jobs: [
        jobAt('amberholt', {
          role: 'Claims handler',
          start: '2023-06-05',
          basicPay: salary(28_200),
          events: [
            {
              kind: 'deduction',
              on: '2026-02-16',
              type: 'overpayment_recovery',
              description: 'Recovery of overpaid salary',
              amount: 2_600_00,
            },
          ],
        }),
      ],
    },
    reaches: ['rule: month with negative net left out'],
  },
  {
    key: 'all-months-zero',
    description: 'Leon Carrick is on a long unpaid career break: his payslips keep coming, all of them nil.',
    purpose: '404 with "payroll periods have no positive net pay".',
    known: {
      identity: { forename: 'Leon', surname: 'Carrick', dateOfBirth: '1981-06-06' },
      homes: [homeIn.exeter('EX4 3PU')],
      jobs: [
        jobAt('sedgewold', {
          role: 'Lecturer',
          start: '2012-09-01',
          basicPay: salary(46_000),
          events: [{ kind: 'zero-pay', from: '2025-04-06', to: '2030-04-05' }],
        }),
      ],
    },
    reaches: ['message: no positive net pay'],
  },
  {
    key: 'no-date-of-birth',
    description: 'Maeve Tully has given no date of birth, and neither has her employer.',
    purpose: '404 with "[date_of_birth] param is missing on the user and its payslips".',
    known: {
      identity: { forename: 'Maeve', surname: 'Tully', dateOfBirth: null },
      homes: [homeIn.leeds('LS8 1NF')],
      jobs: [jobAt('fallowgate', { role: 'Travel agent', start: '2022-03-01', basicPay: salary(26_900) })],
    },
    reaches: ['message: date of birth missing'],
  },
  {
    key: 'no-post-code',
    description:
      'Nadia Rahman is known with a name and a birthday, but nobody has written down where she lives.',
    purpose: '404 with "[post_codes] param is missing on the user and its payslips".',
    known: {
      identity: { forename: 'Nadia', surname: 'Rahman', dateOfBirth: '1992-09-14' },
      homes: [homeIn.london('E7 8LX')],
      payrollView: { postCode: 'hidden' },
      jobs: [jobAt('ivelwood', { role: 'Data analyst', start: '2021-11-08', basicPay: salary(41_500) })],
    },
    start: { user: { post_codes: null } },
    reaches: ['message: post codes missing'],
  },
  {
    key: 'no-details',
    description: 'Otto Brandt is nothing but a name: no birthday and no address anywhere.',
    purpose: 'Two expenditure messages in one 404, one string for each missing input.',
    known: {
      identity: { forename: 'Otto', surname: 'Brandt', dateOfBirth: null },
      homes: [homeIn.bristol('BS3 1JP')],
      payrollView: { postCode: 'hidden' },
      jobs: [
        jobAt('kelpie-systems', { role: 'Support engineer', start: '2024-01-08', basicPay: salary(31_000) }),
      ],
    },
    start: { user: { post_codes: null, ni_number: null } },
    reaches: ['message: date of birth missing', 'message: post codes missing'],
  },
  {
    key: 'jersey-resident',
    description: 'Philippa Le Sueur has lived in Guernsey and lives in Jersey, and is paid from London.',
    purpose: '404 with "Postcode <postcode> has no ONS region; ..." for each post code tried.',
    known: {
      identity: { forename: 'Philippa', surname: 'Le Sueur', dateOfBirth: '1978-02-28' },
      homes: [homeIn.guernsey('GY1 4XP'), homeIn.jersey('JE2 3QZ', '2026-01-05')],
      jobs: [jobAt('brackwell-vane', { role: 'Paralegal', start: '2020-08-03', basicPay: salary(34_700) })],
    },
    reaches: ['message: no ONS region'],
  },
  {
    key: 'born-after-payslip',
    description: "Quentin Marsh's employer typed the year of hire for the year of birth: 15 March 2026.",
    purpose:
      '404 with "[date_of_birth] param 2026-03-15 is after the payslip month"; the user has the right date.',
    known: {
      identity: { forename: 'Quentin', surname: 'Marsh', dateOfBirth: '1986-03-15' },
      homes: [homeIn.manchester('M20 3BG')],
      payrollView: { dateOfBirth: '2026-03-15' },
      jobs: [jobAt('wrenlow', { role: 'Shop manager', start: '2018-04-30', basicPay: salary(32_300) })],
    },
    reaches: ['message: born after the payslip month'],
  },
  {
    key: 'older-than-150',
    description: "Rosalind Ashby's payslips say 1868 where they mean 1968.",
    purpose: '404 with "[date_of_birth] param 1868-05-04 gives an age over 150, the ONS model limit".',
    known: {
      identity: { forename: 'Rosalind', surname: 'Ashby', dateOfBirth: '1968-05-04' },
      homes: [homeIn.nottingham('NG2 6RB')],
      payrollView: { dateOfBirth: '1868-05-04' },
      jobs: [jobAt('dapplefold', { role: 'Housing officer', start: '2009-02-02', basicPay: salary(33_100) })],
    },
    reaches: ['message: age over 150'],
  },
  {
    key: 'wales-to-england',
    description: 'Seren Pritchard moved from Swansea to Bristol in March 2026 and kept her job.',
    purpose:
      'Housing changes with the move, cost of living does not; the tax code loses its C; two post codes.',
    known: {
      identity: { forename: 'Seren', surname: 'Pritchard', dateOfBirth: '1985-08-30' },
      homes: [homeIn.swansea('SA2 0QH'), homeIn.bristol('BS6 5TY', '2026-03-01')],
      jobs: [
        jobAt('pipit-vale', {
          role: 'Physiotherapist',
          start: '2019-01-14',
          basicPay: salary(39_000),
          taxCode: 'C1257L',
          events: [{ kind: 'tax-code', from: '2026-03-01', taxCode: '1257L' }],
        }),
      ],
    },
    reaches: ['rule: region changes', 'rule: Wales', 'rule: England'],
  },
  {
    key: 'isle-of-man-mover',
    description:
      'Tom Quayle came from the Isle of Man to Liverpool in April 2026; the lender knows the old address only.',
    purpose: 'Months whose post codes have no region are left out, the months after the move are there.',
    known: {
      identity: { forename: 'Tom', surname: 'Quayle', dateOfBirth: '1991-05-05' },
      homes: [homeIn.douglas('IM2 4RB'), homeIn.liverpool('L17 6BH', '2026-04-01')],
      jobs: [jobAt('fenwright', { role: 'Baker', start: '2021-07-05', basicPay: salary(27_600) })],
    },
    start: { user: { post_codes: ['IM2 4RB'] } },
    reaches: ['rule: month without region left out'],
  },
  {
    key: 'region-from-the-user',
    description:
      'Uma Joshi has payslips without an address; she told the lender of Jersey first and Cardiff second.',
    purpose: "The region comes from the user's first post code that has one: Wales.",
    known: {
      identity: { forename: 'Uma', surname: 'Joshi', dateOfBirth: '1980-10-10' },
      homes: [homeIn.cardiff('CF11 9JQ')],
      payrollView: { postCode: 'hidden' },
      jobs: [
        jobAt('millbrook-veil', {
          role: 'Dental nurse',
          start: '2017-06-19',
          basicPay: salary(26_100),
          taxCode: 'C1257L',
        }),
      ],
    },
    start: { user: { post_codes: ['JE3 1AA', 'CF11 9JQ'] } },
    reaches: ['rule: region from the user', 'rule: Wales'],
  },
  {
    key: 'leap-day-birthday',
    description:
      'Viktor Lindqvist was born on 29 February 1996 and turned thirty in 2026; only the lender knows when.',
    purpose:
      "The age comes from the user and crosses a band at the end of winter: cost of living moves, housing doesn't.",
    known: {
      identity: { forename: 'Viktor', surname: 'Lindqvist', dateOfBirth: '1996-02-29' },
      homes: [homeIn.norwich('NR3 1DE')],
      payrollView: { dateOfBirth: null },
      jobs: [
        jobAt('garnetstone', { role: 'Quantity surveyor', start: '2020-10-05', basicPay: salary(44_400) }),
      ],
    },
    reaches: ['rule: age from the user', 'rule: age band crossed'],
  },
  {
    key: 'no-payroll-periods',
    description: 'Wilma Trent has accepted the terms and done nothing else yet.',
    purpose: '404 with "payroll periods are missing"; no account, no entry, no document.',
    known: {
      identity: { forename: 'Wilma', surname: 'Trent', dateOfBirth: '1994-04-24' },
      homes: [homeIn.exeter('EX1 2QS')],
      jobs: [],
    },
    start: { accounts: [], entries: [], statements: [], income: false },
    reaches: ['message: payroll periods missing'],
  },
  {
    key: 'unknown-user',
    description:
      'Nobody: an id that is stable in every world with this seed, and that no user of the service has.',
    purpose: '404 with "User [<user_id>] not found", and the 404 of every other path that names a user.',
    known: { identity: { forename: 'Nobody', surname: 'Known', dateOfBirth: null }, homes: [], jobs: [] },
    isUser: false,
    reaches: ['message: user not found'],
  },
];

import { homeIn, jobAt, salary } from './employed.ts';
import type { Persona } from './persona.ts';

/** People who make the expenditure estimate show a rule or a message. */
export const estimatedPeople: readonly Persona[] = [
  {
    key: 'negative-net-month',
    description:
      'Kemi Balogun had an overpayment taken back half a year ago, more than that month had earned.',
    purpose: 'One payslip has a negative net pay: its month is left out of the estimate, the others stay.',
    known: {
      identity: { forename: 'Kemi', surname: 'Balogun', dateOfBirth: 'aged 39, birthday 19 January' },
      homes: [homeIn.norwich('NR2 4LH')],
      jobs: [
        jobAt('amberholt', {
          role: 'Claims handler',
          start: '3 years 4 months ago',
          basicPay: salary(28_200),
          events: [
            {
              kind: 'deduction',
              on: '6 months ago',
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
      identity: { forename: 'Leon', surname: 'Carrick', dateOfBirth: 'aged 45, birthday 6 June' },
      homes: [homeIn.exeter('EX4 3PU')],
      jobs: [
        jobAt('sedgewold', {
          role: 'Lecturer',
          start: '14 years 1 month ago',
          basicPay: salary(46_000),
          events: [{ kind: 'zero-pay', from: '18 months ago', to: null }],
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
      jobs: [
        jobAt('fallowgate', {
          role: 'Travel agent',
          start: '4 years 7 months ago',
          basicPay: salary(26_900),
        }),
      ],
    },
    reaches: ['message: date of birth missing'],
  },
  {
    key: 'no-post-code',
    description:
      'Nadia Rahman is known with a name and a birthday, but nobody has written down where she lives.',
    purpose: '404 with "[post_codes] param is missing on the user and its payslips".',
    known: {
      identity: { forename: 'Nadia', surname: 'Rahman', dateOfBirth: 'aged 34, birthday 14 September' },
      homes: [homeIn.london('E7 8LX')],
      payrollView: { postCode: 'hidden' },
      jobs: [
        jobAt('ivelwood', { role: 'Data analyst', start: '4 years 11 months ago', basicPay: salary(41_500) }),
      ],
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
        jobAt('kelpie-systems', {
          role: 'Support engineer',
          start: '2 years 9 months ago',
          basicPay: salary(31_000),
        }),
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
      identity: { forename: 'Philippa', surname: 'Le Sueur', dateOfBirth: 'aged 48, birthday 28 February' },
      homes: [homeIn.guernsey('GY1 4XP'), homeIn.jersey('JE2 3QZ', '9 months ago')],
      jobs: [
        jobAt('brackwell-vane', {
          role: 'Paralegal',
          start: '6 years 2 months ago',
          basicPay: salary(34_700),
        }),
      ],
    },
    reaches: ['message: no ONS region'],
  },
  {
    key: 'born-after-payslip',
    description: "Quentin Marsh's employer typed a recent day where his date of birth belongs.",
    purpose:
      '404 with "[date_of_birth] param <date> is after the payslip month"; the user has the right date.',
    known: {
      identity: { forename: 'Quentin', surname: 'Marsh', dateOfBirth: '40 years 6 months ago' },
      homes: [homeIn.manchester('M20 3BG')],
      payrollView: { dateOfBirth: '6 months ago' },
      jobs: [
        jobAt('wrenlow', { role: 'Shop manager', start: '8 years 5 months ago', basicPay: salary(32_300) }),
      ],
    },
    reaches: ['message: born after the payslip month'],
  },
  {
    key: 'older-than-150',
    description: "Rosalind Ashby's payslips give her date of birth a century too early.",
    purpose: '404 with "[date_of_birth] param <date> gives an age over 150, the ONS model limit".',
    known: {
      identity: { forename: 'Rosalind', surname: 'Ashby', dateOfBirth: 'aged 58, birthday 4 May' },
      homes: [homeIn.nottingham('NG2 6RB')],
      payrollView: { dateOfBirth: 'aged 158, birthday 4 May' },
      jobs: [
        jobAt('dapplefold', {
          role: 'Housing officer',
          start: '17 years 8 months ago',
          basicPay: salary(33_100),
        }),
      ],
    },
    reaches: ['message: age over 150'],
  },
  {
    key: 'wales-to-england',
    description: 'Seren Pritchard moved from Swansea to Bristol seven months ago and kept her job.',
    purpose:
      'Housing changes with the move, cost of living does not; the tax code loses its C; two post codes.',
    known: {
      identity: { forename: 'Seren', surname: 'Pritchard', dateOfBirth: 'aged 41, birthday 30 August' },
      homes: [homeIn.swansea('SA2 0QH'), homeIn.bristol('BS6 5TY', 'first of the month 7 months ago')],
      jobs: [
        jobAt('pipit-vale', {
          role: 'Physiotherapist',
          start: '7 years 8 months ago',
          basicPay: salary(39_000),
          taxCode: 'C1257L',
          events: [{ kind: 'tax-code', from: 'first of the month 7 months ago', taxCode: '1257L' }],
        }),
      ],
    },
    reaches: ['rule: region changes', 'rule: Wales', 'rule: England'],
  },
  {
    key: 'isle-of-man-mover',
    description:
      'Tom Quayle came from the Isle of Man to Liverpool half a year ago; the lender knows the old address only.',
    purpose: 'Months whose post codes have no region are left out, the months after the move are there.',
    known: {
      identity: { forename: 'Tom', surname: 'Quayle', dateOfBirth: 'aged 35, birthday 5 May' },
      homes: [homeIn.douglas('IM2 4RB'), homeIn.liverpool('L17 6BH', 'first of the month 6 months ago')],
      jobs: [jobAt('fenwright', { role: 'Baker', start: '5 years 3 months ago', basicPay: salary(27_600) })],
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
      identity: { forename: 'Uma', surname: 'Joshi', dateOfBirth: 'aged 45, birthday 10 October' },
      homes: [homeIn.cardiff('CF11 9JQ')],
      payrollView: { postCode: 'hidden' },
      jobs: [
        jobAt('millbrook-veil', {
          role: 'Dental nurse',
          start: '9 years 3 months ago',
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
    description: 'Viktor Lindqvist was born on a 29 February; only the lender knows in which year.',
    purpose: 'The age comes from the user, whose birthday most years do not have.',
    known: {
      identity: { forename: 'Viktor', surname: 'Lindqvist', dateOfBirth: 'aged 30, birthday 29 February' },
      homes: [homeIn.norwich('NR3 1DE')],
      payrollView: { dateOfBirth: null },
      jobs: [
        jobAt('garnetstone', { role: 'Quantity surveyor', start: '6 years ago', basicPay: salary(44_400) }),
      ],
    },
    reaches: ['rule: age from the user'],
  },
  {
    key: 'no-payroll-periods',
    description: 'Wilma Trent has accepted the terms and done nothing else yet.',
    purpose: '404 with "payroll periods are missing"; no account, no entry, no document.',
    known: {
      identity: { forename: 'Wilma', surname: 'Trent', dateOfBirth: 'aged 32, birthday 24 April' },
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

import { homeIn, jobAt, salary } from './employed.ts';
import type { Persona } from './persona.ts';

/** People whose data comes from somewhere else than a linked account, or not at all. */
export const sourcedPeople: readonly Persona[] = [
  {
    key: 'tax-authority-only',
    description: 'Lowri Vaughan has linked no payroll; only the tax authority knows what she earns.',
    purpose:
      'Income submissions for three tax years or more, no payroll: the estimate misses its payroll periods.',
    known: {
      identity: { forename: 'Lowri', surname: 'Vaughan', dateOfBirth: 'aged 49, birthday 17 July' },
      homes: [homeIn.cardiff('CF14 1DX')],
      jobs: [
        jobAt('eastcombe-tarn', {
          role: 'Planner',
          start: '16 years 9 months ago',
          basicPay: salary(43_000),
          taxCode: 'C1257L',
        }),
      ],
    },
    start: { user: { taxauth_enabled: true }, accounts: [], entries: [], statements: [], direct: [] },
    reaches: ['message: payroll periods missing'],
  },
  {
    key: 'tax-authority-disabled',
    description: 'Mungo Baird has data at the tax authority, but access to it is switched off for him.',
    purpose: "taxauth_enabled is false on the user: the income endpoint doesn't answer with what is there.",
    known: {
      identity: { forename: 'Mungo', surname: 'Baird', dateOfBirth: 'aged 45, birthday 30 November' },
      homes: [homeIn.glasgow('G20 7QE')],
      jobs: [
        jobAt('elderforge', {
          role: 'Foundry worker',
          start: '18 years 4 months ago',
          basicPay: salary(30_500),
          taxCode: 'S1257L',
        }),
      ],
    },
    start: { user: { taxauth_enabled: false } },
  },
  {
    key: 'payslip-upload',
    description:
      'Nell Osgood uploaded her last three payslips as documents, since her employer has no connection.',
    purpose: 'An entry without an account: account_id is null and the document fields are there.',
    known: {
      identity: { forename: 'Nell', surname: 'Osgood', dateOfBirth: 'aged 35, birthday 19 October' },
      homes: [homeIn.exeter('EX4 6AB')],
      jobs: [jobAt('tansyfield', { role: 'Cook', start: '7 years 8 months ago', basicPay: salary(24_900) })],
    },
    start: {
      user: { payslip_upload_enabled: true },
      accounts: [],
      entries: [{ job: 'main', by: 'upload', newest: 3 }],
      direct: [],
    },
  },
  {
    key: 'payslip-upload-disabled',
    description: 'Orla Devlin may not upload payslips: it is switched off for her.',
    purpose: "payslip_upload_enabled is false on the user and overrides the client's setting.",
    known: {
      identity: { forename: 'Orla', surname: 'Devlin', dateOfBirth: 'aged 39, birthday 31 March' },
      homes: [homeIn.belfast('BT15 3LE')],
      jobs: [jobAt('yewstead', { role: 'Dispenser', start: '10 years ago', basicPay: salary(25_300) })],
    },
    start: { user: { payslip_upload_enabled: false } },
  },
  {
    key: 'direct-connection',
    description: "Piers Langdon's employer is connected directly: no login is needed to find his payslips.",
    purpose:
      'A direct connection matches on NI number, date of birth and post codes, and finds a year of payslips.',
    known: {
      identity: {
        forename: 'Piers',
        surname: 'Langdon',
        dateOfBirth: 'aged 43, birthday 24 December',
        niNumber: 'QQ820412B',
      },
      homes: [homeIn.bristol('BS8 4TN')],
      jobs: [
        jobAt('kelpie-systems', {
          role: 'Network engineer',
          start: '10 years 2 months ago',
          basicPay: salary(48_500),
        }),
      ],
    },
    start: { accounts: [], entries: [] },
  },
  {
    key: 'direct-connection-mismatch',
    description: "Queenie Ross gave the lender another NI number than the one on her employer's books.",
    purpose: "A direct connection finds nothing, because the payroll's details contradict the user's.",
    known: {
      identity: {
        forename: 'Queenie',
        surname: 'Ross',
        dateOfBirth: 'aged 33, birthday 8 January',
        niNumber: 'QQ930108C',
      },
      homes: [homeIn.edinburgh('EH11 1BQ')],
      jobs: [
        jobAt('hartlebeck', {
          role: 'Tester',
          start: '5 years 5 months ago',
          basicPay: salary(34_000),
          taxCode: 'S1257L',
        }),
      ],
    },
    start: { user: { ni_number: 'QQ939393D' }, accounts: [], entries: [] },
  },
];

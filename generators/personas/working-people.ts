import { homeIn, hourly, jobAt, salary } from './employed.ts';
import type { Persona } from './persona.ts';

/** People whose working life took a turn, or is taxed in its own way. */
export const workingPeople: readonly Persona[] = [
  {
    key: 'leaver-with-gap',
    description:
      'Fergus Lindsay left one firm in January 2026 and began at another in May, with three months between.',
    purpose:
      'Months without pay are left out of the estimate; two linked accounts, one of them with nothing more to come.',
    known: {
      identity: { forename: 'Fergus', surname: 'Lindsay', dateOfBirth: '1984-12-12' },
      homes: [homeIn.glasgow('G41 2XD')],
      jobs: [
        jobAt(
          'ashenby',
          {
            role: 'Transport planner',
            start: '2020-01-06',
            leave: '2026-01-31',
            basicPay: salary(33_800),
            taxCode: 'S1257L',
          },
          { key: 'earlier', provider: 'dunnockby-desktop' },
        ),
        jobAt('beckhollow', {
          role: 'Transport manager',
          start: '2026-05-01',
          basicPay: salary(36_500),
          taxCode: 'S1257L',
        }),
      ],
    },
    start: { accounts: [{ job: 'earlier' }, { job: 'main' }], statements: ['2026-02', '2026-05'] },
    reaches: ['rule: month without pay left out'],
  },
  {
    key: 'company-director',
    description:
      'Greta Nowak directs her own studio in London: a small monthly salary and a large bonus in March.',
    purpose: 'is_director, national insurance reckoned by the year, a month ten times as high as the others.',
    known: {
      identity: { forename: 'Greta', surname: 'Nowak', dateOfBirth: '1975-07-25' },
      homes: [homeIn.london('SE15 4QL')],
      jobs: [
        jobAt('juniper-sound', {
          role: 'Director',
          isDirector: true,
          start: '2014-06-01',
          basicPay: salary(12_570),
          pension: { kind: 'none' },
          events: [
            { kind: 'bonus', on: '2025-03-12', description: "Director's bonus", amount: 22_000_00 },
            { kind: 'bonus', on: '2026-03-12', description: "Director's bonus", amount: 26_000_00 },
          ],
        }),
      ],
    },
  },
  {
    key: 'scottish-taxpayer',
    description:
      'Hamish Sinclair develops software in Edinburgh on an S code, high enough for the advanced rate.',
    purpose: 'Scottish tax bands, and housing at the Scottish level.',
    known: {
      identity: { forename: 'Hamish', surname: 'Sinclair', dateOfBirth: '1982-04-02' },
      homes: [homeIn.edinburgh('EH6 7DT')],
      jobs: [
        jobAt('hartlebeck', {
          role: 'Lead developer',
          start: '2017-03-13',
          basicPay: salary(82_000),
          taxCode: 'S1257L',
          pension: {
            kind: 'workplace',
            method: 'salary-sacrifice',
            basis: 'basic-pay',
            employee: 800,
            employer: 800,
            enrolment: 'contractual',
          },
          events: [
            {
              kind: 'benefit-in-kind',
              from: '2025-01-01',
              to: null,
              description: 'Private medical insurance',
              monthly: 86_00,
            },
          ],
        }),
      ],
    },
    reaches: ['rule: Scotland'],
  },
  {
    key: 'northern-irish-carer',
    description:
      'Isla Donnelly cares for people in Belfast part time, was ill for five weeks and took unpaid leave.',
    purpose:
      'Statutory sick pay, unpaid days, low pay below the tax threshold; housing at the Northern Irish level.',
    known: {
      identity: { forename: 'Isla', surname: 'Donnelly', dateOfBirth: '1969-10-08' },
      homes: [homeIn.belfast('BT9 7EU')],
      jobs: [
        jobAt('nightjar-care', {
          role: 'Care assistant',
          type: 'part_time',
          start: '2022-05-16',
          basicPay: hourly(1285, 20),
          events: [
            { kind: 'sick', from: '2026-01-12', to: '2026-02-15', pay: 'statutory' },
            { kind: 'unpaid', from: '2026-06-08', to: '2026-06-21' },
          ],
        }),
      ],
    },
    reaches: ['rule: Northern Ireland'],
  },
  {
    key: 'emergency-code-starter',
    description:
      'Jack Abara began his first job in June 2026 on an emergency code, put right in August with a refund.',
    purpose:
      'A starter: part of a month, a week 1/month 1 code, a negative line of income tax, few payslips.',
    known: {
      identity: { forename: 'Jack', surname: 'Abara', dateOfBirth: '2004-02-11' },
      homes: [homeIn.bristol('BS5 6NA')],
      jobs: [
        jobAt('gorsewick', {
          role: 'Marketing assistant',
          start: '2026-06-15',
          basicPay: salary(25_400),
          taxCode: '1257L M1',
          studentLoans: ['5'],
          events: [{ kind: 'tax-code', from: '2026-08-01', taxCode: '1257L' }],
        }),
      ],
    },
  },
];

import { addMonths, civil, type Day, dayNumber, dayText, fromCivil } from '../calendar.ts';
import { eachYear, homeIn, hourly, jobAt, salary } from './employed.ts';
import type { Persona } from './persona.ts';

/**
 * The latest month (its first day) whose starters have been put on the right code and refunded by now. Who starts from
 * June to January has allowance of the year to get back, before the year is over; others have not.
 */
function monthOfFirstJob(begins: Day): number {
  const { year, month } = civil(dayNumber(begins));
  for (let back = 3; ; back++) {
    const first = fromCivil(year, month - back, 1);
    if (civil(first).month >= 6 || civil(first).month === 1) return first;
  }
}

/** People whose working life took a turn, or is taxed in its own way. */
export const workingPeople: readonly Persona[] = [
  {
    key: 'leaver-with-gap',
    description:
      'Fergus Lindsay left one firm and began at another five months ago, with three months without work between.',
    purpose:
      'Months without pay are left out of the estimate; two linked accounts, one of them with nothing more to come.',
    known: {
      identity: { forename: 'Fergus', surname: 'Lindsay', dateOfBirth: 'aged 41, birthday 12 December' },
      homes: [homeIn.glasgow('G41 2XD')],
      jobs: [
        jobAt(
          'ashenby',
          {
            role: 'Transport planner',
            start: '6 years 9 months ago',
            leave: 'last of the month 9 months ago',
            basicPay: salary(33_800),
            taxCode: 'S1257L',
          },
          { key: 'earlier', provider: 'dunnockby-desktop' },
        ),
        jobAt('beckhollow', {
          role: 'Transport manager',
          start: 'first of the month 5 months ago',
          basicPay: salary(36_500),
          taxCode: 'S1257L',
        }),
      ],
    },
    start: { accounts: [{ job: 'earlier' }, { job: 'main' }], statements: [8, 5] },
    reaches: ['rule: month without pay left out'],
  },
  {
    key: 'company-director',
    description:
      'Greta Nowak directs her own studio in London: a small monthly salary and a large bonus in March.',
    purpose: 'is_director, national insurance reckoned by the year, a month ten times as high as the others.',
    known: {
      identity: { forename: 'Greta', surname: 'Nowak', dateOfBirth: 'aged 51, birthday 25 July' },
      homes: [homeIn.london('SE15 4QL')],
      jobs: [
        jobAt('juniper-sound', {
          role: 'Director',
          isDirector: true,
          start: '12 years 4 months ago',
          basicPay: salary(12_570),
          pension: { kind: 'none' },
          events: [
            eachYear(3, 12, (on, index) => ({
              kind: 'bonus',
              on,
              description: "Director's bonus",
              amount: 22_000_00 + 1_000_00 * index,
            })),
          ],
        }),
      ],
    },
  },
  {
    key: 'scottish-taxpayer',
    description:
      'Hamish Sinclair develops software in Edinburgh on an S code, high enough for the advanced rate.',
    purpose:
      'Scottish tax bands, and housing at the Scottish level; he turned fifty half a year ago, another age band.',
    known: {
      identity: { forename: 'Hamish', surname: 'Sinclair', dateOfBirth: '50 years 6 months ago' },
      homes: [homeIn.edinburgh('EH6 7DT')],
      jobs: [
        jobAt('hartlebeck', {
          role: 'Lead developer',
          start: '9 years 6 months ago',
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
              from: '21 months ago',
              to: null,
              description: 'Private medical insurance',
              monthly: 86_00,
            },
          ],
        }),
      ],
    },
    reaches: ['rule: Scotland', 'rule: age band crossed'],
  },
  {
    key: 'northern-irish-carer',
    description:
      'Isla Donnelly cares for people in Belfast part time, was ill for five weeks and took unpaid leave.',
    purpose:
      'Statutory sick pay, unpaid days, low pay below the tax threshold; housing at the Northern Irish level.',
    known: {
      identity: { forename: 'Isla', surname: 'Donnelly', dateOfBirth: 'aged 56, birthday 8 October' },
      homes: [homeIn.belfast('BT9 7EU')],
      jobs: [
        jobAt('nightjar-care', {
          role: 'Care assistant',
          type: 'part_time',
          start: '4 years 4 months ago',
          basicPay: hourly(1285, 20),
          events: [
            { kind: 'sick', from: '262 days ago', to: '228 days ago', pay: 'statutory' },
            { kind: 'unpaid', from: '115 days ago', to: '102 days ago' },
          ],
        }),
      ],
    },
    reaches: ['rule: Northern Ireland'],
  },
  {
    key: 'emergency-code-starter',
    description:
      'Jack Abara began his first job some months ago on an emergency code, put right two months later with a refund.',
    purpose:
      'A starter: part of a month, a week 1/month 1 code, a negative line of income tax, few payslips.',
    known: {
      identity: { forename: 'Jack', surname: 'Abara', dateOfBirth: 'aged 22, birthday 11 February' },
      homes: [homeIn.bristol('BS5 6NA')],
      jobs: [
        jobAt('gorsewick', (begins) => {
          const month = monthOfFirstJob(begins);
          return {
            role: 'Marketing assistant',
            start: dayText(month + 14),
            basicPay: salary(25_400),
            taxCode: '1257L M1',
            studentLoans: ['5'],
            events: [{ kind: 'tax-code', from: dayText(addMonths(month, 2)), taxCode: '1257L' }],
          };
        }),
      ],
    },
  },
];

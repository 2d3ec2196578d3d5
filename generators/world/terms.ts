import type { AuthorisationTerm } from '../../spec/types.ts';
import type { Day } from '../calendar.ts';
import { seededUuid } from '../ids.ts';
import { resolveDays } from '../relative-day.ts';
import type { TermKey } from '../scenarios/starting-plan.ts';

type Wording = Omit<AuthorisationTerm, 'id'> & { key: TermKey };

const WORDINGS: readonly Wording[] = [
  {
    key: 'one-time-1',
    name: 'Payroll data, one time',
    authorisation_text: 'I agree that my payroll data is retrieved once.',
    authorisation_category: 'one_time',
    authorisation_version: 1,
    is_active: false,
    is_system_term: true,
    created_at: '20 months ago at 09:00',
  },
  {
    key: 'one-time-2',
    name: 'Payroll data, one time',
    authorisation_text:
      'I agree that my payroll and income data is retrieved once, for this application and for nothing else.',
    authorisation_category: 'one_time',
    authorisation_version: 2,
    is_active: true,
    is_system_term: true,
    created_at: '260 days ago at 09:00',
  },
  {
    key: 'recurring',
    name: 'Payroll data, recurring',
    authorisation_text:
      'I agree that my payroll and income data is retrieved now and at regular intervals, until I withdraw.',
    authorisation_category: 'recurring',
    authorisation_version: 1,
    is_active: true,
    is_system_term: true,
    created_at: '260 days ago at 09:05',
  },
  {
    key: 'lender',
    name: 'Affordability check',
    authorisation_text: 'I agree that the lender looks at my payslips to see what I can afford.',
    authorisation_category: 'one_time',
    authorisation_version: 1,
    is_active: true,
    is_system_term: false,
    created_at: '241 days ago at 11:30',
  },
];

export type StartingTerm = { key: TermKey; term: AuthorisationTerm };

/** The terms that exist when a world begins, oldest first. The service's own are the same ones in every world. */
export const startingTerms = (seed: string, begins: Day): StartingTerm[] =>
  WORDINGS.map(({ key, ...wording }) => ({
    key,
    term: {
      id: seededUuid(wording.is_system_term ? 'service' : seed, 'term', key),
      ...resolveDays(wording, begins),
    },
  }));

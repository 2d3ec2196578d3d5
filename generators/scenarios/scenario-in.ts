import { defined } from '../../spec/json.ts';
import { type Day, instantOf } from '../calendar.ts';
import { ALWAYS, type Home, withMoves } from '../people/homes.ts';
import { homeWith } from '../people/known-from.ts';
import type { Known } from '../people/person.ts';
import type { Job } from '../people/plan-job.ts';
import { p45 } from '../people/plan-job.ts';
import { discrepancyOf, kindOf } from '../people/presented.ts';
import { parseTaxCode } from '../uk/tax-code.ts';
import { dayIn } from './events-in.ts';
import { jobIn } from './job-in.ts';
import type { Scenario, StartingPlan, UserRecord } from './scenario.ts';

/** Who a scenario is about, and what the service holds for them, in a world that begins on a day. */
export const scenarioIn = (scenario: Scenario, begins: Day): { known: Known; start: StartingPlan } => ({
  known: knownIn(scenario, begins),
  start: startIn(scenario, begins),
});

/** Who a scenario is about; tax follows the homes that the client has told since. */
export function knownIn(
  { person = {}, jobs, discrepancies }: Scenario,
  begins: Day,
  moves: readonly Home[] = [],
): Known {
  const { forename, surname, date_of_birth, ni_number, homes, on_payslips: seen } = person;
  const places = homes?.map(({ post_code, from }) =>
    homeWith(post_code, from === undefined ? ALWAYS : dayIn(from, begins)),
  );
  // Somebody of whom no home is told pays the taxes of England.
  const lived = withMoves(places ?? [homeWith('', ALWAYS)], moves);
  const birthday = (text: string | null | undefined) => text && dayIn(text, begins);
  return {
    identity: {
      forename,
      surname,
      dateOfBirth: birthday(date_of_birth),
      niNumber: ni_number,
    },
    homes: places,
    payrollView: { dateOfBirth: birthday(seen?.date_of_birth), postCode: seen?.post_code },
    jobs: jobs?.map((job) => jobIn(job, begins, lived)).map(withP45),
    discrepancies: discrepancies?.map(({ kind, month, by }) =>
      discrepancyOf(kind, month, by === undefined ? undefined : Math.round(by * 100)),
    ),
  };
}

/** A job with the figures of the one before it in the tax year, unless its code asks for none. */
function withP45(job: Job, _: number, all: readonly Job[]): Job {
  const { start, taxCode } = job.employment;
  const [before] = all
    .filter(({ employment: { leave } }) => leave !== null && leave < start)
    .sort((a, b) => ((a.employment.leave ?? '') < (b.employment.leave ?? '') ? 1 : -1));
  const code = parseTaxCode(taxCode);
  if (!before || code?.kind !== 'allowance' || code.basis !== 'cumulative') return job;
  return { ...job, employment: { ...job.employment, previous: p45(before, job) } };
}

function startIn({ start = {}, discrepancies = [] }: Scenario, begins: Day): StartingPlan {
  const { user, linked_at, authorisations, accounts, entries, statements, tax_authority, direct } = start;
  const told: StartingPlan = {
    user: user && userIn(user, begins),
    linkedAt: linked_at && dayIn(linked_at, begins),
    authorisations,
    accounts: accounts?.map(({ job = 'main', ...account }) => ({ job, ...account })),
    entries: entries?.map(({ job = 'main', at, ...entry }) => ({
      ...{ job, ...entry },
      at: at && dayIn(at, begins),
    })),
    statements,
    income: tax_authority,
    direct,
  };
  return discrepancies.length > 0 ? { ...handedIn(discrepancies), ...defined(told) } : told;
}

/** What the service holds of a person with discrepancies: what they hand in, since their provider would tell the truth. */
export function handedIn(discrepancies: readonly { kind: string }[]): StartingPlan {
  const { newest, statements, income } = Object.assign(
    {},
    ...discrepancies.map((one) => kindOf(one).holds ?? {}),
  );
  return {
    accounts: [],
    entries: [{ job: 'main', by: 'upload', newest }],
    statements: statements ?? [3, 2, 1],
    income,
    direct: [],
  };
}

function userIn(user: UserRecord, begins: Day): UserRecord {
  const { date_of_birth: born, recurring_check_end_date: end } = user;
  return {
    ...user,
    date_of_birth: born && instantOf(dayIn(born, begins)),
    recurring_check_end_date: end && dayIn(end, begins),
  };
}

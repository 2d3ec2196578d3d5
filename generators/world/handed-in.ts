import { lazyFields } from '../../spec/lazy.ts';
import { catalogue } from '../catalogue/catalogue.ts';
import { askedFor, type Holdings } from '../people/drawn-discrepancies.ts';
import type { Person } from '../people/person.ts';
import { linkedJob } from '../people/plan-job.ts';
import type { StartingPlan } from '../scenarios/scenario.ts';

/** What the service holds of a drawn person where some are dishonest: uploads, since a provider would tell the truth. */
export const handedIn = (person: () => Person, { hasAccount, statements }: Holdings): StartingPlan =>
  lazyFields<StartingPlan>({
    accounts() {
      const job = linkedJob(person().jobs, person().begins);
      const status = job && catalogue.mfaOf(job.provider) === null ? 'LOCKED' : 'PENDING';
      return job && hasAccount ? [{ job: job.key, status }] : [];
    },
    entries() {
      const job = linkedJob(person().jobs, person().begins);
      return job ? [{ job: job.key, by: 'upload' }] : [];
    },
    statements: () => askedFor(statements, person().discrepancies),
    direct: () => [],
  });

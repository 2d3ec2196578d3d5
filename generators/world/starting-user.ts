import { lazyFields } from '../../spec/lazy.ts';
import type {
  BankStatementSubmission,
  PayrollSubmission,
  TaxauthIncomeSubmission,
  User,
  UserDossier,
} from '../../spec/types.ts';
import { addMonths, dayNumber, dayOf, dayText, monthFrom, startOf } from '../calendar.ts';
import { incomeOf, withOrigin } from '../people/income.ts';
import { type PayrollWindow, payrollOfJob } from '../people/payroll.ts';
import { idOf, type Person } from '../people/person.ts';
import type { Job } from '../people/plan-job.ts';
import { presented, presentedJobs } from '../people/presented.ts';
import { statementOf } from '../people/statement-of.ts';
import { trustScoreOf } from '../people/trust-score.ts';
import type { EntryPlan } from '../scenarios/scenario.ts';
import { contentOf } from '../statements/statement.ts';
import { type StartingAccount, startingAccounts, startingAuthorisations, userOf } from './starting-links.ts';
import type { World } from './world.ts';

/** All that the service holds for a user when the world begins: plain JSON, each part made when it is first read. */
export type StartingUser = {
  readonly user: User;
  readonly authorisations: ReturnType<typeof startingAuthorisations>;
  readonly accounts: readonly StartingAccount[];
  /** Oldest first, each with the payslips it retrieved. */
  readonly entries: readonly StartingEntry[];
  readonly bank_statement_submissions: readonly BankStatementSubmission[];
  /** One a tax year, oldest first. */
  readonly income_submissions: readonly TaxauthIncomeSubmission[];
  readonly documents: readonly StartingDocument[];
  /** What a direct connection holds: the keys of the jobs that it reaches. A payslip's id is the same either way. */
  readonly direct: readonly string[];
};

const MINUTE = 60_000;

/** The statements that an ordinary user has uploaded: the last few months, for about half of them. */
function usualStatements(person: Person): number[] {
  const stream = person.stream.fork('uploads');
  return stream.chance(0.5) ? [3, 2, 1].slice(stream.int(0, 2)) : [];
}

/** When a person linked an account: by day, mostly soon after the user was created, at the latest just before the world begins. */
function linkTime(person: Person, created: number): number {
  const stream = person.stream.fork('link');
  const latest = startOf(person.begins) - 15 * MINUTE;
  const drawn = created + (latest - created) * stream.unit() ** 2;
  const byDay = startOf(dayOf(drawn)) + stream.int(7 * 60, 22 * 60) * MINUTE + stream.int(0, 59_999);
  return Math.min(Math.max(byDay, created + 10 * MINUTE), latest);
}

/** What the service holds for the user with an index when the world begins. */
export function startingUser(world: World, index: number): StartingUser {
  const person = world.person(index);
  const plan = world.planAt(index);
  const user = userOf(person, world.rankOf(index), plan.user);
  // All of it lies before the first day, so that a world is the same at any hour of that day.
  const evening = startOf(person.begins) - person.stream.fork('evening').int(60, 17 * 60) * MINUTE;
  const isTold = world.personaAt(index) !== undefined || plan.entries !== undefined;
  const usualLink = isTold ? evening - 5 * MINUTE : linkTime(person, Date.parse(user.created_at));
  const linkedAt = plan.linkedAt === undefined ? usualLink : Date.parse(plan.linkedAt);
  const retrievedAt = plan.linkedAt === undefined ? linkedAt + 5 * MINUTE : evening;
  const months = user.payroll_period_months ?? LOOKBACK_MONTHS;

  const starting: StartingUser = lazyFields({
    user: () => user,
    authorisations: () => startingAuthorisations(world, index, person, linkedAt),
    accounts: () => startingAccounts(world, person, plan, linkedAt),
    entries() {
      const linked = starting.accounts.filter(({ status }) => status === 'LINKED');
      const retrievals = plan.entries ?? linked.map(({ job }) => ({ job }));
      return startingEntries(person, retrievals, starting.accounts, { months, evening: retrievedAt });
    },
    bank_statement_submissions: () =>
      startingStatements(person, plan.statements ?? usualStatements(person), Math.max(evening, retrievedAt)),
    income_submissions() {
      if (plan.income === false) return [];
      const held = starting.entries.flatMap((entry) => entry.payroll_submissions);
      return incomeOf(person, evening).map((income) => withOrigin(income, held));
    },
    documents: () => documentsOf(starting.bank_statement_submissions, starting.entries),
    direct: () => plan.direct ?? person.jobs.map(({ key }) => key),
  });
  return starting;
}

/** A retrieval that happened before the world began. */
type StartingEntry = UserDossier['entries'][number] & { payroll_submissions: PayrollSubmission[] };

/** How far a search looks back when neither user nor client says so. */
const LOOKBACK_MONTHS = 12;

const lookbackFrom = (instant: number, months: number): number =>
  startOf(dayText(addMonths(dayNumber(dayOf(instant)), -months)));

function uploaded(person: Person, submission: PayrollSubmission): Partial<PayrollSubmission> {
  const month = submission.created_at.slice(0, 7);
  return {
    document_id: idOf(person, 'document', submission.id),
    document_external_id: `payslip-${month}`,
    document_filename: `payslip-${submission.created_at.slice(0, 10)}.pdf`,
    trust_score: trustScoreOf(submission.id, 'upload'),
    source: 'Payslip upload',
  };
}

/** The payslips that a person hands in: as the provider has them, unless the person has a discrepancy. */
function handedInPayslips(person: Person, key: string, window: PayrollWindow): PayrollSubmission[] {
  const ofJob = (jobs: readonly Job[]) => {
    const job = jobs.find((one) => one.key === key);
    return job ? payrollOfJob(person, job, window) : [];
  };
  return presented('payslips', ofJob(presentedJobs('payslipJob', person.jobs, person)), person, {
    claimedPayslips: () => ofJob(person.claimedJobs),
  });
}

/** The entries of a user: each found what had been paid by then, inside the lookback, and had not been found before. */
function startingEntries(
  person: Person,
  plans: readonly EntryPlan[],
  accounts: readonly StartingAccount[],
  { months, evening }: { months: number; evening: number },
): StartingEntry[] {
  const found = new Set<string>();
  return plans.map((plan, position) => {
    const at = plan.at === undefined ? evening : Date.parse(plan.at);
    const account = accounts.find(({ job }) => job === plan.job);
    const job = person.jobs.find(({ key }) => key === plan.job);
    if (!job) throw new Error(`${person.userId} has no job ${plan.job}`);
    const byUpload = plan.by === 'upload';
    const created_at = new Date(at + position).toISOString();
    const entry_id = idOf(person, 'entry', position);
    const account_id = byUpload || plan.by === 'direct' ? null : (account?.account_id ?? null);
    const window = { from: lookbackFrom(at, months), until: at };
    const paid = byUpload ? handedInPayslips(person, job.key, window) : payrollOfJob(person, job, window);
    const origin = { account_id, entry_id, created_at };
    const payroll_submissions = paid
      .filter(({ id }) => !found.has(id))
      .slice(-(plan.newest ?? Number.POSITIVE_INFINITY))
      .map((held) => ({ ...held, ...(byUpload && uploaded(person, held)), ...origin }));
    for (const { id } of payroll_submissions) found.add(id);
    return { entry_id, account_id, created_at, payroll_submissions };
  });
}

/** An uploaded file that was read. */
type StartingDocument = Omit<Required<Document>, 'path' | 'reason' | 'expires_at' | 'size' | 'state'> & {
  kind: 'bank-statement' | 'payslip';
  state: 'extracted';
};

type Document = UserDossier['documents'][number];

/** The bank statements that a user has uploaded, of so many months ago, oldest first. */
const startingStatements = (person: Person, monthsAgo: readonly number[], at: number) =>
  monthsAgo.flatMap((count, position) => {
    const month = monthFrom(person.begins, -count);
    const statement = statementOf(person, month, at);
    if (!statement) return [];
    return {
      id: idOf(person, 'bank-statement', month),
      created_at: new Date(at + (position + 1) * 1000).toISOString(),
      document_id: idOf(person, 'document', 'statement', month),
      document_external_id: `statement-${month}`,
      document_filename: `statement-${month}.pdf`,
      ...contentOf(statement),
    };
  });

/** The files behind the submissions that came by upload. */
function documentsOf(statements: readonly BankStatementSubmission[], entries: readonly StartingEntry[]) {
  const payslips = entries.flatMap((entry) => entry.payroll_submissions);
  return [
    ...payslips.map((submission) => ({ submission, kind: 'payslip' as const })),
    ...statements.map((submission) => ({ submission, kind: 'bank-statement' as const })),
  ].flatMap(({ submission, kind }) =>
    submission.document_id == null
      ? []
      : {
          document_id: submission.document_id,
          kind,
          file_name: submission.document_filename ?? 'document.pdf',
          external_id: submission.document_external_id ?? null,
          state: 'extracted' as const,
          created_at: submission.created_at,
        },
  );
}

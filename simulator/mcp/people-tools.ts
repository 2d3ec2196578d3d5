import { peopleMatcher, personGroups, wordsOf } from '../../generators/scenarios/people-search.ts';
import { picked } from '../../spec/json.ts';
import type { RequestBody, SuccessBody } from '../../spec/operations.ts';
import { addOwnTool, data, type Served, userIdOf } from './schemas.ts';

type Dossier = SuccessBody<'inspectUser'>;

const sections = [
  'accounts',
  'authorisations',
  'entries',
  'payroll_submissions',
  'bank_statement_submissions',
  'income_submissions',
  'documents',
] as const satisfies (keyof Dossier)[];

export function addPeopleTools(served: Served): void {
  const { caller, url } = served;

  const groups = { group: { enum: personGroups.map(({ id }) => id) } };
  const list = async ({ group, search = '' }: { group?: string; search?: string }) => {
    const { scenarios } = await caller.call('listScenarios');
    const matches = peopleMatcher(search);
    const found = scenarios.filter(
      (one) => (group ?? one.group) === one.group && (matches(wordsOf(one)) || one.user_id === search),
    );
    const special = found.map((one) => ({ ...picked(one, 'key', 'name', 'user_id'), special: one.purpose }));
    if (group !== undefined || search !== '') return data(url, special);
    const all = personGroups.map(({ id, about }) => {
      const people = found.filter((one) => one.group === id).map(({ key, name }) => [key, name]);
      return { group: id, about, people: Object.fromEntries(people) };
    });
    const filled = all.filter(({ people }) => Object.keys(people).length > 0);
    return data(url, filled);
  };
  addOwnTool(served, 'list_people', list, groups);

  type Inspected = { user_id: string; section?: (typeof sections)[number]; limit?: number };
  const inspect = async ({ user_id: given, section, limit = 3 }: Inspected) => {
    const user_id = await userIdOf(served, given);
    const dossier = await caller.call('inspectUser', { path: { user_id } });
    if (section === undefined) return data(url, summaryOf(dossier));
    const all = dossier[section];
    return data(url, { [section]: all.slice(-limit).reverse(), of: all.length });
  };
  addOwnTool(served, 'inspect_person', inspect, { section: { enum: [...sections] } });

  addOwnTool(served, 'make_person', async ({ yaml, ...fields }: NewPerson) => {
    const sent = yaml === undefined ? { body: scenarioOf(fields) } : { yaml };
    const { user_id, name, key } = await caller.call('createScenario', sent);
    return data(url, { user_id, name, key });
  });
}

type Work = Partial<Record<'employer' | 'role' | 'start' | 'frequency', string>> & { salary?: number };
type PersonField = 'forename' | 'surname' | 'date_of_birth' | 'post_code' | 'discrepancy' | 'yaml';
type NewPerson = Work & Partial<Record<PersonField, string>>;

function scenarioOf(fields: Omit<NewPerson, 'yaml'>): RequestBody<'createScenario'> {
  const { forename, surname, date_of_birth, post_code, discrepancy, ...work } = fields;
  const { employer, role, salary, start, frequency } = work;
  const hasJob = Object.values(work).some((one) => one !== undefined);
  const isId = /^[a-z0-9-]+$/.test(employer ?? 'cindermoor');
  const job = {
    employer: isId ? (employer ?? 'cindermoor') : { name: employer, paye_reference: '120/AB1' },
    role: role ?? 'Clerk',
    start: start ?? '3 years ago',
    pay: { salary: salary ?? 28_000 },
    ...(frequency &&
      frequency !== 'monthly' && { frequency, pay_day: { anchor: 'last Friday', lag_days: 5 } }),
  };
  const scenario: object = {
    key: 'my-person',
    description: 'A person that an agent made.',
    purpose: 'To try an integration.',
    person: { forename, surname, date_of_birth, ...(post_code && { homes: [{ post_code }] }) },
    ...(hasJob && { jobs: [job] }),
    ...(discrepancy && { discrepancies: [{ kind: discrepancy }] }),
  };
  // The contract leaves the form of a scenario to its schema, which the sandbox holds it to.
  return scenario as RequestBody<'createScenario'>;
}

/** How much there is of each part, and what an agent mostly looks for. */
function summaryOf({ user, accounts, authorisations, payroll_submissions: slips, ...rest }: Dossier): object {
  const newest = slips.at(-1)?.income_information;
  const pay = picked(newest?.earnings ?? {}, 'gross_pay', 'net_pay');
  const all = { accounts, authorisations, payroll_submissions: slips, ...rest };
  return {
    user,
    accounts: accounts.map((one) => picked(one, 'account_id', 'payroll_provider', 'status')),
    active_authorisations: authorisations
      .filter(({ revoked_at }) => !revoked_at)
      .map((one) => picked(one, 'authorisation_id', 'authorisation_category')),
    newest_payslip: newest && { ...picked(newest, 'pay_date'), ...pay },
    counts: Object.fromEntries(sections.map((name) => [name, all[name].length])),
    next: 'inspect_person with a section shows that part in full.',
  };
}

import type { McpServer } from '@modelcontextprotocol/server';
import { peopleMatcher, personGroups, wordsOf } from '../../generators/scenarios/people-search.ts';
import type { RequestBody, SuccessBody } from '../../spec/operations.ts';
import type { Connection } from './connection.ts';
import { addTool, data, hints, inputSchema, resultOf, tools, userIdOf, userIdSchema } from './schemas.ts';

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
type Section = (typeof sections)[number];

const text = (description: string) => ({ type: 'string', description });

/** The tools about people: small answers first, more when it is asked for. */
export function addPeopleTools(server: McpServer, connection: Connection): void {
  const { caller, service, url } = connection;

  const filters = inputSchema<{ group?: string; search?: string }>(service, 'list_people', () => ({
    properties: {
      group: { enum: personGroups.map(({ id }) => id) },
      search: text('Words of what is special, such as fraud, 2FA or two jobs.'),
    },
  }));
  const list = { ...tools.own['list_people']!, schema: filters, hints: hints.reads };
  addTool(server, 'list_people', list, ({ group, search = '' }) =>
    resultOf(async () => {
      const { scenarios } = await caller.call('listScenarios');
      const matches = peopleMatcher(search);
      const found = scenarios.filter(
        (one) => (group ?? one.group) === one.group && (matches(wordsOf(one)) || one.user_id === search),
      );
      if (group !== undefined || search !== '')
        return data(
          url,
          found.map(({ key, name, user_id, purpose }) => ({ key, name, user_id, special: purpose })),
        );
      const groups = personGroups.map(({ id, about }) => ({
        group: id,
        about,
        people: Object.fromEntries(
          found.filter((one) => one.group === id).map(({ key, name }) => [key, name]),
        ),
      }));
      return data(
        url,
        groups.filter(({ people }) => Object.keys(people).length > 0),
      );
    }),
  );

  type Inspected = { user_id: string; section?: Section; limit?: number };
  const inspected = inputSchema<Inspected>(service, 'inspect_person', () => ({
    properties: {
      user_id: userIdSchema,
      section: { enum: sections },
      limit: { type: 'integer', minimum: 1, description: 'Most of a section; 3 when left out.' },
    },
    required: ['user_id'],
  }));
  const inspect = { ...tools.own['inspect_person']!, schema: inspected, hints: hints.reads };
  addTool(server, 'inspect_person', inspect, ({ user_id: given, section, limit = 3 }) =>
    resultOf(async () => {
      const user_id = await userIdOf(connection, given);
      const dossier = await caller.call('inspectUser', { path: { user_id } });
      if (section === undefined) return data(url, summaryOf(dossier));
      const all = dossier[section];
      return data(url, { [section]: all.slice(-limit).reverse(), of: all.length });
    }),
  );

  const made = inputSchema<NewPerson>(service, 'make_person', () => ({
    properties: {
      forename: { type: 'string' },
      surname: { type: 'string' },
      date_of_birth: text('Such as: aged 34, birthday 12 May.'),
      post_code: { type: 'string' },
      employer: text('A name, or an id of listProviders.'),
      role: { type: 'string' },
      salary: { type: 'number', description: 'Pounds a year.' },
      start: text('Of the job, such as: 3 years ago.'),
      frequency: { enum: ['weekly', 'fortnightly', 'four-weekly', 'monthly'] },
      discrepancy: text('What is not true in their documents, such as inflated-net.'),
      yaml: text('A whole scenario, in place of the other fields.'),
    },
  }));
  const make = { ...tools.own['make_person']!, schema: made, hints: hints.adds };
  addTool(server, 'make_person', make, ({ yaml, ...fields }) =>
    resultOf(async () => {
      const sent = yaml === undefined ? { body: scenarioOf(fields) } : { yaml };
      const { user_id, name, key } = await caller.call('createScenario', sent);
      return data(url, { user_id, name, key });
    }),
  );
}

type NewPerson = {
  [Name in
    | 'forename'
    | 'surname'
    | 'date_of_birth'
    | 'post_code'
    | 'employer'
    | 'role'
    | 'start'
    | 'frequency'
    | 'discrepancy'
    | 'yaml']?: string;
} & { salary?: number };

/** A scenario of one person with at most one job; what is left out is drawn. */
function scenarioOf(fields: Omit<NewPerson, 'yaml'>): RequestBody<'createScenario'> {
  const {
    forename,
    surname,
    date_of_birth,
    post_code,
    employer,
    role,
    salary,
    start,
    frequency,
    discrepancy,
  } = fields;
  const hasJob = [employer, role, salary, start, frequency].some((one) => one !== undefined);
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
  const counts = sections.map((name): [string, number] => [
    name,
    { accounts, authorisations, payroll_submissions: slips, ...rest }[name].length,
  ]);
  return {
    user,
    accounts: accounts.map(({ account_id, payroll_provider, status }) => ({
      account_id,
      payroll_provider,
      status,
    })),
    active_authorisations: authorisations
      .filter(({ revoked_at }) => !revoked_at)
      .map(({ authorisation_id, authorisation_category }) => ({ authorisation_id, authorisation_category })),
    newest_payslip: newest && {
      pay_date: newest.pay_date,
      gross_pay: newest.earnings?.gross_pay,
      net_pay: newest.earnings?.net_pay,
    },
    counts: Object.fromEntries(counts),
    next: 'inspect_person with a section shows that part in full.',
  };
}

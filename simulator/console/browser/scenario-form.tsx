import type { ComponentChildren } from 'preact';
import discrepancies from '../../../generators/people/data/discrepancies.json' with { type: 'json' };
import type { Scenario } from '../../../generators/scenarios/scenario.ts';
import { type PersonProps, useRead } from './context.ts';
import { Button, CheckField, type Options, SelectField, sameText, TextField, withOption } from './forms.tsx';
import { numberOf } from './text.ts';
import words from './words.json' with { type: 'json' };

type Job = NonNullable<Scenario['jobs']>[number];

const { days, terms } = words.scenario;

export const newPerson: Scenario = words.scenario.newPerson;
const newJob: Job = words.scenario.newPerson.jobs[0]!;

const perYear: Readonly<Record<string, number>> = { weekly: 52, fortnightly: 26, 'four-weekly': 13 };

/** A person like one that no scenario describes, as far as what the service holds tells of them. */
export function scenarioLike({ user, payroll_submissions }: PersonProps['dossier']): Scenario {
  const newest = new Map(payroll_submissions.map((one) => [one.employment_information?.employer_name, one]));
  const jobs = [...newest.values()].map((slip, index): Job => {
    const { employment_information: work, income_information: income } = slip;
    const frequency = income?.pay_frequency?.replace('_', '-') ?? 'monthly';
    const pay = numberOf(income?.earnings?.base_salary ?? income?.earnings?.gross_pay);
    const isWeekly = Object.hasOwn(perYear, frequency);
    return {
      ...newJob,
      key: index === 0 ? undefined : `job-${index + 1}`,
      employer: {
        name: work?.employer_name ?? 'Employer',
        paye_reference: work?.employer_tax_reference ?? '120/AB1',
      },
      role: work?.role ?? newJob.role,
      frequency: isWeekly ? (frequency as Job['frequency']) : undefined,
      pay_day: isWeekly ? { anchor: 'last Friday' } : undefined,
      pay: { salary: Math.round(pay * (perYear[frequency] ?? 12)) },
    };
  });
  const { forename, surname, post_codes } = user;
  const homes = post_codes?.slice(-1).map((post_code) => ({ post_code }));
  return described({ ...newPerson, person: { forename, surname, homes }, jobs });
}

const sentenceOf = ({ person = {}, jobs = [] }: Scenario): string => {
  const name = [person.forename, person.surname].filter(Boolean).join(' ') || 'The person';
  const [job] = jobs;
  return job ? `${name} works as ${job.role ?? 'an employee'}.` : `${name} has no job.`;
};

/** With a description of this person: one that was written for another, or made here before, does not stay. */
export const described = (scenario: Scenario, before?: Scenario): Scenario =>
  !before || scenario.description === sentenceOf(before)
    ? { ...scenario, description: sentenceOf(scenario) }
    : scenario;

const kinds = Object.entries(discrepancies.kinds).map(
  ([kind, { about }]) => [kind, `${kind}: ${about}`] as const,
);

type FieldOf = {
  name: string;
  label: string;
  hint?: string;
  type?: 'number';
  suggestions?: 'days' | 'logins';
};
type FieldList = keyof typeof words.scenario.fields;

const fieldLists = words.scenario.fields as Readonly<Record<FieldList, readonly FieldOf[]>>;

type Change<T> = (values: Partial<T>) => void;
type OnScenario = (scenario: Scenario) => void;

type Choices = Readonly<Record<string, Options<string>>>;
type FieldsProps<T> = { of: T; set: Change<T>; list: FieldList; choices?: Choices | undefined };

/** The fields of a thing; an empty one is left out of it. Those with choices are chosen, others are typed in. */
function Fields<T extends object>({ of, set, list, choices = {} }: FieldsProps<T>) {
  const given = new Map(Object.entries(of));
  return (
    <>
      {fieldLists[list].map(({ name, label, hint, type, suggestions }) => {
        const onValue = (text: string) => {
          const value = text === '' ? undefined : type === 'number' ? Number(text) : text;
          set({ ...of, [name]: value });
        };
        const common = { label, hint, value: String(given.get(name) ?? ''), onValue };
        const options = choices[name];
        if (options) return <SelectField key={name} {...common} options={options} />;
        const offered = suggestions && { days, logins: words.forms.account.login.suggestions }[suggestions];
        return <TextField key={name} {...common} {...{ type, suggestions: offered }} />;
      })}
    </>
  );
}

type ListWords = { title: string; note?: string; unset?: string };
const listWords = words.scenario.lists satisfies Readonly<Record<string, ListWords>>;

type ListProps<T> = {
  name: keyof typeof listWords;
  of: readonly T[] | undefined;
  fresh: T;
  onChange: (items: T[]) => void;
  choices?: Choices;
  more?: (item: T, set: Change<T>) => ComponentChildren;
};

/** Things of one kind, each with its fields; more can be added, and any removed. */
function ListOf<T extends object>({ name, of: given, fresh, onChange, choices, more }: ListProps<T>) {
  const { title, note, unset }: ListWords = listWords[name];
  const items = given ?? [];
  const about = note ?? (given ? undefined : unset);
  return (
    <fieldset class="list">
      <legend>{title}</legend>
      {about && <p class="note">{about}</p>}
      {items.map((item, index) => {
        const set: Change<T> = (values) => onChange(items.with(index, { ...item, ...values }));
        const remove = () => onChange(items.toSpliced(index, 1));
        return (
          <div class="item" key={index}>
            <Fields of={item} set={set} list={name} choices={choices} />
            {more?.(item, set)}
            <Button onClick={remove} label="Remove" about={`${title}, ${index + 1}`} />
          </div>
        );
      })}
      <Button onClick={() => onChange([...items, fresh])} label="Add" about={`to ${title}`} />
    </fieldset>
  );
}

/** A scenario as a form: who the person is, what they earn, and what the service holds of them. */
export function ScenarioForm({ scenario, onChange }: { scenario: Scenario; onChange: OnScenario }) {
  const { person = {}, jobs = [], start = {} } = scenario;
  const catalogue = useRead('listProviders');
  const employers = (catalogue.data?.employers ?? []).map(({ id, name }) => [id, name] as const);
  const change: Change<Scenario> = (values) => onChange({ ...scenario, ...values });
  const who: Change<typeof person> = (values) => change({ person: { ...person, ...values } });
  const begin: Change<typeof start> = (values) => change({ start: { ...start, ...values } });
  return (
    <>
      <div class="form tops">
        <Fields of={person} set={who} list="person" />
      </div>
      <ListOf
        name="homes"
        of={person.homes}
        fresh={{ post_code: 'M1 4BT', from: '7 months ago' }}
        onChange={(homes) => who({ homes })}
      />
      <ListOf
        name="jobs"
        of={jobs}
        fresh={jobs.length === 0 ? newJob : { ...newJob, key: `job-${jobs.length + 1}`, start: '1 year ago' }}
        onChange={(jobs) => change({ jobs })}
        more={(job, set) => <JobFields job={job} set={set} employers={employers} />}
      />
      <ListOf
        name="consents"
        of={start.authorisations}
        fresh={{ term: 'recurring' }}
        onChange={(authorisations) => begin({ authorisations })}
        choices={{ term: Object.entries(terms) }}
        more={({ revoked = false }, set) => (
          <CheckField label="Revoked" value={revoked} onValue={(revoked) => set({ revoked })} />
        )}
      />
      <ListOf
        name="accounts"
        of={start.accounts}
        fresh={{ job: jobs[0]?.key ?? 'main', status: 'LINKED' }}
        onChange={(accounts) => begin({ accounts })}
        choices={{
          job: sameText(jobs.map(({ key }) => key ?? 'main')),
          status: sameText(['LINKED', 'PENDING', 'LOCKED']),
        }}
      />
      <ListOf
        name="discrepancies"
        of={scenario.discrepancies}
        fresh={{ kind: 'inflated-gross' }}
        onChange={(list) => change({ discrepancies: list.length > 0 ? list : undefined })}
        choices={{ kind: kinds }}
      />
      <fieldset class="list">
        <legend>The case</legend>
        <div class="form tops">
          <Fields of={scenario} set={change} list="case" />
        </div>
      </fieldset>
    </>
  );
}

const frequencies = sameText(['weekly', 'fortnightly', 'four-weekly', 'monthly']);

function JobFields({ job, set, employers }: { job: Job; set: Change<Job>; employers: Options<string> }) {
  const { employer, pay, frequency = 'monthly' } = job;
  const [id, name] = typeof employer === 'string' ? [employer, employer] : ['', employer.name];
  const kind = 'salary' in pay ? 'salary' : 'hourly_rate' in pay ? 'hourly_rate' : '';
  const hire = (wanted: string) => set({ employer: wanted, provider: undefined });
  const often = (wanted: Job['frequency']) => {
    const isSame = (wanted === 'monthly') === (frequency === 'monthly');
    const usual = wanted === 'monthly' ? undefined : { anchor: 'last Friday', lag_days: 5 };
    set({ frequency: wanted, pay_day: isSame ? job.pay_day : usual });
  };
  return (
    <>
      <SelectField label="Employer" value={id} onValue={hire} options={withOption(employers, id, name)} />
      <Fields of={job} set={set} list="role" />
      <SelectField label="Paid" value={frequency} onValue={often} options={frequencies} />
      <SelectField
        label="Pay is"
        value={kind}
        onValue={(wanted) => set({ pay: wanted ? words.scenario.payKinds[wanted] : pay })}
        options={[
          ...(kind ? [] : ([['', 'as the YAML says']] as const)),
          ['salary', 'a salary'],
          ['hourly_rate', 'by the hour'],
        ]}
      />
      {(kind === 'salary' || kind === 'hourly_rate') && (
        <Fields of={pay} set={(values) => set({ pay: { ...pay, ...values } })} list={kind} />
      )}
      <Fields of={job} set={set} list="job" />
    </>
  );
}

import { useEffect, useState } from 'preact/hooks';
import { requestFor } from '../../../spec/caller.ts';
import type { User } from '../../../spec/types.ts';
import { useConsole, useRead } from './context.ts';
import { CallOf, PersonLink, Problem, Section, TextField } from './parts.tsx';
import { RecordTable } from './record-table.tsx';
import { Link, setQuery } from './route.tsx';
import { day, nameOf, plural } from './text.ts';

const uuid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const PAGE = 100;
/** More are found by their id alone. */
const MOST = 1000;

export function PeoplePage({ query }: { query: URLSearchParams }) {
  const search = query.get('search') ?? '';
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = (...texts: (string | null | undefined)[]) => {
    const text = texts.join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  };
  const read = useRead('listScenarios');
  const { users, total, problem, request } = useUsers();
  const people = (read.data?.scenarios ?? []).filter((one) =>
    matches(one.key, one.description, one.purpose, one.user_id),
  );
  const found = users.filter((one) =>
    matches(nameOf(one), one.user_id, one.ext_id, one.ni_number, ...(one.post_codes ?? [])),
  );
  return (
    <>
      <div class="head-line">
        <h1>People</h1>
        <Link href="/console/people/new" class="button main">
          Make a person
        </Link>
        <Link href="/console/configuration" class="button">
          Client settings
        </Link>
      </div>
      <p class="lead">
        A payroll world to build against: people whose payslips, bank statements and tax data agree. Each
        scenario person shows one case.
      </p>
      <TextField
        label="Search"
        hint="A name, a purpose, a post code, an external id or a user's id."
        type="search"
        value={search}
        onValue={(value) => setQuery({ search: value })}
      />
      {uuid.test(search.trim()) && (
        <p>
          <Link href={`/console/people/${search.trim()}`}>Open the user {search.trim()}</Link>
        </p>
      )}
      <Section id="scenarios" title="Scenario people">
        <Problem error={read.error} />
        {people.length === 0 && read.data && <p class="note">No scenario person matches the search.</p>}
        <ul class="cards people-cards">
          {people.map((one) => (
            <li class="card" key={one.user_id}>
              <h3>
                <PersonLink userId={one.user_id} name={one.key} />
              </h3>
              <p>{one.description}</p>
              <p class="purpose">{one.purpose}</p>
            </li>
          ))}
        </ul>
        <CallOf request={read.request} />
      </Section>
      <Section
        id="users"
        title="All users"
        note={`${plural(total, 'user')}${total > users.length ? `, of whom ${users.length} are searched` : ''}.`}
      >
        <Problem error={problem} />
        <RecordTable
          label="All users"
          records={found}
          idOf={({ user_id }) => user_id}
          columns={[
            ['Name', (user) => <PersonLink userId={user.user_id} name={nameOf(user)} />],
            ['Born', (user) => day(user.date_of_birth)],
            ['Post codes', (user) => user.post_codes?.join(', ') ?? '–'],
            ['External id', (user) => user.ext_id ?? '–'],
            ['Created', (user) => day(user.created_at)],
          ]}
        />
        <CallOf request={request} />
      </Section>
    </>
  );
}

/** Where a page begins, by what a deployment's offset means. */
const offsets: Readonly<Record<string, (page: number) => number>> = {
  'first-item': (page) => page * PAGE + 1,
  skip: (page) => page * PAGE,
  page: (page) => page + 1,
};

function useUsers() {
  const { api, points } = useConsole();
  const offsetOf = offsets[String(points['users.list.offset-meaning'])] ?? offsets['first-item']!;
  const [users, setUsers] = useState<User[]>([]);
  const [total, setTotal] = useState(0);
  const [problem, setProblem] = useState<Parameters<typeof Problem>[0]['error']>();
  useEffect(() => {
    let isCurrent = true;
    const load = async () => {
      const all: User[] = [];
      for (let page = 0; isCurrent && all.length < MOST; page += 1) {
        const offset = page === 0 ? undefined : offsetOf(page);
        const { users, pagination } = await api.call('listUsers', { query: { limit: PAGE, offset } });
        all.push(...users);
        if (!isCurrent) return;
        setTotal(pagination.total_count);
        setUsers([...all]);
        if (users.length < PAGE) return;
      }
    };
    load().catch((error) => isCurrent && setProblem(error));
    return () => {
      isCurrent = false;
    };
  }, [api, offsetOf]);
  return { users, total, problem, request: requestFor('listUsers', { query: { limit: PAGE } }) };
}

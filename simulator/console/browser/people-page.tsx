import { useRead } from './context.ts';
import { Head } from './layout.tsx';
import { CallOf, Problem, Section, TextField } from './parts.tsx';
import { matcherOf, useUsers } from './people.tsx';
import { RecordTable } from './record-table.tsx';
import { Link, setQuery } from './route.tsx';
import { day, nameOf, plural } from './text.ts';

const uuid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

export function PeoplePage({ query }: { query: URLSearchParams }) {
  const search = query.get('search') ?? '';
  const matches = matcherOf(search);
  const read = useRead('listScenarios');
  const { users, total, problem, request } = useUsers();
  const people = (read.data?.scenarios ?? []).filter((one) =>
    matches(one.key, one.name, one.description, one.purpose, one.user_id),
  );
  const found = users.filter((one) =>
    matches(nameOf(one), one.user_id, one.ext_id, one.ni_number, ...(one.post_codes ?? [])),
  );
  const searched = total > users.length ? `; the search looks at ${users.length} of them` : '';
  const all = `${plural(total, 'user')} in all${searched}.`;
  const note = search ? `${found.length || 'No'} ${found.length === 1 ? 'user matches' : 'users match'}` : '';
  return (
    <>
      <Head
        title="People"
        lead="People whose payslips, bank statements and tax data agree. Each scenario person shows one case."
        help="A scenario person is in every sandbox, under the same key. Open one to see their money, link an account, or trigger an event. People whose documents do not agree are here too: their page says what is true."
      >
        <Link href="/console/people/new" class="button main">
          Make a person
        </Link>
        <Link href="/console/configuration" class="button">
          Client settings
        </Link>
      </Head>
      <TextField
        label="Search people"
        hint="A name, a case, a post code, an external id or a user's id."
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
                <Link href={`/console/people/${one.user_id}`} class="whole">
                  {one.name ?? one.key}
                </Link>
              </h3>
              <code class="key">{one.key}</code>
              <p>{one.description}</p>
              <p class="purpose">{one.purpose}</p>
            </li>
          ))}
        </ul>
        <CallOf request={read.request} />
      </Section>
      <Section id="users" title="All users" note={note ? `${note}. ${all}` : all}>
        <Problem error={problem} />
        <RecordTable
          label="All users"
          records={found}
          idOf={({ user_id }) => user_id}
          columns={[
            ['Name', (user) => <Link href={`/console/people/${user.user_id}`}>{nameOf(user)}</Link>],
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

import { useEffect, useState } from 'preact/hooks';
import { requestFor } from '../../../spec/caller.ts';
import type { ServiceError } from '../../../spec/client.ts';
import type { User } from '../../../spec/types.ts';
import { asServiceError } from './api.ts';
import { CallOf } from './code.tsx';
import { useConsole, useRead } from './context.ts';
import { TextField } from './forms.tsx';
import { Head, Problem, Section } from './parts.tsx';
import { RecordTable } from './record-table.tsx';
import { Link, setQuery } from './route.tsx';
import { day, nameOf, plural, short } from './text.ts';

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
      <Head of="people">
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
      <Section id="scenarios">
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

const PAGE = 100;
/** More are found by their id alone. */
const MOST = 1000;

/** Where a page begins, by what a deployment's offset means. */
const offsets: Readonly<Record<string, (page: number) => number>> = {
  'first-item': (page) => page * PAGE + 1,
  skip: (page) => page * PAGE,
  page: (page) => page + 1,
};

/** The client's users, as many as can be searched. */
export function useUsers(isWanted = true) {
  const { api, points } = useConsole();
  const offsetOf = offsets[String(points['users.list.offset-meaning'])] ?? offsets['first-item']!;
  const [users, setUsers] = useState<User[]>([]);
  const [total, setTotal] = useState(0);
  const [problem, setProblem] = useState<ServiceError>();
  useEffect(() => {
    let isCurrent = isWanted;
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
    load().catch((error: unknown) => isCurrent && setProblem(asServiceError(error)));
    return () => {
      isCurrent = false;
    };
  }, [api, offsetOf, isWanted]);
  return { users, total, problem, request: requestFor('listUsers', { query: { limit: PAGE } }) };
}

/** How a person is called: by name, and by the key of their scenario if they have one. */
type Names = (userId: string) => { name: string; key: string };

/** The names of the people with these ids; an id without a name is shown by its beginning. */
export function useNames(ids: readonly string[]): Names {
  const { data } = useRead('listScenarios');
  const known = new Map(data?.scenarios.map(({ user_id, key, name = key }) => [user_id, { name, key }]));
  const { users } = useUsers(data !== undefined && ids.some((id) => !known.has(id)));
  for (const user of users)
    if (!known.has(user.user_id)) known.set(user.user_id, { name: nameOf(user), key: '' });
  return (userId) => known.get(userId) ?? { name: short(userId), key: '' };
}

export const PersonLink = ({ userId, names }: { userId: string; names: Names }) => {
  const { name, key } = names(userId);
  return (
    <>
      <Link href={`/console/people/${userId}`}>{name}</Link> {key && <small class="key">{key}</small>}
    </>
  );
};

/** Whether all words of a search stand in some texts. */
export function matcherOf(search: string): (...texts: (string | null | undefined)[]) => boolean {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return (...texts) => {
    const text = texts.join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  };
}

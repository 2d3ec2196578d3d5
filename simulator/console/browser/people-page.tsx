import { peopleMatcher, personGroups, wordsOf } from '../../../generators/scenarios/people-search.ts';
import type { ScenarioPerson } from '../../../spec/types.ts';
import { useRead, useRemembered } from './context.ts';
import { Button, FilterBar } from './forms.tsx';
import { Head, Outcome, Section } from './parts.tsx';
import { matcherOf, textsOfUser, useUsers } from './person-names.tsx';
import { RecordTable } from './record-table.tsx';
import { Link, setQuery } from './route.tsx';
import { day, isUuid, nameOf, plural } from './text.ts';

/** How many of each group the page shows until the user opens it. */
const FEW = 3;

export function PeoplePage({ query }: { query: URLSearchParams }) {
  const search = query.get('search') ?? '';
  const wanted = query.get('group') ?? '';
  const [view, setView] = useRemembered('people-view', 'cards');
  const read = useRead('listScenarios');
  const { users, total, problem, request } = useUsers();
  const isMeant = peopleMatcher(search);
  const id = search.trim();
  const people = (read.data?.scenarios ?? []).filter((one) => isMeant(wordsOf(one)) || one.user_id === id);
  const groups = personGroups
    .map((group) => ({ ...group, of: people.filter((one) => one.group === group.id) }))
    .filter(({ of }) => of.length > 0);
  const shown = groups.filter(({ id }) => wanted === '' || wanted === id);
  const matches = matcherOf(search);
  const found = users.filter((one) => matches(...textsOfUser(one)));
  const searched = total > users.length ? `; the search looks at ${users.length} of them` : '';
  const all = `${plural(total, 'user')} in all${searched}.`;
  const note = search ? `${found.length || 'No'} ${found.length === 1 ? 'user matches' : 'users match'}` : '';
  return (
    <>
      <Head of="people">
        <Link href="/console/people/new" class="button main" label="Make a person" />
        <Link href="/console/configuration" class="button" label="Client settings" />
      </Head>
      <FilterBar of="people" query={query} name="search">
        <div class="switch">
          <Button aria-pressed={view === 'cards'} onClick={() => setView('cards')} label="Cards" />
          <Button aria-pressed={view === 'table'} onClick={() => setView('table')} label="Table" />
        </div>
      </FilterBar>
      <nav class="chips" aria-label="Groups of people">
        {[{ id: '', title: 'All', of: people }, ...groups].map(({ id, title, of }) => (
          <Button
            key={id}
            aria-pressed={wanted === id}
            onClick={() => setQuery('group', id)}
            label={[title, ' ', <small key="count">{of.length}</small>]}
          />
        ))}
      </nav>
      {isUuid(id) && (
        <p>
          <Link href={`/console/people/${id}`}>Open the user {id}</Link>
        </p>
      )}
      {people.length === 0 && read.data && <p class="note">No scenario person matches the search.</p>}
      {view === 'table' ? (
        <PeopleTable people={shown.flatMap(({ of }) => of)} />
      ) : (
        shown.map(({ id, title, about, of }) => {
          const isWhole = wanted === id || search !== '' || of.length <= FEW;
          return (
            <Section key={id} id={id} title={title} note={about}>
              <ul class="cards people-cards">
                {of.slice(0, isWhole ? of.length : FEW).map((one) => (
                  <PersonCard key={one.user_id} person={one} />
                ))}
              </ul>
              {!isWhole && (
                <Link href={`?group=${id}`}>
                  Show all {of.length} <span class="unseen">{title}</span>
                </Link>
              )}
            </Section>
          );
        })
      )}
      <Outcome of={[read]} />
      <Section id="users" note={note ? `${note}. ${all}` : all} outcome={[{ error: problem, request }]}>
        <RecordTable
          label="All users"
          records={found}
          columns={[
            ['Name', (user) => <Link href={`/console/people/${user.user_id}`}>{nameOf(user)}</Link>],
            ['Born', (user) => day(user.date_of_birth)],
            ['Post codes', (user) => user.post_codes?.join(', ') ?? '–'],
            ['External id', (user) => user.ext_id ?? '–'],
            ['Created', (user) => day(user.created_at)],
          ]}
        />
      </Section>
    </>
  );
}

const PersonCard = ({ person: { user_id, name, key, description, purpose } }: { person: ScenarioPerson }) => (
  <li class="card">
    <h3>
      <Link href={`/console/people/${user_id}`} class="whole" label={name ?? key} />
    </h3>
    <code class="key">{key}</code>
    <p>{description}</p>
    <p class="purpose">{purpose}</p>
  </li>
);

const PeopleTable = ({ people }: { people: readonly ScenarioPerson[] }) => (
  <RecordTable
    label="Scenario people"
    records={people}
    most={people.length}
    columns={[
      [
        'Name',
        ({ user_id: id, name, key }) => <Link href={`/console/people/${id}`}>{name ?? key}</Link>,
        'when',
      ],
      ['Key', ({ key }) => <code class="key">{key}</code>],
      ['What is special', ({ purpose }) => purpose],
      ['Group', ({ group }) => personGroups.find(({ id }) => id === group)?.title, 'when'],
    ]}
  />
);

import { useRead } from './context.ts';
import { Head, Problem, pageWords, Section, sectionWords } from './parts.tsx';
import { matcherOf, textsOfUser, useNames, useUsers } from './person-names.tsx';
import { Link } from './route.tsx';
import { moment, nameOf, plural } from './text.ts';

export const searchFor = (text: string): string => `/console/search?for=${encodeURIComponent(text)}`;

const SHOWN = 20;

/** The pages and their parts, with words that a user may look for. */
const pages = [
  ...Object.entries(pageWords),
  ...Object.entries(sectionWords).map(([id, section]) => [`tools#${id}`, section] as const),
].flatMap(([path, { title, words }]) => (words ? [{ path, title, words }] : []));

type Hit = { href: string; name: string; note?: string; words: readonly (string | null | undefined)[] };

const Hits = ({ title, hits }: { title: string; hits: readonly Hit[] }) =>
  hits.length === 0 ? null : (
    <Section id={title.toLowerCase()} title={`${title} (${hits.length})`}>
      <ul class="hits">
        {hits.slice(0, SHOWN).map(({ href, name, note }) => (
          <li key={href}>
            <Link href={`/console/${href}`}>{name}</Link> <span class="note">{note}</span>
          </li>
        ))}
      </ul>
      {hits.length > SHOWN && <p class="note">The first {SHOWN} are shown: type more to narrow them down.</p>}
    </Section>
  );

export function SearchPage({ query }: { query: URLSearchParams }) {
  const search = query.get('for') ?? '';
  const scenarios = useRead('listScenarios');
  const { users, problem } = useUsers();
  const { data: sent } = useRead('listDeliveries', { query: { limit: 1000 } });
  const { data: journal } = useRead('listRequests', { query: { limit: 500 } });
  const deliveries = [...(sent?.deliveries ?? [])].reverse();
  const names = useNames(deliveries.map(({ user_id }) => user_id));
  const byUser = new Map(scenarios.data?.scenarios.map((one) => [one.user_id, one]));
  const all: Record<string, Hit[]> = {
    Pages: pages.map(({ path, title, words }) => ({ href: path, name: title, words: [title, words] })),
    People: users.map((user) => {
      const { key, description, purpose } = byUser.get(user.user_id) ?? {};
      const words = [...textsOfUser(user), key, description, purpose];
      return { href: `people/${user.user_id}`, name: nameOf(user), note: key, words };
    }),
    Deliveries: deliveries.map(({ delivery_id, event, state, user_id, created_at }) => {
      const { name, key } = names(user_id);
      return {
        href: `deliveries?delivery=${delivery_id}`,
        name: `${event} about ${name}`,
        note: `${state}, ${moment(created_at)}`,
        words: ['delivery', delivery_id, event, state, user_id, name, key],
      };
    }),
    Requests: (journal?.requests ?? []).map(({ request_id = '', operation, method, path, status, at }) => ({
      href: `requests?request=${request_id}`,
      name: `${method} ${path}`,
      note: `${operation ?? 'no operation'}, ${status ?? 'cut'}, ${moment(at)}`,
      words: ['request', request_id, operation, method, path, String(status)],
    })),
  };
  const matches = matcherOf(search);
  const isAsked = search.trim() !== '';
  const hits = Object.entries(all).map(
    ([title, list]) => [title, isAsked ? list.filter(({ words }) => matches(...words)) : []] as const,
  );
  const count = hits.reduce((sum, [, { length }]) => sum + length, 0);
  return (
    <>
      <Head of="search" />
      <Problem error={problem ?? scenarios.error} />
      <p class="note" role="status">
        {!isAsked && 'Type in the field at the top: a name, an id, an event, an operation, a post code.'}
        {isAsked && (count === 0 ? `Nothing matches “${search}”.` : `${plural(count, 'hit')}.`)}
      </p>
      {hits.map(([title, list]) => (
        <Hits key={title} title={title} hits={list} />
      ))}
    </>
  );
}

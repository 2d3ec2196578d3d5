import type { ComponentChildren } from 'preact';
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

type Hit = { href: string; name: string; note?: ComponentChildren };

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

export function SearchPage({ search }: { search: string }) {
  const scenarios = useRead('listScenarios');
  const { users, problem } = useUsers();
  const { data: sent } = useRead('listDeliveries', { query: { limit: 1000 } });
  const { data: journal } = useRead('listRequests', { query: { limit: 500 } });
  const deliveries = [...(sent?.deliveries ?? [])].reverse();
  const names = useNames(deliveries.map(({ user_id }) => user_id));
  const byUser = new Map(scenarios.data?.scenarios.map((one) => [one.user_id, one]));
  const matches = matcherOf(search);
  const isAsked = search.trim() !== '';
  const found = <T,>(list: readonly T[], isHit: (one: T) => boolean, hit: (one: T) => Hit): Hit[] =>
    isAsked ? list.filter(isHit).map(hit) : [];
  const hits = {
    Pages: found(
      pages,
      ({ title, words }) => matches(title, words),
      ({ path, title }) => ({ href: path, name: title }),
    ),
    People: found(
      users,
      (user) => {
        const { key, description, purpose } = byUser.get(user.user_id) ?? {};
        return matches(...textsOfUser(user), key, description, purpose);
      },
      (user) => ({
        href: `people/${user.user_id}`,
        name: nameOf(user),
        note: byUser.get(user.user_id)?.key,
      }),
    ),
    Deliveries: found(
      deliveries,
      ({ delivery_id, event, state, user_id }) =>
        matches('delivery', delivery_id, event, state, user_id, names(user_id).name, names(user_id).key),
      ({ delivery_id, event, state, user_id, created_at }) => ({
        href: `deliveries?delivery=${delivery_id}`,
        name: `${event} about ${names(user_id).name}`,
        note: `${state}, ${moment(created_at)}`,
      }),
    ),
    Requests: found(
      journal?.requests ?? [],
      ({ request_id, operation, method, path, status }) =>
        matches('request', request_id, operation, method, path, String(status)),
      ({ request_id = '', operation, method, path, status, at }) => ({
        href: `requests?request=${request_id}`,
        name: `${method} ${path}`,
        note: `${operation}, ${status ?? 'cut'}, ${moment(at)}`,
      }),
    ),
  };
  const count = Object.values(hits).reduce((sum, { length }) => sum + length, 0);
  return (
    <>
      <Head of="search" />
      <Problem error={problem ?? scenarios.error} />
      <p class="note" role="status">
        {!isAsked && 'Type in the field at the top: a name, an id, an event, an operation, a post code.'}
        {isAsked && (count === 0 ? `Nothing matches “${search}”.` : `${plural(count, 'hit')}.`)}
      </p>
      {Object.entries(hits).map(([title, list]) => (
        <Hits key={title} title={title} hits={list} />
      ))}
    </>
  );
}

import { useEffect, useState } from 'preact/hooks';
import { requestFor } from '../../../spec/caller.ts';
import type { User } from '../../../spec/types.ts';
import { asServiceError } from './api.ts';
import { useConsole, useRead } from './context.ts';
import { Link } from './route.tsx';
import { nameOf, short } from './text.ts';

const PAGE = 100;
/** More are found by their id alone. */
const MOST = 1000;

/** Where a page begins, by what a deployment's offset means. */
const offsets: Readonly<Record<string, (page: number) => number>> = {
  'first-item': (page) => page * PAGE + 1,
  skip: (page) => page * PAGE,
  page: (page) => page + 1,
};

export function useUsers(isWanted = true) {
  const { api, points } = useConsole();
  const offsetOf = offsets[String(points['users.list.offset-meaning'])] ?? offsets['first-item']!;
  const [users, setUsers] = useState<User[]>([]);
  const [total, setTotal] = useState(0);
  const [problem, setProblem] = useState<ReturnType<typeof asServiceError>>();
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

type PersonLinkProps = { userId: string; names: Names; name?: string | undefined };

export const PersonLink = ({ userId, names, name: given }: PersonLinkProps) => {
  const { name, key } = names(userId);
  return (
    <>
      <Link href={`/console/people/${userId}`}>{name === short(userId) ? (given ?? name) : name}</Link>{' '}
      {key && <small class="key">{key}</small>}
    </>
  );
};

export const textsOfUser = (user: User) => [
  ...[nameOf(user), user.user_id, user.ext_id, user.ni_number],
  ...(user.post_codes ?? []),
];

export function matcherOf(search: string): (...texts: (string | null | undefined)[]) => boolean {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return (...texts) => {
    const text = texts.join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  };
}

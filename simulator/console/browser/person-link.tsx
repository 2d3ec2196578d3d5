import type { ScenarioPerson } from '../../../spec/types.ts';
import { useRead } from './context.ts';
import { Link } from './route.tsx';
import { short } from './text.ts';

/** What each person is called in a list: the key of who has a purpose, else the beginning of the id. */
export function useNames(): (userId: string) => string {
  const { data } = useRead<{ scenarios: ScenarioPerson[] }>({ method: 'GET', path: '/_sandbox/scenarios' });
  const keys = new Map(data?.scenarios.map(({ user_id, key }) => [user_id, key]));
  return (userId) => keys.get(userId) ?? short(userId);
}

export const PersonLink = ({ userId, name }: { userId: string; name: string }) => (
  <Link href={`/console/people/${userId}`}>{name}</Link>
);

import { useRead } from './context.ts';
import { Link } from './route.tsx';
import { short } from './text.ts';

/** How lists name a person: by the scenario's key, else by the beginning of the id. */
export function useNames(): (userId: string) => string {
  const { data } = useRead('listScenarios');
  const keys = new Map(data?.scenarios.map(({ user_id, key }) => [user_id, key]));
  return (userId) => keys.get(userId) ?? short(userId);
}

export const PersonLink = ({ userId, name }: { userId: string; name: string }) => (
  <Link href={`/console/people/${userId}`}>{name}</Link>
);

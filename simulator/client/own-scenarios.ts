import type { Scenario } from '../../generators/scenarios/scenario.ts';
import type { ClientRecord } from '../domain/client-record.ts';

/**
 * The client's record with the scenarios that the sandbox is started with now. Who is there already keeps their place,
 * and is told as the file says today; new ones come last; whose file is gone stays until a reset.
 */
export function withScenarios(record: ClientRecord, own: readonly Scenario[]): ClientRecord {
  const kept = record.scenarios ?? [];
  const byKey = new Map(own.map((scenario) => [scenario.key, scenario]));
  // Those that came by a call have an id of their own, and are not told anew.
  const merged = kept.map((one) =>
    one.userId === undefined ? { ...one, scenario: byKey.get(one.scenario.key) ?? one.scenario } : one,
  );
  const known = new Set(kept.flatMap((one) => (one.userId === undefined ? one.scenario.key : [])));
  const fresh = own.filter(({ key }) => !known.has(key)).map((scenario) => ({ scenario }));
  const scenarios = [...merged, ...fresh];
  return JSON.stringify(scenarios) === JSON.stringify(kept) ? record : { ...record, scenarios };
}

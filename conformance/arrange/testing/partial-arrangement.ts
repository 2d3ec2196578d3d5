import { setTimeout as sleep } from 'node:timers/promises';
import type { Arrangement, ArrangementContext, OfferedArrangement } from '../../judgement/arrangement.ts';
import { Redactor } from '../../target/redactor.ts';
import { Transport } from '../../target/transport.ts';
import { sandboxArrangement } from '../sandbox.ts';

/** What a sandbox arranges, without some of its functions: an integrator's module may lack any of them. */
export async function partialArrangement(
  { baseUrl, apiKey, headers }: ArrangementContext,
  missing: readonly (keyof Arrangement)[],
): Promise<OfferedArrangement> {
  const transport = new Transport({ timeoutMs: 20_000, concurrency: 16, sleep });
  const door = { baseUrl, apiKey, headers, transport, redactor: new Redactor() };
  const { functions } = await sandboxArrangement(door);
  for (const name of missing) delete functions[name];
  return { ...functions, environment: 'sandbox' };
}

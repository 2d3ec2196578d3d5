import {
  type ArrangementContext,
  noArrangement,
  type PartialArrangement,
  Refused,
} from '../arrange/arrangement.ts';
import { fixturesArrangement, readFixtures } from '../arrange/fixtures.ts';
import { moduleArrangement } from '../arrange/own-module.ts';
import { type SandboxDoor, sandboxArrangement, tokenVariable } from '../arrange/sandbox.ts';
import { TargetUnusable } from '../failure.ts';
import type { RunClient } from './run-client.ts';

/** Opens the arrangement that was asked for, for one of the clients. */
export async function chooseArrangement(
  wanted: string | undefined,
  client: RunClient,
  which: ArrangementContext['client'] = 'main',
): Promise<PartialArrangement> {
  const { baseUrl, apiKey, headers, transport, redactor } = client.target.options;
  const door: SandboxDoor = { baseUrl, apiKey, headers, transport, redactor };
  if (wanted === 'none') return noArrangement();
  if (wanted === undefined || wanted === 'sandbox') {
    const found = await sandboxAt(door);
    if (!(found instanceof Error)) return found;
    const isThere = found instanceof Refused && found.status >= 200 && found.status <= 299;
    if (wanted === 'sandbox')
      throw new TargetUnusable(
        isThere
          ? `The answer of ${baseUrl} to GET /_sandbox/health is not what the arrangement API says: ${found.message}`
          : `${baseUrl} does not offer the arrangement API (GET /_sandbox/health): ${found.message}`,
      );
    return isThere
      ? { ...noArrangement(), notes: [`Nothing can be arranged: ${found.message}`] }
      : noArrangement();
  }
  if (!wanted.endsWith('.json'))
    return moduleArrangement(wanted, { baseUrl, apiKey, headers, client: which });
  const fixtures = readFixtures(wanted);
  const fixturesOfClient = which === 'other' ? (fixtures.other ?? {}) : fixtures;
  for (const { token, user_id } of fixturesOfClient.users ?? []) redactor.add(token, tokenVariable(user_id));
  return fixturesArrangement(
    `fixtures ${wanted}`,
    fixturesOfClient,
    client.caller,
    client.cleanup,
    fixtures.environment,
  );
}

/** The arrangement API of the server, or why it cannot be used. */
async function sandboxAt(door: SandboxDoor): Promise<PartialArrangement | Error> {
  try {
    return await sandboxArrangement(door);
  } catch (error) {
    // The server has no arrangement API, or answers with something other than JSON.
    if (error instanceof Refused || error instanceof TypeError) return error;
    throw error;
  }
}

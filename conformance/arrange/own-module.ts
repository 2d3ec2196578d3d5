import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ArrangementThrew, BadUsage, CannotArrange, NotApplicable } from '../failure.ts';
import {
  type Arrangement,
  type ArrangementContext,
  type PartialArrangement,
  Refused,
} from './arrangement.ts';
import { noArrangement } from './none.ts';

const names: readonly (keyof Arrangement)[] = [
  'createUser',
  'removeUser',
  'tokenFor',
  'createTerm',
  'setTermActive',
  'accept',
  'revoke',
  'linkAccount',
  'setDirectPayroll',
  'createEntry',
  'createBankStatement',
  'createIncome',
  'inspectUser',
  'now',
  'moveClock',
  'deliveries',
  'redeliver',
  'reset',
  'held',
];

type Functions = Partial<Arrangement> & Pick<PartialArrangement, 'environment' | 'concurrency'>;

/**
 * An arrangement that somebody wrote for their own deployment: a module whose default export makes one for a client
 * (`default (context) => arrangement`). Plain exported functions know one client, and serve the first alone.
 */
export async function moduleArrangement(
  file: string,
  context: ArrangementContext,
): Promise<PartialArrangement> {
  const name = `module ${file}`;
  const module = await import(pathToFileURL(resolve(file)).href).catch((error: Error) => {
    throw new BadUsage(`The arrangement module ${file} cannot be loaded: ${error.stack ?? error.message}`);
  });
  const exported = module.default ?? module;
  const perClient = typeof exported === 'function';
  if (!perClient && context.client === 'other')
    return noArrangement(`${name}, which arranges for one client: export default (context) => arrangement`);
  const made: Functions = perClient ? await makeFor(exported, context, file) : exported;
  const functions = Object.fromEntries(
    names
      .filter((one) => typeof made?.[one] === 'function')
      .map((one) => [one, guarded(made, one, `${one} of ${name}`)]),
  ) as Partial<Arrangement>;
  if (Object.keys(functions).length === 0)
    throw new BadUsage(
      `The arrangement module ${file} offers nothing; it may export any of ${names.join(', ')}.`,
    );
  const { environment, concurrency } = made;
  return { name, functions, ...(environment && { environment }), ...(concurrency && { concurrency }) };
}

async function makeFor(
  make: (context: ArrangementContext) => unknown,
  context: ArrangementContext,
  file: string,
): Promise<Functions> {
  try {
    return ((await make(context)) ?? {}) as Functions;
  } catch (error) {
    throw new BadUsage(
      `The arrangement module ${file} threw: ${error instanceof Error ? error.stack : String(error)}`,
    );
  }
}

/** What the suite understands passes; anything else that is thrown is the module's own error, and is told as such. */
function guarded(made: Functions, name: keyof Arrangement, what: string): unknown {
  const act = made[name] as (...given: unknown[]) => unknown;
  return async (...given: unknown[]) => {
    try {
      return await act.apply(made, given);
    } catch (error) {
      if (error instanceof CannotArrange || error instanceof NotApplicable) throw error;
      if (isRefusal(error)) throw new Refused(what, error.status, error.errors ?? [error.message]);
      throw new ArrangementThrew(what, error);
    }
  };
}

/** A module need not import our class to say that the service refused: an error called Refused, with a status, will do. */
const isRefusal = (error: unknown): error is Error & { status: number; errors?: string[] } =>
  error instanceof Error && error.name === 'Refused' && 'status' in error && typeof error.status === 'number';

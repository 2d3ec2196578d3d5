import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { TargetUnusable } from '../failure.ts';
import type { Arrangement, PartialArrangement } from './arrangement.ts';

/** What a module of the user's own is told. */
export type ModuleContext = { baseUrl: string; apiKey?: string; headers?: Readonly<Record<string, string>> };

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
  'held',
];

/**
 * An arrangement that somebody wrote for their own deployment: a module that exports any of the functions of
 * Arrangement by name, or whose default export is an object of them, or a function that makes one for a client.
 */
export async function moduleArrangement(file: string, context: ModuleContext): Promise<PartialArrangement> {
  const module = await import(pathToFileURL(resolve(file)).href).catch((error: Error) => {
    throw new TargetUnusable(`The arrangement module ${file} cannot be loaded: ${error.message}`);
  });
  const exported = module.default ?? module;
  const made = typeof exported === 'function' ? await exported(context) : exported;
  const functions = Object.fromEntries(
    names.filter((name) => typeof made?.[name] === 'function').map((name) => [name, made[name].bind(made)]),
  ) as Partial<Arrangement>;
  if (Object.keys(functions).length === 0)
    throw new TargetUnusable(
      `The arrangement module ${file} offers nothing; it may export any of ${names.join(', ')}.`,
    );
  return {
    name: `module ${file}`,
    functions,
    ...(made.environment && { environment: made.environment }),
    ...(made.concurrency && { concurrency: made.concurrency }),
  };
}

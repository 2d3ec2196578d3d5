import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  type Arrangement,
  type ArrangementContext,
  type ArrangementModule,
  noArrangement,
  type OfferedArrangement,
  Refused,
} from '../judgement/arrangement.ts';
import { ArrangementThrew, BadUsage, CannotArrange, NotApplicable } from '../judgement/failure.ts';
import { arrangementFunctions as names } from './offers.ts';

/** A user's own module: its default export makes one per client; plain functions serve the first client alone. */
export async function moduleArrangement(file: string, context: ArrangementContext) {
  const name = `module ${file}`;
  const module = await import(pathToFileURL(resolve(file)).href).catch((error: Error) => {
    throw new BadUsage(`The arrangement module ${file} cannot be loaded. ${inItsOwnFiles(error)}`);
  });
  const exported = module.default ?? module;
  const perClient = typeof exported === 'function';
  if (!perClient && context.client === 'other')
    return noArrangement(`${name}, which arranges for one client: export default (context) => arrangement`);
  const made: OfferedArrangement = perClient ? await makeFor(exported, context, file) : exported;
  const functions = Object.fromEntries(
    names
      .filter((one) => typeof made?.[one] === 'function')
      .map((one) => [one, guarded(made, made[one], `${one} of ${name}`)]),
  ) as Partial<Arrangement>;
  if (Object.keys(functions).length === 0)
    throw new BadUsage(
      `The arrangement module ${file} offers nothing; it may export any of ${names.join(', ')}.`,
    );
  const { environment, concurrency } = made;
  return { name, functions, environment, concurrency };
}

async function makeFor(make: ArrangementModule, context: ArrangementContext, file: string) {
  try {
    return (await make(context)) ?? {};
  } catch (error) {
    throw new BadUsage(`The arrangement module ${file} threw. ${inItsOwnFiles(error)}`);
  }
}

/** An error with the lines of its stack that are in files of the module's author, who can do nothing about those of Node and Payrig. */
function inItsOwnFiles(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const [first = error.message, ...frames] = (error.stack ?? '').split('\n    at ');
  const ours = frames.findIndex((frame) => frame.includes(new URL('..', import.meta.url).href));
  const own = frames.slice(0, ours === -1 ? undefined : ours).filter((frame) => !frame.includes('node:'));
  const said = error.message.replace(/ imported from .*/, '');
  return [first.replace(error.message, said), ...own].join('\n    at ');
}

/** Passes on the errors that the suite understands; any other error is reported as the module's own. */
function guarded(made: OfferedArrangement, act: OfferedArrangement[keyof Arrangement], what: string) {
  if (!act) throw new Error(`There is no ${what}`);
  return async (...given: unknown[]) => {
    try {
      return await Reflect.apply(act, made, given);
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

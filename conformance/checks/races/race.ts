import { CannotArrange, Failure } from '../../judgement/failure.ts';
import type { ServiceResponse } from '../../target/exchange.ts';
import { type History, linearize, type Operation, type SequentialModel } from './linearize.ts';

/** What a model sees of an answer. */
export type Outcome = { readonly status: number; readonly body: unknown };

export type Sent<Seen> = Seen & { readonly answer: ServiceResponse };

export type Give<Command, Seen> = (command: Command, send: () => Promise<Sent<Seen>>) => Promise<Sent<Seen>>;

export const seen = (answer: ServiceResponse): Sent<Outcome> => ({
  status: answer.status,
  body: answer.body,
  answer,
});

type Act<Command, Seen> = (give: Give<Command, Seen>) => Promise<void>;

/** A client that gives these commands, one after the other. */
export const inTurn =
  <Command, Seen>(
    commands: readonly Command[],
    perform: (command: Command) => Promise<Sent<Seen>>,
  ): Act<Command, Seen> =>
  async (give) => {
    for (const command of commands) await give(command, () => perform(command));
  };

/**
 * Lets several clients send their commands at once, and records the history. `before` prepares, `after` looks at the
 * result; each of them sends its commands through `give`.
 */
export async function race<Command, Seen>(acts: {
  before?: Act<Command, Seen>;
  together: readonly Act<Command, Seen>[];
  after?: Act<Command, Seen>;
}): Promise<History<Command, Sent<Seen>>> {
  const history: Operation<Command, Sent<Seen>>[] = [];
  const times: Span[] = [];
  let moments = 0;
  const giver =
    (client: number): Give<Command, Seen> =>
    async (command, send) => {
      const called = moments++;
      const outcome = await send();
      history.push({ client, command, outcome, called, returned: moments++ });
      const to = performance.now();
      times.push({ client, from: to - outcome.answer.durationMs, to });
      return outcome;
    };
  const remedy = 'allow more at once (--concurrency), or a faster --rate-limit';
  await acts.before?.(giver(0));
  await Promise.all(acts.together.map((act, at) => act(giver(at + 1))));
  const together = [...times];
  await acts.after?.(giver(0));
  if (!together.some((one) => together.some((other) => overlap(one, other))))
    throw new CannotArrange('no two requests were under way at once', [remedy]);
  return history.sort((a, b) => a.called - b.called);
}

type Span = { client: number; from: number; to: number };
const overlap = (a: Span, b: Span): boolean => a.client !== b.client && a.from < b.to && b.from < a.to;

/** Fails the clause unless the commands, each at some moment between its call and its answer, explain all outcomes. */
export function expectOneOrder<State, Command extends object, Seen>(
  model: SequentialModel<State, Command, Sent<Seen>>,
  history: History<Command, Sent<Seen>>,
  what: string,
): void {
  const { order, unexplained } = linearize(model, history);
  const [first] = unexplained;
  const expected = `${what} to be as if the commands had come one after the other`;
  if (first) throw new Failure(expected, raceText(history, order), first.outcome.answer);
}

type Raced = { readonly answer: ServiceResponse };
type RacedCall = Operation<object, Raced>;

const shownOfBody = 120;

/** A history for a person: every command with the time that it took, and where every order of them breaks off. */
function raceText(history: History<object, Raced>, order: readonly RacedCall[]) {
  const names = new Map(history.map((one, at) => [one, `#${at + 1}`]));
  const name = (one: RacedCall): string => names.get(one) ?? '';
  const most = Math.max(...history.map(({ returned }) => returned));
  const lines = history.map(
    (one) => `${name(one).padEnd(3)} client ${one.client} ${span(one, most)} ${commandText(one)}`,
  );
  const rest = history.filter((one) => !order.includes(one));
  const begun = order.length === 0 ? 'at the very beginning' : `after ${order.map(name).join(', ')}`;
  return [
    'a history that no order explains:',
    ...lines,
    `The longest order that agrees with the answers breaks off ${begun}: ${rest.map(name).join(' and ')} cannot have come next with that answer.`,
  ].join('\n');
}

function span({ called, returned }: RacedCall, most: number): string {
  return `${'·'.repeat(called)}[${'='.repeat(returned - called - 1)}]`.padEnd(most + 1, '·');
}

function commandText({ command, outcome: { answer } }: RacedCall): string {
  const { kind, ...more } = command as { kind?: string };
  const given = Object.keys(more).length > 0 ? ` ${JSON.stringify(more)}` : '';
  const body = answer.text.length > shownOfBody ? `${answer.text.slice(0, shownOfBody)}…` : answer.text;
  return `${kind}${given} -> ${answer.status} ${body}`;
}

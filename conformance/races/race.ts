import { CannotArrange, Failure } from '../failure.ts';
import type { ServiceResponse } from '../target/exchange.ts';
import { type History, Recorder } from './history.ts';
import { linearize, type SequentialModel } from './linearize.ts';
import { raceText } from './race-text.ts';

/** What was sent for a command, and what a model sees of the answer. */
export type Sent<Seen> = Seen & { readonly answer: ServiceResponse };

/** How clients give their commands in a race. */
export type Give<Command, Seen> = (command: Command, send: () => Promise<Sent<Seen>>) => Promise<Sent<Seen>>;

type Act<Command, Seen> = (give: Give<Command, Seen>) => Promise<void>;

/**
 * Lets several clients send their commands at once, and records the history. `before` prepares, `after` looks at the
 * result; each of them sends its commands through `give`.
 */
export async function race<Command, Seen>(acts: {
  before?: Act<Command, Seen>;
  together: readonly Act<Command, Seen>[];
  after?: Act<Command, Seen>;
}): Promise<History<Command, Sent<Seen>>> {
  const recorder = new Recorder<Command, Sent<Seen>>();
  const times: Span[] = [];
  const giver =
    (client: number, spans: Span[]): Give<Command, Seen> =>
    (command, send) =>
      recorder.record(client, command, async () => {
        const sent = await send();
        const to = performance.now();
        spans.push({ client, from: to - sent.answer.durationMs, to });
        return sent;
      });
  await acts.before?.(giver(0, []));
  await Promise.all(acts.together.map((act, at) => act(giver(at + 1, times))));
  await acts.after?.(giver(0, []));
  if (!times.some((one) => times.some((other) => overlap(one, other))))
    throw new CannotArrange('no two requests were under way at once', [
      'allow more at once (--concurrency), or a faster --rate-limit',
    ]);
  return recorder.history;
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
  if (!first) return;
  throw new Failure(
    `${what} to be as if the commands had come one after the other`,
    raceText(history, order),
    first.outcome.answer,
  );
}

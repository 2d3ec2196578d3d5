/** A command that one of several clients gave, what it got, and when: `called` and `returned` count all such moments. */
export type Operation<Command, Outcome> = {
  /** The client that gave it; its own commands never overlap. */
  readonly client: number;
  readonly command: Command;
  readonly outcome: Outcome;
  readonly called: number;
  readonly returned: number;
};

/** What several clients did at once, in the order in which their commands were called. */
export type History<Command, Outcome> = readonly Operation<Command, Outcome>[];

/** How one thing behaves towards commands that come one after the other. */
export type SequentialModel<State, Command, Outcome> = {
  readonly initial: State;
  /** The states that the thing may be in after a command with this outcome: none when it cannot have it, several where it is open. */
  readonly step: (state: State, command: Command, outcome: Outcome) => readonly State[];
};

export type Linearization<Command, Outcome> = {
  /** An order of all operations that explains every outcome, or the longest that explains those in it. */
  readonly order: readonly Operation<Command, Outcome>[];
  /** The operations that no continuation of that order explains; none when the history is linearizable. */
  readonly unexplained: readonly Operation<Command, Outcome>[];
};

/**
 * Looks for an order of the operations in which a sequential thing would have given every outcome, and in which no
 * operation comes before one that had returned when it was called.
 *
 * This is the search of Wing and Gong ("Testing and verifying concurrent objects", 1993) with Lowe's memory of the
 * configurations that led nowhere: which operations were placed, and the state that they led to.
 */
export function linearize<State, Command, Outcome>(
  model: SequentialModel<State, Command, Outcome>,
  history: History<Command, Outcome>,
): Linearization<Command, Outcome> {
  type Step = Operation<Command, Outcome>;
  const failed = new Set<string>();
  const order: Step[] = [];
  let longest: readonly Step[] = [];

  const search = (left: readonly Step[], state: State): boolean => {
    if (order.length > longest.length) longest = [...order];
    if (left.length === 0) return true;
    const configuration = `${left.map(({ called }) => called)} ${JSON.stringify(state)}`;
    if (failed.has(configuration)) return false;
    const firstReturn = Math.min(...left.map(({ returned }) => returned));
    for (const operation of left.filter(({ called }) => called < firstReturn)) {
      order.push(operation);
      const rest = left.filter((one) => one !== operation);
      for (const next of model.step(state, operation.command, operation.outcome))
        if (search(rest, next)) return true;
      order.pop();
    }
    failed.add(configuration);
    return false;
  };

  search(history, model.initial);
  return { order: longest, unexplained: history.filter((one) => !longest.includes(one)) };
}

/** A history in parts that have nothing to do with each other; it is linearizable when each part is. */
export function partedBy<Command, Outcome>(
  history: History<Command, Outcome>,
  key: (command: Command) => string,
): History<Command, Outcome>[] {
  const keys = [...new Set(history.map(({ command }) => key(command)))];
  return keys.map((one) => history.filter(({ command }) => key(command) === one));
}

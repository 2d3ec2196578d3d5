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

/** Writes down who called what, and which calls were under way together. */
export class Recorder<Command, Outcome> {
  readonly #operations: Operation<Command, Outcome>[] = [];
  #moments = 0;

  /** Gives a command and notes the moments before it left and after its answer was there. */
  async record(client: number, command: Command, give: () => Promise<Outcome>): Promise<Outcome> {
    const called = this.#moments++;
    const outcome = await give();
    this.#operations.push({ client, command, outcome, called, returned: this.#moments++ });
    return outcome;
  }

  get history(): History<Command, Outcome> {
    return [...this.#operations].sort((a, b) => a.called - b.called);
  }
}

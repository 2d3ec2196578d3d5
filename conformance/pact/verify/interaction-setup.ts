import type { RunEnvironment } from '../../deployment/run-environment.ts';
import { CannotArrange } from '../../judgement/failure.ts';
import { stateNamed, unknownState } from '../states/index.ts';
import type { Delivered, StateContext } from '../states/state.ts';

/** A state that did not come about: the interaction that needed it has failed, whatever the provider answers. */
export type StateFault = { readonly state: string; readonly message: string };

/** Arranges the states of one interaction after the other, and clears away after each. */
export class InteractionSetup {
  readonly #world: RunEnvironment;
  readonly faults: StateFault[] = [];
  #fault: StateFault | undefined;
  readonly #undo: (() => Promise<void>)[] = [];
  readonly #made: string[] = [];
  #wait: (() => Promise<Delivered>) | undefined;

  constructor(world: RunEnvironment) {
    this.#world = world;
  }

  /** Arranges a state; what it hands over goes into the request. It never throws, since the library would not mind. */
  async arrange(name: string, params: unknown): Promise<Record<string, string>> {
    const state = stateNamed(name);
    try {
      if (!state) throw new Error(unknownState(name));
      return await state.arrange(this.#context(), (params ?? {}) as never);
    } catch (error) {
      this.#fault = { state: name, message: this.#world.redactor.text(reasonOf(error)) };
      this.faults.push(this.#fault);
      return {};
    }
  }

  get obstacle(): string | undefined {
    return this.#fault && `The state [${this.#fault.state}] could not be arranged: ${this.#fault.message}`;
  }

  async delivered(): Promise<Delivered> {
    if (this.obstacle) throw new Error(this.obstacle);
    if (!this.#wait) throw new Error('No state of this message causes a delivery');
    return this.#wait();
  }

  async clear(): Promise<void> {
    const [undo, made] = [this.#undo.splice(0).reverse(), this.#made.splice(0)];
    this.#wait = undefined;
    this.#fault = undefined;
    const { cleanup } = this.#world.client;
    for (const act of undo) await act().catch((error: Error) => cleanup.leave(error.message));
    await cleanup.remove(made);
  }

  #context(): StateContext {
    const observer = { record: () => {}, answered: () => {}, made: this.#made, arrangedBy: new Set<never>() };
    return {
      world: this.#world,
      side: this.#world.client.for(observer),
      undo: (act) => void this.#undo.push(act),
      delivers: (wait) => {
        this.#wait = wait;
      },
    };
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const enable =
    error instanceof CannotArrange && error.enable.length > 0 ? ` (${error.enable.join('; ')})` : '';
  return `${error.message}${enable}`;
}

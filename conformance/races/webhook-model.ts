import type { Points } from '../../spec/profile.ts';
import type { SequentialModel } from './linearize.ts';
import { isRefused, isTaken, type Outcome } from './record-model.ts';

export type WebhookCommand =
  | { readonly kind: 'create'; readonly name: string }
  | { readonly kind: 'delete'; readonly name: string; readonly id: string }
  | { readonly kind: 'list' };

/** A created webhook's id, or the ids of a list that are the run's own, where there are any. */
export type WebhookOutcome = Outcome & { readonly ids: readonly string[] };

type State = {
  /** Id and name of each webhook that stands, by id. */
  readonly standing: readonly (readonly [id: string, name: string])[];
  /** Names that deleted webhooks had; whether such a name is free again is nowhere said. */
  readonly used: readonly string[];
};

/** The subscriptions of a client: no two of one name, and a list of those that stand. */
export function webhookModel(known: Partial<Points>): SequentialModel<State, WebhookCommand, WebhookOutcome> {
  const taken = known['webhooks.create.duplicate-name-status'];
  const unknown = known['webhooks.delete.unknown-status'];
  const created = (state: State, name: string, outcome: WebhookOutcome): readonly State[] => {
    const { standing, used } = state;
    const refused = isRefused(outcome) && (taken ?? outcome.status) === outcome.status;
    if (standing.some((one) => one[1] === name)) return refused ? [state] : [];
    if (refused && used.includes(name)) return [state];
    const [id] = outcome.ids;
    if (!isTaken(outcome) || id === undefined || standing.some((one) => one[0] === id)) return [];
    const after = [...standing, [id, name] as const].sort(([a], [b]) => (a < b ? -1 : 1));
    return [{ standing: after, used }];
  };
  const removed = (state: State, gone: string, outcome: WebhookOutcome): readonly State[] => {
    const found = state.standing.find(([id]) => id === gone);
    if (!found) return (unknown ?? outcome.status) === outcome.status ? [state] : [];
    const standing = state.standing.filter((one) => one !== found);
    const used = [...new Set([...state.used, found[1]])].sort();
    return isTaken(outcome) ? [{ standing, used }] : [];
  };
  return {
    initial: { standing: [], used: [] },
    step: (state, command, outcome) => {
      if (command.kind === 'create') return created(state, command.name, outcome);
      if (command.kind === 'delete') return removed(state, command.id, outcome);
      const ids = state.standing.map(([id]) => id);
      return String([...outcome.ids].sort()) === String(ids) ? [state] : [];
    },
  };
}

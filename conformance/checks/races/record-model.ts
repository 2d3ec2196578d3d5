import { isSuccess } from '../../target/exchange.ts';
import { fieldsOf } from '../../target/read-json.ts';
import type { SequentialModel } from './linearize.ts';

/** What a model sees of an answer. */
export type Outcome = { readonly status: number; readonly body: unknown };

/** `of` tells the record that is meant. */
export type RecordCommand = { readonly of: string } & (
  | { readonly kind: 'update'; readonly fields: Readonly<Record<string, unknown>> }
  | { readonly kind: 'read' }
  | { readonly kind: 'delete' }
);

/** The fields that were set; null once the record is gone. */
type State = Readonly<Record<string, unknown>> | null;

/**
 * A record that is changed field by field, and deleted as a whole: a user, or a client's configuration.
 * An update answers with the record as it has left it, so that it is a look at the other fields too.
 */
export function recordModel(
  names: readonly string[],
  shows: (name: string, shown: unknown, set: unknown) => boolean,
): SequentialModel<State, RecordCommand, Outcome> {
  const showsAll = (state: State, { body }: Outcome): boolean => {
    const shown = fieldsOf(body);
    return names.every((name) =>
      state?.[name] == null ? shown[name] == null : shows(name, shown[name], state[name]),
    );
  };
  return {
    initial: Object.fromEntries(names.map((name) => [name, null])),
    step: (state, command, outcome) => {
      if (state === null) return outcome.status === 404 ? [null] : [];
      if (!isSuccess(outcome)) return [];
      if (command.kind === 'delete') return [null];
      const after = command.kind === 'update' ? { ...state, ...command.fields } : state;
      return showsAll(after, outcome) ? [after] : [];
    },
  };
}
